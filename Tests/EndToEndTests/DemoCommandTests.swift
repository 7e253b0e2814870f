import Testing

@Suite("navctl demo on a terminal", .inTurns)
struct DemoCommandTests {
    @Test("A key takes over a device in navctl live; any other key ends the demo")
    func takeOver() async throws {
        try await Installation.run { place in
            let terminal = try PseudoTerminal()
            let demo = try place.start(
                "navctl", ["demo", "--pace", "1ms"], variables: ["TERM": "xterm-256color"],
                terminal: terminal.path)
            try await terminal.see("takes over")
            terminal.type("t")
            try await terminal.show("the tablet, live") {
                $0.lines[0].hasPrefix("● main #") && $0.lines[0].contains("tablet")
            }
            terminal.type("gq")
            // The first offer is on the screen again before live has ended.
            try await terminal.show("the offer once more") { _ in
                terminal.text.split(separator: "takes over").count == 3
            }
            terminal.type("x")
            #expect(try await demo.end().ending == .exit(0))
            #expect(terminal.isCooked)
        }
    }
}
