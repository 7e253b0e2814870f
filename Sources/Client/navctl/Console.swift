internal import ArgumentParser
internal import POSIX
internal import Glibc
internal import NavigationClient
internal import NavigationSceneFile
internal import NavigationStore
internal import NavigationText
internal import NavigationWire

/// The messages on standard error: the error and its remedy.
enum Console {
    /// Writes a message, each of its lines under the program's name. Data in it is in one line.
    static func print(_ message: TerminalText) {
        for line in message.lines { write("navctl: \(line)\n") }
    }

    /// Asks a person something, who answers on the same line.
    static func ask(_ question: TerminalText) {
        write("navctl: \(question)")
    }

    /// Writes a message in the place of the last one: on a terminal.
    static func rewrite(_ message: TerminalText) {
        write(.lineStart + "navctl: \(message)")
    }

    /// Ends the line of a question whose answer was not shown.
    static func endLine() {
        write("\n")
    }

    /// Prints an error; returns the exit status.
    static func report(_ error: any Error) -> ExitStatus {
        switch error {
        case let status as ExitStatus:
            return status
        case OutputError.closed:
            // The reader of the output has seen enough.
            return .done
        case OutputError.failed(let code):
            let reason = unsafe String(cString: strerror(code))
            print("can't write to standard output: \(reason): what was written is not whole")
            return .failed
        case let error as NavigationClientError:
            print("\(error.words)")
            return ExitStatus(error)
        case StoreError.unavailable(let why):
            print("\(why)")
            return .failed
        case let error as StoreError:
            print("\(error.description)")
            return .failed
        case let error as SceneFileError:
            // In the format of compilers, so that editors find the position.
            write(TerminalText(document: error.description + "\n"))
            return .failed
        case let error as FileError:
            print("\(error.description)")
            return .failed
        case let error as PairingURLError:
            print("\(error.description)\(advice(on: error))")
            return .usage
        case let error as CommandError:
            print(error.message)
            return error.status
        default:
            return reportParsing(error)
        }
    }

    /// Returns the command that creates what is missing, as the end of a sentence.
    private static func advice(on error: PairingURLError) -> TerminalText {
        switch error {
        case .notPairingURL: ", as 'navctl device invite' prints it"
        case .incomplete: " with 'navctl device invite'"
        case .cutOff, .mistyped, .newerVersion: ""
        }
    }

    /// Reports an error of the parser: wrong usage, or a request for the help.
    private static func reportParsing(_ error: any Error) -> ExitStatus {
        let code = Navctl.exitCode(for: error)
        let message = Navctl.fullMessage(for: error)
        guard code != .success else {
            do throws(OutputError) {
                try Output(format: .text).write(document: message + "\n")
            } catch {
                return report(error)
            }
            return .done
        }
        write(TerminalText(document: message + "\n"))
        return code == .validationFailure ? .usage : .failed
    }

    /// A failure of standard error can't be reported anywhere.
    private static func write(_ text: TerminalText) {
        try? StandardStream.error.write(text)
    }
}

/// An error of this machine that prevents a command.
struct CommandError: Error {
    /// The error, and its remedy.
    let message: TerminalText
    /// The command's exit status: that of usage where the arguments alone are invalid.
    var status = ExitStatus.failed
}

extension ExitStatus {
    /// The status for an error of the client.
    init(_ error: NavigationClientError) {
        switch error.code {
        case .unreachable: self = .unreachable
        case .notPermitted, .notPaired, .revoked, .viewer: self = .notPermitted
        case .configuration: self = .usage
        case .impossible, .refused, .damaged, .vetoed, .otherStore, .device, .closed: self = .failed
        }
    }
}

extension NavigationClientError {
    /// The error for a change that was not queued: an unreachable daemon is then a failure like any
    /// other, and no promise.
    var keepingNothing: any Error {
        code == .unreachable ? CommandError(message: "\(words)") : self
    }
}
