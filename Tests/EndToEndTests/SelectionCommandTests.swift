import Testing

/// One device with the shared selection (desk), one with its own (tablet), one that follows (wall).
@Suite("navctl selection and handoff", .inTurns)
struct SelectionCommandTests {
    private static func tab(_ place: Installation, of device: String) async throws -> String? {
        try await place.ask(as: device, "show")["scene"]?["selectedTab"]?.string
    }

    private static func expect(
        _ tabs: [String: String], in place: Installation, _ comment: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for (device, expected) in tabs {
            let shown = try await tab(place, of: device)
            #expect(shown == expected, "\(device): \(comment)", sourceLocation: sourceLocation)
        }
    }

    private static func run(
        _ body: (Installation, RunningProcess) async throws -> Void
    ) async throws {
        try await Installation.run { place in
            let daemon = try await place.daemon()
            for tab in ["inbox", "search", "music"] {
                try await place.change("tab", "declare", tab, "--title", tab, "--root", "/\(tab)")
            }
            try await place.change(as: "tablet", "selection", "own")
            try await place.change(as: "tablet", "tab", "select", "search")
            try await place.change(as: "wall", "selection", "follow", "tablet")
            try await body(place, daemon)
        }
    }

    @Test("Each device shows the tab of its own selection, of the followed device, or of all")
    func modes() async throws {
        try await Self.run { place, daemon in
            try await Self.expect(
                ["desk": "inbox", "tablet": "search", "wall": "search"], in: place, "at first")
            let wall = try await place.ask(as: "wall", "selection", "show")
            let tablet = try await place.ask(as: "tablet", "selection")
            #expect(wall["selection"]?["mode"]?.string == "following")
            #expect(wall["selection"]?["followed"] == tablet["device"])
            #expect(tablet["selection"]?["mode"]?.string == "own")

            // Stacks are shared: what is pushed on an own tab is there for all.
            try await place.change(as: "tablet", "push", "/search/1")
            let show = try await place.ask("show")
            let stack = show["scene"]?["tabs"]?.array?.first { $0["id"]?.string == "search" }
            #expect(stack?["stack"]?.array?.last?["route"]?.string == "/search/1")

            // Durable over a restart of the daemon.
            try await daemon.stop()
            try await place.daemon()
            try await Self.expect(
                ["desk": "inbox", "tablet": "search", "wall": "search"], in: place, "restarted")

            // A touch ends following; undo resumes it.
            try await place.change(as: "wall", "push", "/search/2")
            try await place.change(as: "tablet", "tab", "select", "music")
            try await Self.expect(
                ["desk": "inbox", "tablet": "music", "wall": "search"], in: place, "touched")
            try await place.change(as: "wall", "undo")
            try await Self.expect(["wall": "music"], in: place, "undone")

            let drawn = try await place.navctl(as: "tablet", "render", "--profile", "iphone")
            #expect(drawn.output.text.contains("/music"), "\(drawn)")
            let text = try await place.navctl(as: "wall", "selection")
            #expect(text.output.text == "follows tablet: music\n", "\(text)")
        }
    }

    @Test("A removed tab and a revoked device leave the shared selection")
    func gone() async throws {
        try await Self.run { place, _ in
            try await place.change("tab", "remove", "search")
            try await Self.expect(
                ["desk": "inbox", "tablet": "inbox", "wall": "inbox"], in: place, "removed")
            try await place.change(as: "tablet", "tab", "select", "music")
            try await Self.expect(["desk": "inbox", "wall": "music"], in: place, "selected")
            try await place.change("device", "revoke", "tablet", "--yes")
            try await Self.expect(["desk": "inbox", "wall": "inbox"], in: place, "revoked")
            let revoked = try await place.navctl("selection", "follow", "tablet")
            #expect(revoked.ending == .exit(1))
            #expect(revoked.errors.text.contains("tablet is revoked"), "\(revoked)")
            try await place.change(as: "wall", "selection", "shared")
            try await place.change("tab", "select", "music")
            try await Self.expect(["desk": "music", "wall": "music"], in: place, "shared")
        }
    }

    @Test("A handoff sends a device with an own selection here, and says so of a shared one")
    func handoff() async throws {
        try await Self.run { place, _ in
            try await place.change("tab", "select", "music")
            try await place.change("handoff", "tablet")
            try await Self.expect(
                ["desk": "music", "tablet": "music", "wall": "music"], in: place, "handed off")
            let again = try await place.navctl("handoff", "tablet")
            #expect(again.output.text == "nothing to change\n", "\(again)")
            let shared = try await place.navctl(as: "tablet", "handoff", "desk")
            #expect(shared.ending == .exit(0))
            #expect(
                shared.errors.text.contains("desk keeps the shared selection, at music"),
                "\(shared)")
            let itself = try await place.navctl("handoff", "desk")
            #expect(itself.ending == .exit(1), "\(itself)")
            #expect(itself.errors.text.contains("that is this device"), "\(itself)")
            let circle = try await place.navctl(as: "tablet", "selection", "follow", "wall")
            #expect(circle.ending == .exit(1), "\(circle)")
            #expect(circle.errors.text.contains("follows this one"), "\(circle)")
        }
    }

    @Test("A scene file sets the shared selection, also by a device that keeps its own")
    func applied() async throws {
        try await Self.run { place, _ in
            let tabs = ["inbox", "search", "music"].map { "- {id: \($0), title: \($0)}\n" }
            let file = try place.file(
                "scene.yaml", "version: 1\nselected: music\ntabs:\n" + tabs.joined())
            try await place.change(as: "tablet", "apply", file)
            try await Self.expect(
                ["desk": "music", "tablet": "search", "wall": "search"], in: place, "applied")
        }
    }

    @Test("The log names the devices of selections as the list of devices does")
    func log() async throws {
        try await Self.run { place, _ in
            try await place.change("device", "rename", "tablet", "kitchen")
            let log = try await place.navctl("log").output.text
            #expect(log.contains("selected search on kitchen alone"), "\(log)")
            #expect(log.contains("followed kitchen"), "\(log)")
            #expect(!log.contains(" device "), "\(log)")
            let text = try await place.navctl(as: "wall", "selection").output.text
            #expect(text == "follows kitchen: search\n")
        }
    }

    @Test("Offline it is kept like every change, and an own selection shows at once")
    func offline() async throws {
        try await Self.run { place, daemon in
            try await daemon.stop()
            let select = try await place.navctl(as: "tablet", "tab", "select", "music")
            #expect(select.ending == .exit(3), "\(select)")
            let shown = try await place.navctl(as: "tablet", "--output", "json", "show")
            #expect(
                try JSON(shown.output.text)["scene"]?["selectedTab"]?.string == "music", "\(shown)")
            try await place.daemon()
            try await Self.expect(["tablet": "music"], in: place, "back")
            try await Self.expect(["desk": "inbox", "wall": "music"], in: place, "handed over")
        }
    }
}
