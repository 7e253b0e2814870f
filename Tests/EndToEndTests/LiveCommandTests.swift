import Foundation
import Glibc
import Testing

@Suite("navctl live", .inTurns)
struct LiveCommandTests {
    /// A device in the terminal, with the terminal that it is on.
    private struct Device {
        let terminal: PseudoTerminal
        let process: RunningProcess

        /// Starts a device on a terminal of its own, and returns when it follows the scene.
        init(in place: Installation, as name: String = "desk", _ words: String...) async throws {
            terminal = try PseudoTerminal()
            process = try place.startNavctl(
                as: name, ["live"] + words, variables: ["TERM": "xterm-256color"],
                terminal: terminal.path)
            try await terminal.show("a scene that is live") { $0.lines[0].hasPrefix("● main #") }
        }

        /// Waits until a line of the screen contains a text.
        func see(_ text: String) async throws {
            try await terminal.show("'\(text)'") { screen in
                screen.lines.contains { $0.contains(text) }
            }
        }
    }

    private static func daemonWithScene(_ place: Installation) async throws -> RunningProcess {
        let daemon = try await place.daemon()
        try await place.change("apply", Scenes.path("phone.en.yaml"))
        return daemon
    }

    @Test("Keys change the scene for everyone, and another device's change is on the screen")
    func keys() async throws {
        try await Installation.run { place in
            _ = try await Self.daemonWithScene(place)
            let device = try await Device(in: place)
            device.terminal.type("2\r")
            try await device.see("⏎ do it")
            device.terminal.type("phone://ann\tAnn\r")
            try await device.see("› Ann")
            let pushed = try await place.ask("show")
            #expect("\(pushed)".contains("phone://ann"))
            try await place.change(as: "tablet", "push", "phone://bob", "--title", "Bob")
            try await device.see("› Bob")
            try await device.see("tablet")
            device.terminal.type("\u{7f}u")
            try await device.see("undid: popped")
            device.terminal.type("g")
            try await device.terminal.show("the first screen alone") { screen in
                !screen.lines.contains { $0.contains("› Ann") }
            }
            device.terminal.type(":explain 2\r")
            try await device.see("operation")
            device.terminal.type("\u{1b}")
            try await device.see("⏎ push")
            device.terminal.type("t")
            try await device.see("revision")
            device.terminal.type("\u{1b}[D")
            try await device.see("←→ revision")
            device.terminal.type("qq")
            #expect(try await device.process.end().ending == .exit(0))
        }
    }

    @Test("Without the daemon changes wait, are counted, and are submitted once it is back")
    func offline() async throws {
        try await Installation.run { place in
            let daemon = try await Self.daemonWithScene(place)
            let device = try await Device(in: place)
            try await daemon.stop()
            try await device.terminal.show("a device without a daemon") {
                $0.lines[0].hasPrefix("○") && $0.lines[0].hasSuffix("offline")
            }
            device.terminal.type("\rphone://late\tLate\r")
            try await device.see("1 waiting")
            try await device.see("› Late")
            _ = try await place.daemon()
            try await device.terminal.show("a scene without pending changes") {
                $0.lines[0].hasPrefix("●") && !$0.lines[0].contains("waiting")
            }
            #expect("\(try await place.ask(as: "tablet", "show"))".contains("phone://late"))
        }
    }

    @Test("A change that another device's supersedes stays on a line until it is read")
    func lateOutcome() async throws {
        try await Installation.run { place in
            let daemon = try await Self.daemonWithScene(place)
            let device = try await Device(in: place)
            try await daemon.stop()
            try await device.terminal.show("a device without a daemon") {
                $0.lines[0].hasPrefix("○")
            }
            device.terminal.type("bold\r")
            try await device.see("1 waiting")
            device.process.signal(SIGSTOP)
            let second = try await place.daemon()
            let tab =
                try await place.ask(as: "tablet", "show")["scene"]?["selectedTab"]?.string ?? ""
            try await place.change(as: "tablet", "tab", "badge", tab, "set", "new")
            device.process.signal(SIGCONT)
            try await device.see("✉")
            try await device.see("superseded")
            device.terminal.type("e")
            // The line itself names the tablet: only the explanation has this.
            try await device.see("overwrote")
            device.terminal.type("\u{1b}")
            try await device.see("⏎ push")
            device.terminal.type(" ")
            try await device.terminal.show("no line to read") { screen in
                !screen.lines.contains { $0.hasPrefix("✉") }
            }
            try await second.stop()
        }
    }

    @Test(
        "The terminal is as it was before after every end",
        arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, 0])
    func end(signal: Int32) async throws {
        try await Installation.run { place in
            _ = try await Self.daemonWithScene(place)
            let device = try await Device(in: place)
            #expect(!device.terminal.isCooked)
            if signal == 0 { device.terminal.type("q") } else { device.process.signal(signal) }
            let result = try await device.process.end()
            #expect(result.ending == (signal == 0 ? .exit(0) : .signal(signal)), "\(result)")
            #expect(device.terminal.isCooked)
            try await device.terminal.show("the screen as it was") {
                !$0.isTaken && $0.isCursorShown && !$0.isPointerReported
            }
        }
    }

    @Test("A caretaker restores the terminal of one that was killed; a recording has its output")
    func killed() async throws {
        try await Installation.run { place in
            _ = try await Self.daemonWithScene(place)
            let device = try await Device(in: place, "--record", place("tour.cast"))
            try await device.process.kill()
            try await device.terminal.show("the screen as it was") {
                !$0.isTaken && $0.isCursorShown && !$0.isPointerReported
            }
            #expect(device.terminal.isCooked)
            let lines = try String(contentsOfFile: place("tour.cast"), encoding: .utf8)
                .split(separator: "\n")
            let header = try JSON(String(lines[0]))
            #expect(header["version"]?.integer == 2 && header["width"]?.integer == 100)
            let output = try lines.dropFirst().map { line in
                try JSON(String(line)).array?[2].string ?? ""
            }.joined()
            #expect(TerminalScreen(output, columns: 100, rows: 60).lines[0].hasPrefix("●"))
        }
    }

    @Test("For a screen reader it prints lines, and takes the same keys")
    func screenReader() async throws {
        try await Installation.run { place in
            _ = try await Self.daemonWithScene(place)
            let terminal = try PseudoTerminal()
            let process = try place.startNavctl(
                as: "desk", ["live", "--screen-reader"], variables: ["TERM": "xterm"],
                terminal: terminal.path)
            // At once, or after a moment without a connection.
            try await terminal.see("connected")
            terminal.type("\rphone://ann\tAnn\r")
            try await terminal.see("Ann\r\n")
            try await place.change(as: "tablet", "pop")
            try await terminal.see("tablet: popped")
            terminal.type("q")
            #expect(try await process.end().ending == .exit(0))
            #expect(terminal.isCooked && !terminal.text.contains("[?1049h"))
        }
    }

    @Test("^Z stops the job with the terminal as it was, and it goes on where it was")
    func suspended() async throws {
        try await Installation.run { place in
            _ = try await Self.daemonWithScene(place)
            let terminal = try PseudoTerminal()
            _ = try place.start(
                "/usr/bin/setsid", ["--wait", "--ctty", "/bin/bash", "--norc", "-i"],
                variables: ["TERM": "xterm-256color", "PS1": "shell> "], terminal: terminal.path)
            try await terminal.see("shell> ")
            let program = try Installation.binaries.get() + "/navctl"
            terminal.type("\(program) --device \(place.device("desk")) live\n")
            try await terminal.show("a scene that is live") { $0.lines[0].hasPrefix("● main #") }
            terminal.type("\u{1a}")
            try await terminal.see("Stopped")
            try await terminal.show("the screen as it was") {
                !$0.isTaken && $0.isCursorShown && !$0.isPointerReported
            }
            let start = terminal.text.count
            terminal.type("fg\n")
            try await terminal.show("the scene again", from: start) {
                $0.isTaken && $0.lines[0].hasPrefix("● main #")
            }
            terminal.type("q")
            try await terminal.show("the screen as it was") { !$0.isTaken }
        }
    }

    @Test("Another size of the terminal is another drawing; the pointer selects what is drawn")
    func resized() async throws {
        try await Installation.run { place in
            _ = try await Self.daemonWithScene(place)
            let device = try await Device(in: place)
            let start = device.terminal.text.count
            device.terminal.resize(columns: 40, rows: 12)
            device.process.signal(SIGWINCH)
            let screen = try await device.terminal.show(
                "a small drawing", columns: 40, rows: 12, from: start
            ) { $0.lines[10].hasPrefix("╰") }
            let row = try #require(screen.lines.lastIndex { $0.contains("☻") })
            let column = try #require(Array(screen.lines[row]).firstIndex(of: "☻"))
            device.terminal.type("\u{1b}[<0;\(column + 1);\(row + 1)M")
            try await device.terminal.show(
                "the tab that was pressed", columns: 40, rows: 12, from: start
            ) { screen in screen.lines.contains { $0.contains("› Edit Contact") } }
            try await place.wait(for: "contacts") {
                try await place.ask(as: "tablet", "show")["scene"]?["selectedTab"]?.string
            }
        }
    }

    @Test("Other devices are seen where they are until they are killed, and a hidden one is not")
    func presence() async throws {
        try await Installation.run { place in
            _ = try await Self.daemonWithScene(place)
            let device = try await Device(in: place)
            let wall = try place.startNavctl(as: "wall", ["watch", "--hidden"])
            try await wall.wait(for: "its scene") { $0.output.lines.isEmpty ? nil : true }
            let tablet = try place.startNavctl(as: "tablet", ["watch"])
            try await device.see("here")
            try await device.see("tablet")
            try await place.wait(for: "desk recents, tablet recents") {
                let present = try await place.ask("presence")["present"]?.array ?? []
                return present.map { device in
                    "\(device["name"]?.string ?? "") \(device["place"]?["tab"]?.string ?? "-")"
                }.sorted().joined(separator: ", ")
            }
            let words = try await place.navctl("presence").output.text
            #expect(words.contains("tablet  only follows, at Recents"), "\(words)")
            #expect(!words.contains("wall"))
            tablet.signal(SIGKILL)
            try await device.terminal.show("no other device") { screen in
                !screen.lines.contains { $0.contains("tablet") }
            }
        }
    }

    @Test("A device that only follows changes nothing; without a terminal it says so")
    func readOnly() async throws {
        try await Installation.run { place in
            _ = try await Self.daemonWithScene(place)
            let before = try await place.ask("show")["revision"]?.integer
            let device = try await Device(in: place, "--read-only")
            device.terminal.type("\u{1b}[C")
            try await device.see("read-only: nothing is changed")
            #expect(try await place.ask("show")["revision"]?.integer == before)
            let none = try await place.navctl("live")
            #expect(none.ending == .exit(1) && none.errors.text.contains("navctl watch"), "\(none)")
        }
    }
}

extension Installation {
    /// Waits until `read` returns a value.
    fileprivate func wait<Value: Equatable & Sendable>(
        for value: Value, _ read: @escaping @Sendable () async throws -> Value?
    ) async throws {
        try await within(timeout, "\(value)") {
            while try await read() != value { try Task.checkCancellation() }
        }
    }
}
