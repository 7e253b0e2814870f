internal import ArgumentParser
internal import CommandLine
internal import Glibc
internal import NavigationModel
internal import NavigationText
internal import POSIX
internal import Web

/// `navctl web`: becomes the program that serves the pages, which is a package of its own.
struct WebCommand: ParsableCommand {
    static let configuration = WebOptions.configuration("web")

    @OptionGroup var web: WebOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        try options.requireLastingDevice()
    }

    func run() throws {
        guard let program = ProgramPath.findCompanion(Self.program) else {
            throw CommandError(
                message: "no program '\(Self.program)' beside this one or in PATH",
                advice: "install the package 'navsync-web'")
        }
        let words = [program] + web.arguments + arguments
        var pointers = unsafe words.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        _ = unsafe execv(program, pointers)
        throw CommandError(FileError("run", program))
    }

    /// The program that serves the pages.
    private static let program = "navctl-web"

    private var arguments: [String] {
        var arguments = ["--scene", options.scene.rawValue, "--timeout", "\(options.timeout)"]
        if let device = options.device { arguments += ["--device", device] }
        if let endpoint = options.endpoint { arguments += ["--endpoint", endpoint] }
        if let user = options.user { arguments += ["--user", user.rawValue] }
        return arguments + ["--output", options.output.rawValue]
    }
}
