package import ArgumentParser
internal import Glibc
internal import NavigationSceneFile
package import NavigationText
internal import POSIX

/// The messages on standard error: the error and its remedy.
package enum Console {
    /// Writes a message, each of its lines under the program's name. Data in it is in one line.
    package static func print(_ message: TerminalText) {
        for line in message.lines { write("navctl: \(line)\n") }
    }

    /// Asks a person something, who answers on the same line.
    package static func prompt(_ question: TerminalText) {
        write("navctl: \(question)")
    }

    /// Writes a message in the place of the last one: on a terminal.
    package static func rewrite(_ message: TerminalText) {
        write(.lineStart + "navctl: \(message)")
    }

    /// Ends the line of a question whose answer was not shown.
    package static func endLine() {
        write("\n")
    }

    /// Prints an error; returns the exit status.
    ///
    /// - Parameters:
    ///   - root: the root of the command tree, for the usage in an error of the parser.
    ///   - format: the format of the command's results.
    package static func report(
        _ error: any Error, of root: any ParsableCommand.Type, as format: OutputFormat
    ) -> ExitStatus {
        switch error {
        case let status as ExitStatus:
            return status
        case OutputError.closed:
            // The reader of the output has seen enough.
            return .done
        default:
            guard let failure = CommandError(reporting: error) else {
                return reportParsing(error, of: root, as: format)
            }
            // A scene file's are in the format of compilers, so that editors find the position.
            if format == .text, error is SceneFileError {
                write(failure.message + "\n")
            } else {
                print(failure, as: format)
            }
            return failure.status
        }
    }

    /// Prints an error: in JSON, as one line.
    private static func print(_ failure: CommandError, as format: OutputFormat) {
        if format == .json, let json = try? JSON(encoding: ErrorJSON(failure)) {
            write(TerminalText(document: json.text + "\n"))
        } else {
            print(failure.message)
        }
    }

    /// Reports an error of the parser: wrong usage, or a request for the help.
    private static func reportParsing(
        _ error: any Error, of root: any ParsableCommand.Type, as format: OutputFormat
    ) -> ExitStatus {
        let code = root.exitCode(for: error)
        let message = root.fullMessage(for: error)
        guard code != .success else {
            do throws(OutputError) {
                try Output(format: .text).write(document: message + "\n")
            } catch {
                return report(error, of: root, as: format)
            }
            return .done
        }
        let status: ExitStatus = code == .validationFailure ? .usage : .failed
        switch format {
        case .text: write(TerminalText(document: message + "\n"))
        case .json:
            print(
                CommandError(
                    message: "\(root.message(for: error))",
                    advice: "see '\(root._commandName) --help'", status: status),
                as: format)
        }
        return status
    }

    /// A failure of standard error can't be reported anywhere.
    private static func write(_ text: TerminalText) {
        try? StandardStream.error.write(text)
    }
}

/// Questions to the person at the terminal, on standard error: results stay apart.
package enum Prompt {
    /// A Boolean value indicating whether there is a person who can be asked.
    package static var isPossible: Bool {
        isatty(STDIN_FILENO) == 1 && StandardStream.error.isTerminal
    }

    /// Asks whether to continue; throws if not, and if there is no person to ask.
    ///
    /// - Parameter flag: the flag that confirms beforehand.
    package static func confirm(_ question: TerminalText, orSay flag: String = "--yes")
        throws(CommandError)
    {
        guard isPossible else {
            throw CommandError(
                message: "\(question)? No terminal to confirm on", advice: "use \(flag)")
        }
        Console.prompt("\(question)? [y/N] ")
        let words = readLine()?.lowercased() ?? ""
        guard ["y", "yes"].contains(words) else { throw noAnswer }
    }

    /// Asks until it is answered with yes or no; `nil` at the end of the input. Blocks.
    package static func answer(_ question: TerminalText) -> Bool? {
        while true {
            Console.prompt("\(question)? [y/n] ")
            guard let line = readLine() else { return nil }
            switch line.lowercased() {
            case "y", "yes": return true
            case "n", "no": return false
            default: continue
            }
        }
    }

    /// Asks for a line until it is valid: an empty one is the suggestion. Blocks.
    ///
    /// - Parameter mistake: returns the advice on a line that is not valid.
    package static func line(
        _ question: TerminalText, suggested: TerminalText, mistake: (String) -> TerminalText?
    ) throws(CommandError) -> String {
        while true {
            Console.prompt("\(question) [\(suggested)]: ")
            guard let line = readLine() else { throw noAnswer }
            let blanks: Set<Character> = [" ", "\t"]
            let words = line.split { blanks.contains($0) }.joined(separator: " ")
            let answer = words.isEmpty ? suggested.description : words
            guard let advice = mistake(answer) else { return answer }
            Console.print(advice)
        }
    }

    /// The error of a person who ends the input instead of answering.
    package static var noAnswer: CommandError { CommandError(message: "nothing was changed") }

    /// Reads a line that is not shown while it is typed; `nil` at the end of the input. Blocks.
    package static func secret(_ question: TerminalText) -> String? {
        var settings = termios()
        let isTerminal = unsafe tcgetattr(STDIN_FILENO, &settings) == 0
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        // Before the question: an answer that follows it at once would be shown.
        if isTerminal { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &silent) }
        Console.prompt(question)
        defer {
            if isTerminal { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
            Console.endLine()
        }
        return readLine()
    }
}
