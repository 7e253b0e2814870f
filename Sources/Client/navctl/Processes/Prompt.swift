internal import Glibc
internal import NavigationText

/// Questions to the person at the terminal, on standard error: results stay apart.
enum Prompt {
    /// A Boolean value indicating whether there is a person who can be asked.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && StandardStream.error.isTerminal }

    /// Asks whether to continue; throws if not, and if there is no person to ask.
    ///
    /// - Parameter flag: the flag that confirms beforehand.
    static func confirm(_ question: TerminalText, orSay flag: String = "--yes") throws(CommandError)
    {
        guard isPossible else {
            throw CommandError(
                message: "\(question)? Nobody can be asked here: say \(flag) to go on")
        }
        Console.ask("\(question)? [y/N] ")
        let words = readLine()?.lowercased() ?? ""
        guard ["y", "yes"].contains(words) else {
            throw CommandError(message: "nothing was changed")
        }
    }

    /// Asks until it is answered with yes or no; `nil` at the end of the input. Blocks.
    static func answer(_ question: TerminalText) -> Bool? {
        while true {
            Console.ask("\(question)? [y/n] ")
            guard let line = readLine() else { return nil }
            switch line.lowercased() {
            case "y", "yes": return true
            case "n", "no": return false
            default: continue
            }
        }
    }

    /// Reads a line that is not shown while it is typed; `nil` at the end of the input. Blocks.
    static func secret(_ question: TerminalText) -> String? {
        Console.ask(question)
        var settings = termios()
        let isTerminal = unsafe tcgetattr(STDIN_FILENO, &settings) == 0
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        if isTerminal { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &silent) }
        defer {
            if isTerminal { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
            Console.endLine()
        }
        return readLine()
    }
}
