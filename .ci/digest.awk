# Summarizes the output of a build and its tests.
#
#   mode=progress   in real time: errors, the first line of each issue and warning, the last line of each run
#   mode=failures   errors with their locations, then the names of the failed tests
#   mode=count      two numbers: passed tests and failed tests

BEGIN {
    most_issues = 10
    # Bytes of one issue, which may contain the whole output of a process.
    longest_issue = 1500
    last_lines = 40
}

# The name of the test in a line of Swift Testing.
function name(line) {
    sub(/^[^ ]+ Test /, "", line)
    sub(/ (with [0-9]+ test cases? )?(started\.|passed after |failed after ).*/, "", line)
    return line
}

function note(line) {
    if (mode == "failures") found[++notes] = line
    if (mode == "progress") { print line; fflush() }
}

# Swift Testing begins its lines with a symbol; the text of an issue continues on the following lines.
/^(◇|✔|✘) / { in_issue = 0 }

/^◇ Test .* started\.$/ && !/^[^ ]+ Test (run|case) / { running[name($0)] = 1 }

# One from a thread without a test is repeated for each test that runs.
/^✘ Test .* recorded an issue/ && $0 != last_issue && ++issues <= most_issues {
    last_issue = $0
    note($0)
    in_issue = 1
    room = longest_issue
    next
}

/ Test .* recorded a warning/ || (/^↳/ && warned) {
    warned = !/^↳/
    if (mode == "progress") note($0)
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

# The location of a crash, within our own code.
/^Thread .* crashed:$/ { in_crash = 1 }
/^Registers:/ { in_crash = 0 }
in_crash && / at \/.*\/(Sources|Tests)\// && mode == "failures" { note($0) }

in_issue && mode == "failures" && room > 0 { note($0); room -= length($0) }

{ last[NR % last_lines] = $0 }

END {
    # An aborted run: the running tests have failed.
    for (test in running) failed[++failures] = test " did not end"
    if (mode == "count") print (total ? total - failures : passes + 0), failures + 0
    if (mode != "failures") exit
    for (i = 1; i <= notes; i++) print found[i]
    # Without a recognized error, the last lines.
    for (i = NR + 1; notes == 0 && i <= NR + last_lines; i++)
        if ((i % last_lines) in last) print last[i % last_lines]
    for (i = 1; i <= failures; i++) print "✘ " failed[i]
}
