# What matters of what a build and its tests say.
#
#   mode=progress   as it comes: errors, the first line of each issue, the closing line of each run
#   mode=failures   what went wrong and where, then the names of the tests that failed
#   mode=count      two numbers: the tests that passed, and those that failed

BEGIN {
    most_issues = 10
    # Bytes of one issue, which may hold all that a process has printed.
    longest_issue = 1500
    last_lines = 40
}

# The name of the test that a line of Swift Testing is about.
function name(line) {
    sub(/^[^ ]+ Test /, "", line)
    sub(/ (with [0-9]+ test cases? )?(started\.|passed after |failed after ).*/, "", line)
    return line
}

function note(line) {
    if (mode == "failures") found[++notes] = line
    if (mode == "progress") { print line; fflush() }
}

# Swift Testing begins its lines with a sign; what an issue says goes on in the lines behind it.
/^(◇|✔|✘) / { in_issue = 0 }

/^◇ Test .* started\.$/ && !/^[^ ]+ Test (run|case) / { running[name($0)] = 1 }

/^✘ Test .* recorded an issue/ && ++issues <= most_issues {
    note($0)
    in_issue = 1
    room = longest_issue
    next
}

/^(✔|✘) Test .* (passed|failed) after / && !/^[^ ]+ Test (run|case) / {
    delete running[name($0)]
    if (/^✔/) passes++; else failed[++failures] = name($0)
}

/^(✔|✘) Test run with / {
    if (mode == "progress") note($0)
    delete running
    words = $0
    sub(/.*Test run with /, "", words)
    total += words
}

!in_issue && notes < last_lines && /(^|[^a-z])error: |Fatal error: |^broken: |SUMMARY: .*(Sanitizer|libFuzzer)|^Base64: / {
    note($0)
}

# Where it crashed, as far as it is our own code.
/^Thread .* crashed:$/ { in_crash = 1 }
/^Registers:/ { in_crash = 0 }
in_crash && / at \/.*\/(Sources|Tests)\// && mode == "failures" { note($0) }

in_issue && mode == "failures" && room > 0 { note($0); room -= length($0) }

{ last[NR % last_lines] = $0 }

END {
    # A run that was cut off: what ran has failed.
    for (test in running) failed[++failures] = test " did not end"
    if (mode == "count") print (total ? total - failures : passes + 0), failures + 0
    if (mode != "failures") exit
    for (i = 1; i <= notes; i++) print found[i]
    # Nothing that is known as an error: then what was said last.
    for (i = NR + 1; notes == 0 && i <= NR + last_lines; i++)
        if ((i % last_lines) in last) print last[i % last_lines]
    for (i = 1; i <= failures; i++) print "✘ " failed[i]
}
