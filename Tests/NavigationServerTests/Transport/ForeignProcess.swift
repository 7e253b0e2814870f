import RunningProcesses

/// A process of another user that speaks just enough of the protocol to send one frame on an ipc
/// socket, and ends when its connection does. It needs root, `setpriv` and Debian's `perl`.
enum ForeignProcess {
    /// A greeting with the NULL mechanism, a READY of a DEALER, and one frame.
    private static let script = """
        use IO::Socket::UNIX;
        my $socket = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die "connect: $!";
        my $greeting = "\\xff" . "\\0" x 8 . "\\x7f\\x03\\x00NULL" . "\\0" x 16 . "\\0" . "\\0" x 31;
        my $ready = "\\x05READY\\x0bSocket-Type\\0\\0\\0\\x06DEALER";
        print $socket $greeting, "\\x04", chr(length $ready), $ready;
        my $seen = "";
        until ($seen =~ /READY/) {
            sysread($socket, $seen, 4096, length $seen) or die "refused";
        }
        print $socket "\\0", chr(length $ARGV[1]), $ARGV[1];
        $socket->flush;
        1 while sysread($socket, my $buffer, 4096);
        """

    static func run(
        as uid: UInt32, sending text: String, to path: String
    ) throws -> BlockingProcess {
        try BlockingProcess(
            "/usr/bin/setpriv",
            ["--reuid", "\(uid)", "--clear-groups", "perl", "-e", script, path, text])
    }
}
