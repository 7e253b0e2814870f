# Makes the manual page of the settings file from the reference that is installed: sections, and
# each setting with the lines of comment above it.

BEGIN {
    print ".Dd November 26, 2026"
    print ".Dt NAVSYNCD.YAML 5"
    print ".Os navsync"
    print ".Sh NAME"
    print ".Nm navsyncd.yaml"
    print ".Nd settings of the navsync daemon"
    print ".Sh DESCRIPTION"
    print "The daemon takes the file that"
    print ".Fl -config"
    print "names, else"
    print ".Pa navsyncd.yaml"
    print "in"
    print ".Ev CONFIGURATION_DIRECTORY ,"
    print "which systemd gives to services, or in"
    print ".Pa ~/.config/navsync ."
    print "A variable of the environment goes over a setting of the file, and a flag over both:"
    print ".Ev NAVSYNCD_LISTEN_TCP"
    print "is the setting"
    print ".Li tcp"
    print "of"
    print ".Li listen ."
    print ".Pp"
    print ".Dl navsyncd --check-config    # each mistake, with line and column"
    print ".Dl navsyncd --print-config    # the values in effect, and their origin"
    print ".Pp"
    print "On SIGHUP the daemon reads the file again; a file with a mistake changes nothing."
    print ".Sh SETTINGS"
}

# A line of text that no macro begins.
function plain(line) {
    gsub(/\\/, "\\e", line)
    return line ~ /^[.']/ ? "\\&" line : line
}

/^[a-z]+:$/ {
    section = $1
    sub(/:$/, "", section)
    if (count++) print ".El"
    print ".Ss " section
    print ".Bl -tag -width indent"
    next
}
section == "" { next }
/^$/ { lines = 0; next }
/^  # [a-z][A-Za-z]*: / || /^  [a-z][A-Za-z]*:/ {
    name = $0
    sub(/^ *(# )?/, "", name)
    sub(/:.*/, "", name)
    print ".It Li " name
    for (line = 1; line <= lines; line++) {
        if (text[line] ~ /^(Write|Default:)/) print ".br"
        print plain(text[line])
    }
    lines = 0
    next
}
/^  # / { text[++lines] = substr($0, 5) }

END {
    print ".El"
    print ".Sh FILES"
    print ".Bl -tag -width indent"
    print ".It Pa /etc/navsync/navsyncd.yaml"
    print "Settings of the system service."
    print ".It Pa ~/.config/navsync/navsyncd.yaml"
    print "Settings of a user's own daemon."
    print ".El"
    print ".Sh SEE ALSO"
    print ".Xr navsyncd 8"
}
