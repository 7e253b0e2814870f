internal import CommandLine
internal import Glibc
internal import POSIX

/// The companion client: see ``Navctl``.
@main
enum Main {
    static func main() async {
        // Memory holds keys.
        ProcessLimits.forbidCoreFiles()
        // A closed pipe is reported by the write that fails, instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        ProcessLimits.shareArena()
        let status = await Navctl.run(Array(CommandLine.arguments.dropFirst()))
        EphemeralDevice.remove()
        exit(status.rawValue)
    }
}
