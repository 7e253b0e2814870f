import ArgumentParser
import Glibc

/// The simulator's command: see ``Navsim``.
@main
enum Main {
    static func main() {
        do {
            var command = try Navsim.parseAsRoot()
            try command.run()
        } catch let code as ExitCode {
            exit(code.rawValue)
        } catch {
            let code = Navsim.exitCode(for: error)
            let text = Navsim.fullMessage(for: error)
            if code == .success { print(text) } else { Diagnostics.print(text) }
            exit(code == .success ? 0 : code == .validationFailure ? 2 : 1)
        }
    }
}

/// Messages on standard error: progress, and mistakes.
enum Diagnostics {
    /// Writes a line.
    static func print(_ line: String) {
        var bytes = Array((line + "\n").utf8)
        _ = unsafe write(STDERR_FILENO, &bytes, bytes.count)
    }
}
