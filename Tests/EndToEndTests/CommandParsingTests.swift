import ArgumentParser
import CommandLine
import SeededRandom
import Testing

@testable import navctl

/// Command lines that begin with a command's name, which that command parses alone.
@Suite struct CommandParsingTests {
    private static let seed: UInt64 = 20_261_125

    /// Every command without subcommands, with the words that name it.
    private static let commands = leaves(of: Navctl.self, [])

    private static func leaves(
        of command: any ParsableCommand.Type, _ words: [String]
    ) -> [(words: [String], type: any ParsableCommand.Type)] {
        let subcommands = command.configuration.subcommands
        guard !subcommands.isEmpty else { return [(words, command)] }
        return subcommands.flatMap { leaves(of: $0, words + [$0._commandName]) }
    }

    /// Words before a command: the options of every command, and others.
    private static let options: [[String]] = [
        ["--scene", "notes"], ["--scene=notes"], ["--user", "ann"], ["--device", "/nowhere"],
        ["--timeout", "2s"], ["--output", "json"], ["--endpoint=ipc:///nowhere"], ["--output="],
        ["--endpoint", "ipc:///nowhere"], ["--scene", "--user"], ["--title", "push"], ["--yes"],
    ]

    /// Words of a line: options with and without their values, and all kinds of others.
    private static let pieces: [[String]] = [
        ["--scene", "notes"], ["--user", "ann"], ["--device", "/nowhere"], ["--timeout", "2s"],
        ["--output", "json"], ["--endpoint", "ipc:///nowhere"], ["--scene"], ["--timeout", "x"],
        ["--title", "Early bird"], ["--tab", "inbox"], ["--set", "prompt=x"], ["--animated"],
        ["--if-revision", "3"], ["--identity", "draft-7"], ["--kind", "simple"], ["--yes"],
        ["--stack", "a://1", "b://2"], ["--help"], ["--version"], ["--unknown"], ["--"], ["-x"],
        ["--title=--scene"], ["--title", "--scene", "x"], ["--generate-completion-script", "bash"],
        ["inbox"], ["17"], ["a://1"], ["shouldPush"], ["key=value"], [""], ["help"], ["set"],
    ]

    @Test("A command parses alone what the whole tree makes of the same line")
    func sameAsTree() throws {
        var random = SeededGenerator(seed: Self.seed)
        var parsed: Set<[String]> = []
        for (words, type) in Self.commands {
            // The tree checks all of its commands each time in a debug build.
            var compared = 0
            for _ in 0..<24 where compared < 1 {
                let pieces = (0..<Int.random(in: 0...5, using: &random)).flatMap { _ in
                    Self.pieces.randomElement(using: &random) ?? []
                }
                let options = (0..<Int.random(in: 0...2, using: &random)).flatMap { _ in
                    Self.options.randomElement(using: &random) ?? []
                }
                let line = options + words + pieces
                guard let command = CommandParsing.namedCommand(from: line) else { continue }
                parsed.insert(words)
                compared += 1
                #expect(Swift.type(of: command) == type, "\(line)")
                let whole = try? Navctl.parseAsRoot(line)
                #expect(
                    whole.map { String(reflecting: $0) } == String(reflecting: command),
                    "seed \(Self.seed): \(line)")
            }
        }
        // Most commands need no more than these words.
        #expect(parsed.count * 2 > Self.commands.count, "\(parsed.count) of \(Self.commands.count)")
    }

    /// The commands that read their words without the parser, with words for each.
    private static let plainLines: [([String], pieces: [[String]])] = {
        let place = [["--tab", "inbox"], ["--modal", "m1"], ["--bar", "b"], ["--beneath"]]
        let change = [["--if-revision", "3"], ["--if-revision=x"], ["--animated"]]
        let properties = [
            ["--set", "a=b"], ["--set=c=d"], ["--unset", "e"], ["--set", "--unset"],
        ]
        let texts = [["--title", "T"], ["--title=--x"], ["--title", ""], ["--icon", "tray"]]
        return [
            (["show"], [["--at", "17"], ["--at=x"]]), (["get"], []),
            (["status"], [["-v"], ["--verbose"]]),
            (["push", "a://1"], place + change + properties + texts + [["--identity", "d"]]),
            (
                ["pop"],
                place + change + [["--to", "k3f9x2m7q0va"], ["--to-root"], ["k3f9x2m7q0va"]]
            ),
            (["tab", "select", "inbox"], place + change),
            (
                ["tab", "update", "inbox"],
                texts + properties + change + [["--enable"], ["--disable"]]
            ),
            (
                ["tab", "badge", "inbox"],
                change + [["set", "3"], ["add", "1"], ["dot"], ["clear"]]
            ),
        ]
    }()

    @Test("A command reads its words as the parser does")
    func sameAsParser() throws {
        var random = SeededGenerator(seed: Self.seed)
        for (words, own) in Self.plainLines {
            var compared = 0
            for _ in 0..<200 where compared < 12 {
                let pieces = (0..<Int.random(in: 1...4, using: &random)).flatMap { _ in
                    (Self.options + own + own + own).randomElement(using: &random) ?? []
                }
                let options = (0..<Int.random(in: 0...1, using: &random)).flatMap { _ in
                    Self.options.randomElement(using: &random) ?? []
                }
                let line = options + words + pieces
                guard let command = CommandParsing.plainCommand(from: line) else { continue }
                compared += 1
                let parsed = CommandParsing.namedCommand(from: line)
                #expect(
                    parsed.map { String(reflecting: $0) } == String(reflecting: command),
                    "seed \(Self.seed): \(line)")
            }
            #expect(compared == 12, "\(words)")
        }
    }

    @Test(
        "Every command that can read its words is compared with the parser, under each of its names"
    )
    func plainNames() {
        let compared = Self.plainLines.map(\.0)
        let readable = Self.commands.filter { $0.type is any WordsReadable.Type }
        #expect(!readable.isEmpty)
        for (words, type) in readable {
            for name in [type._commandName] + type.configuration.aliases {
                let names = words.dropLast() + [name]
                #expect(compared.contains { $0.starts(with: names) }, "\(names)")
            }
        }
    }

    @Test(
        "The parser gets every line that a command does not read by itself",
        arguments: [
            [], ["show", "--help"], ["show", "17"], ["show", "--at"], ["show", "--at", "--user"],
            ["push"], ["push", "--", "a"], ["push", "a", "b"], ["push", "-x"],
            ["push", "a", "--title="],
            ["push", "a", "--tab", "b", "--modal", "c"], ["pop", "a", "--to-root"],
            ["tab", "list"],
            ["tab", "update", "a"], ["tab", "badge", "a", "add", "x"],
            ["tab", "badge", "a", "add", "--", "-1"], ["push", "--title", "--animated", "T", "a"],
            ["show", "--ephemeral", "--device", "/nowhere"], ["--title", "show", "show"],
            ["show", "--user", ""],
            ["show", "--timeout", "soon"], ["show", "--output", "xml"],
            ["show", "--at", "1", "--at", "2"],
        ])
    func notPlain(_ line: [String]) {
        #expect(CommandParsing.plainCommand(from: line) == nil)
    }

    @Test(
        "A command parses alone with each option of every command before its name",
        arguments: [
            ["--endpoint", "ipc:///nowhere"], ["--device", "/nowhere"], ["--user", "ann"],
            ["--scene", "notes"], ["--timeout", "2s"], ["--output=json"],
        ])
    func leadingOptions(_ options: [String]) throws {
        let command = try #require(CommandParsing.namedCommand(from: options + ["push", "a://1"]))
        let whole = try Navctl.parseAsRoot(options + ["push", "a://1"])
        #expect(String(reflecting: command) == String(reflecting: whole))
        let without = try Navctl.parseAsRoot(["push", "a://1"])
        #expect(String(reflecting: command) != String(reflecting: without))
    }

    @Test(
        "A name that no command has is answered with the one that was probably meant",
        arguments: [
            (["stauts"], "no command 'stauts': did you mean 'status'? see 'navctl --help'"),
            (["--scene", "notes", "pusch", "a://1"], "did you mean 'push'?"),
            (["tab", "slect", "a"], "did you mean 'select'? see 'navctl tab --help'"),
            (["tab", "xyzzy"], "no command 'xyzzy': see 'navctl tab --help'"),
        ])
    func unknownNames(_ line: [String], words: String) throws {
        let error = #expect(throws: CommandError.self) {
            try CommandParsing.command(from: line)
        }
        let found = try #require(error)
        #expect("\(found.message)".contains(words))
        #expect(found.status == .usage)
    }

    @Test(
        "A wrong word for a command that needs no name is no unknown name",
        arguments: [["scene", "--wrong"], ["push"], ["push", "a://1", "b"], ["--wrong"]])
    func otherErrors(_ line: [String]) {
        do {
            _ = try CommandParsing.command(from: line)
            Issue.record("\(line) was accepted")
        } catch {
            #expect(!(error is CommandError), "\(error)")
        }
    }

    @Test("A line that does not begin with a whole command's name goes to the tree")
    func others() {
        let lines = [
            [], ["--scene", "notes"], ["--title", "push", "push", "a://1"], ["tab"],
            ["tab", "--scene", "notes", "list"],
            ["nothing"],
            ["help", "push"], ["push"], ["push", "a://1", "--help"], ["--version"],
            ["---completion", "push", "--", "route"],
            ["hook", "set", "shouldPop", "/bin/true", "--scene", "notes"],
            [
                "modal", "present", "a://1", "--kind", "simple", "--stack", "a", "--user", "ann",
                "b",
            ],
        ]
        for line in lines { #expect(CommandParsing.namedCommand(from: line) == nil, "\(line)") }
    }
}
