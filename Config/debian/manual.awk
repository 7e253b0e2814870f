# Makes pages that man reads well of those that swift-argument-parser writes: a subcommand's page is
# named as its file is, paragraphs are marked as such, and no line of text is taken for a macro.

# The page of a program itself has its environment and its files before the exit status.
/^\.Dt / { isMain = $2 !~ /\./ }
/^\.Sh "?EXIT STATUS/ && isMain {
    while ((getline line < ("debian/man/" program ".mdoc")) > 0) print line
}

/^\.Dt / { program = tolower($2); sub(/\..*/, "", program); gsub(/\./, "-") ; sub(/^-Dt/, ".Dt") }
/^\.Os$/ { print ".Os navsync"; next }
/^\.Sh / { section = $0 }

# The name in one word, and what it is without a full stop.
/^\.Nm "/ {
    command = $0
    sub(/^\.Nm "/, "", command)
    sub(/"$/, "", command)
    name = command
    gsub(/ /, "-", name)
    print ".Nm " name
    next
}
/^\.Nd / { sub(/^\.Nd "?/, ".Nd "); sub(/\.?"?$/, "") }
# In the synopsis the command is as people write it.
/^\.Nm$/ && command != "" { print ".Nm \"" command "\""; next }
# The daemon has no commands.
/^\.Ar subcommand$/ && program == "navsyncd" { next }

$2 == "navsyncd.help" { print ".Xr navctl 1"; next }
/^\.Xr / {
    if ($2 ~ /^navctl\.(help|demo-device|devices|device\.withdraw|key\.next|key\.switch)$/) next
    gsub(/\./, "-", $2)
}

section == ".Sh \"EXIT STATUS\"" && /^\.Ex/ {
    if (program == "navsyncd")
        print "0 stopped as it was asked to, 1 failed, 2 wrong usage or configuration."
    else
        print "0 done, 1 refused or failed, 2 wrong usage, 3 the daemon can't be reached (a change is\n" \
            "kept in the outbox), 4 not permitted."
    next
}

/^$/ { print ".Pp"; next }
/^'/ || (/^\./ && !/^\.(\\"|[A-Z][a-z]( |$))/) { print "\\&" $0; next }
{ print }
