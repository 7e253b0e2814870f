import ArgumentParser
import Foundation

/// The process of an abuser. The identity that it uses comes on standard input; it prints its count
/// of attempts every now and then.
struct Abusing: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "abuse", abstract: "Abuses a daemon of 'measure'.", shouldDisplay: false)

    @Argument(help: "What to do.")
    var abuse: Abuse

    /// The time limit of the process, whatever becomes of the one that started it.
    private static let longest = Duration.seconds(120)
    private static let interval = Duration.milliseconds(100)

    func run() throws {
        try yieldProcessors()
        guard let text = readLine(), let cast = Cast(line: text) else {
            throw ValidationError("nobody to pass for on standard input")
        }
        if abuse.isLocal { try takeForeignID() }
        let abuser = try abuse.abuser(cast)
        let end = ContinuousClock.now + Self.longest
        var count = 0
        var spoken = ContinuousClock.now
        report(count)
        while ContinuousClock.now < end {
            count += try abuser.act()
            guard ContinuousClock.now - spoken > Self.interval else { continue }
            spoken = .now
            report(count)
        }
    }

    private func report(_ count: Int) {
        FileHandle.standardOutput.write(Data("\(count)\n".utf8))
    }

    /// Becomes a local user who is unknown to the daemon.
    private func takeForeignID() throws {
        guard setgid(65_534) == 0, setuid(65_534) == 0 else {
            throw ValidationError("only root can pass for another local user")
        }
    }
}

/// Leaves the processors to the daemon and the device that is measured.
func yieldProcessors() throws {
    var parameter = sched_param(sched_priority: 0)
    guard unsafe sched_setscheduler(0, SCHED_OTHER, &parameter) == 0,
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) == 0
    else { throw ValidationError("can't give way: error \(errno)") }
}
