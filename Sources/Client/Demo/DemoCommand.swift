package import ArgumentParser
internal import CommandLine
internal import Glibc
internal import NavigationModel
internal import UnixSignals

/// The commands of the demo.
package enum DemoCommands {
    /// The demo, and its device.
    package static let all: [any ParsableCommand.Type] = [
        DemoCommand.self, DemoDeviceCommand.self,
    ]
}

/// `navctl demo`
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Run a demo of one daemon and three devices.",
        discussion: """
            Starts a navsyncd and three clients (phone, tablet, desk) as separate
            processes, makes concurrent changes, disconnects and reconnects the tablet, and
            compares the digests that the clients and the daemon compute from their own
            records. The exit status is 0 only if all four are equal and every change has
            an outcome. Other daemons and devices are not affected, and all files are
            removed.

            On a terminal one key then takes over one of the devices, in navctl live; any
            other key ends the demo.

            EXAMPLES:
              navctl demo
              navctl demo --pace 3
              navctl demo --scene-file Config/scenes/music.ko.yaml
            """)

    @Option(help: ArgumentHelp("The scene file with the tabs to declare", valueName: "file"))
    var sceneFile: String?

    @Option(
        help: ArgumentHelp(
            "The duration of each step (default: 800ms on a terminal, else 0)",
            valueName: "time"))
    var pace: Timeout?

    @Option(help: ArgumentHelp("The width of the output", valueName: "columns"))
    var width: Int?

    @OptionGroup var options: GlobalOptions

    /// The default pause, for a demo of about ten seconds.
    private static let defaultPause = Duration.milliseconds(800)

    func validate() throws {
        if let width, !(DemoFrame.minimumColumns...DemoDisplay.maximumColumns).contains(width) {
            throw ValidationError(
                "--width \(width) must be from \(DemoFrame.minimumColumns) to "
                    + "\(DemoDisplay.maximumColumns)")
        }
        let given = [options.endpoint, options.device, options.user?.rawValue]
        guard given.allSatisfy({ $0 == nil }), options.scene == .main else {
            throw ValidationError(
                "the demo has a daemon, devices and a scene of its own: leave out --endpoint, "
                    + "--device, --user and --scene")
        }
    }

    func run() async throws {
        let file = try SceneFileLocation.find(given: sceneFile)
        let script = try DemoScript(for: try SceneFileLocation.read(file), in: file)
        let output = options.results
        let display = DemoDisplay(columns: width, to: output)
        let pause = pace?.duration ?? (display.isWatched ? Self.defaultPause : .zero)
        let verdict: ConvergenceReport
        do {
            verdict = try await Demo(script, pause: pause, display: display).run()
        } catch let interruption as Interruption {
            // Everything is cleaned up; now end in the way that the sender of the signal expects.
            Self.end(by: interruption.signal.rawValue)
            throw ExitStatus.failed
        }
        if output.format == .json { try output.write(object: verdict) }
        if !verdict.equal { throw ExitStatus.failed }
    }

    private static func end(by number: Int32) {
        signal(number, SIG_DFL)
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }
}
