internal import ArgumentParser
internal import CommandLine
internal import FlyingFox
internal import FlyingSocks
internal import Glibc
internal import NavigationBars
internal import NavigationText
internal import POSIX
internal import UnixSignals
internal import Web

/// The server of devices in browsers: the program behind `navctl web`.
@main
enum Main {
    static func main() async {
        // Memory holds keys.
        ProcessLimits.forbidCoreFiles()
        // A closed connection is reported by the write that fails, instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try ServeCommand.parse(arguments)
            try await command.run()
            exit(ExitStatus.done.rawValue)
        } catch {
            let format = OutputFormat(of: arguments)
            exit(Console.report(error, of: ServeCommand.self, as: format).rawValue)
        }
    }
}

/// The command line of `navctl-web`, which is that of `navctl web`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = WebOptions.configuration("navctl-web")

    @OptionGroup var web: WebOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        try options.requireLastingDevice()
    }

    /// Serves pages until a signal ends it.
    mutating func run() async throws {
        let files = WebDirectory(of: options.deviceDirectory)
        let lock = try files.lock()
        defer { lock.release() }
        let directory: String
        do throws(FileError) {
            directory = try DurableFiles.createTemporaryDirectory("navctl-web", longestParent: 64)
        } catch { throw CommandError(error) }
        let socket = directory + "/http.sock"
        defer {
            _ = unsafe unlink(socket)
            _ = unsafe rmdir(directory)
        }
        let pool = HTTPServer.defaultPool()
        try await pool.prepare()
        let gate: Gate
        do { gate = try Gate(web.listen, before: socket, pool) } catch {
            throw CommandError(
                message: "can't listen on \(web.listen.description.label()): \("\(error)".label())",
                advice: "name another address by --listen")
        }
        let rules = RequestRules(behind: web.behind, port: gate.port)
        let watch = try files.watch()
        let browsers = Browsers(files, options, isHidden: web.hidden)
        let server = HTTPServer(
            config: HTTPServer.Configuration(
                address: .unix(path: socket), logger: .disabled),
            handler: WebServer(browsers, rules))
        let removals = Task { await browsers.follow(watch) }
        defer { removals.cancel() }
        try await serve(gate, server, pool, rules.origins[0], files)
        await browsers.close()
    }

    private func serve(
        _ gate: Gate, _ server: HTTPServer, _ pool: some AsyncSocketPool, _ origin: WebOrigin,
        _ files: WebDirectory
    ) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        try await withThrowingTaskGroup { group in
            defer { group.cancelAll() }
            group.addTask { try await pool.run() }
            group.addTask { try await server.run() }
            try await server.waitUntilListening()
            group.addTask { try await gate.run() }
            group.addTask { for await _ in signals { return } }
            try announce(origin, files)
            try await group.next()
        }
    }

    /// Prints an address for one browser, and opens it.
    private func announce(_ origin: WebOrigin, _ files: WebDirectory) throws {
        try files.write(origin)
        let invitation = try WebInvitation(files, origin, named: nil)
        let output = options.results
        switch output.format {
        case .json: try output.write(object: invitation)
        case .text:
            try output.write(text: "\(invitation.url.label())\n")
            Console.print(
                "the address makes one browser a device, within 10 minutes; ^C ends the server")
        }
        if web.open ?? (isatty(STDOUT_FILENO) == 1) { Self.open(invitation.url) }
    }

    /// Opens an address in the person's browser, if there is a program that does.
    private static func open(_ url: String) {
        guard let program = ProgramPath.find("xdg-open") else { return }
        let launch = ProcessLaunch(
            path: program, arguments: [url], environment: ProcessLaunch.ownEnvironment)
        guard let id = try? launch.start([:]) else { return }
        ProcessEnding.await(id)
    }
}
