import Foundation
import Testing

/// Every command's objects against the schemas in Config/schema: at a good end and at a bad one.
@Suite("Objects in JSON", .inTurns)
struct ContractTests {
    @Test("Every command prints what its schema describes, at a good end and at a bad one")
    func commands() async throws {
        async let scene = Self.run(Self.scene)
        async let reading = Self.run(Self.reading)
        async let administration = Self.run(Self.administration)
        let results = try await [scene, reading, administration]
        let reached = results.reduce(into: Set<String>()) { $0.formUnion($1.reached) }
        let schemas = try ContractRuns.schemas.get()
        let described = schemas.definitions(of: "navctl.json")
        for command in results[0].commands {
            let name = command.replacing(" ", with: "-")
            #expect(described.contains(name), "\(command) has no schema")
            let isSilent = schemas["navctl.json"]?["$defs"]?[name] == .boolean(false)
            let isGood =
                reached.contains("good \(command)") || ServingFleetTests.commands.contains(command)
            #expect(isSilent || isGood, "\(command) has no good run")
            #expect(reached.contains("bad \(command)"), "\(command) has no bad run")
        }
    }

    @Test("Watch says what changed, and has the scene where it is asked for")
    func watch() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let runs = try await ContractRuns(in: place)
            try await runs.good("tab", "declare", "inbox", "--title", "Inbox")
            for options in [[], ["--whole-scene"]] {
                let watch = try runs.start(as: "tablet", ["watch"] + options)
                try await watch.untilLine(#""event":"snapshot""#)
                let push = try await runs.good("push", "mail://1")
                let revision = try #require(push["revision"]?.integer)
                try await watch.untilRevision(revision)
                try await runs.good(as: "tablet", "traits", "set", "appearance", "dark")
                try await watch.untilLine(#""event":"traits""#)
                try await runs.good(as: "tablet", "traits", "reset")
                watch.signal(SIGTERM)
                let lines = try await runs.check(["watch"], watch.end(), isGood: true)
                let commit = try #require(lines.first { $0["event"]?.string == "commit" })
                #expect(commit["author"]?.string == "desk")
                #expect(commit["operations"]?.array?.first?["route"]?.string == "mail://1")
                for line in lines where ["snapshot", "commit"].contains(line["event"]?.string) {
                    #expect((line["scene"] == .null) == options.isEmpty)
                }
                let show = try await runs.good("show")
                #expect(commit["digest"] == show["digest"])
                if !options.isEmpty { #expect(commit["scene"] == show["scene"]) }
            }
        }
    }

    @Test("An error has its code, its remedy, and the place of a change that was kept")
    func errors() async throws {
        try await Installation.run { place in
            let daemon = try await place.daemonWithTab()
            let runs = try await ContractRuns(in: place)
            let usage = try await runs.bad("push", "--nonsense")
            #expect(usage["code"]?.string == "usage")
            #expect(usage["advice"]?.string == "see 'navctl --help'")
            let unknown = try await runs.bad("device", "rename", "nowhere", "slate")
            #expect(unknown["code"]?.string == "failed")
            #expect(unknown["advice"]?.string == "see 'navctl device list'")
            #expect(unknown["reason"]?.string == "no device 'nowhere': see 'navctl device list'")
            let screen = try await runs.bad("pop", "nowhere")
            #expect(screen["advice"]?.string == "see 'navctl show'")
            let property = try await runs.bad("bar", "set", "navigationBar.tintColour", "red")
            #expect(
                property["advice"]?.string
                    == "did you mean 'navigationBar.tintColor'? see 'navctl properties'")
            let value = try await runs.bad("tab", "update", "inbox", "--set", "level=high")
            #expect(value["advice"]?.string?.hasPrefix("use ") == true, "\(value)")
            let url = try place.file("url", "https://pair.example/\n")
            let pairing = try await runs.bad("device", "pair", "--yes", input: url)
            #expect(pairing["code"]?.string == "pairingURL")
            #expect(pairing["advice"]?.string == "get one from 'navctl device invite'")
            let rejected = try await runs.bad("push", "mail://1", "--if-revision", "99")
            #expect(rejected["code"]?.string == "rejected")
            #expect(rejected["kept"] == .null)
            #expect(rejected["advice"]?.string == "check it and retry")
            let twice = try await runs.bad("tab", "declare", "inbox", "--title", "Post")
            #expect(twice["advice"]?.string == "update it instead")
            let scene = try place.file("scene.yaml", "version: 1\ntabs:\n- id: a\n- id: a\n")
            let mistaken = try await runs.bad("apply", scene)
            #expect(mistaken["advice"]?.string?.contains("give each tab its own") == true)
            try await runs.good("scene", "copy", "main", "other")
            let taken = try await runs.bad("scene", "rename", "main", "other")
            #expect(taken["advice"]?.string?.hasPrefix("use another name") == true, "\(taken)")
            try await daemon.stop()
            let queued = try await runs.bad("push", "mail://1", "--timeout", "300ms")
            #expect(queued["code"]?.string == "unreachable")
            #expect(queued["kept"]?.string == "outbox")
            #expect(queued["status"]?.integer == 3)
            #expect(queued["advice"]?.string?.hasPrefix("start navsyncd, or set ") == true)
            #expect(try await runs.good("outbox", "list")["waiting"]?.array?.count == 1)
            let shown = try await runs.bad("show", "--timeout", "300ms")
            #expect(shown["code"]?.string == "unreachable")
            #expect(shown["kept"] == .null)
        }
    }

    private static func run(
        _ lane: (ContractRuns) async throws -> Void
    ) async throws -> ContractRuns {
        try await Installation.run { place in
            let runs = try await ContractRuns(in: place)
            try await lane(runs)
            return runs
        }
    }

    /// The scene and its changes.
    private static func scene(_ runs: ContractRuns) async throws {
        let place = runs.place
        try await place.daemon()
        try await runs.good("tab", "declare", "inbox", "--title", "Inbox", "--icon", "tray")
        try await runs.good(
            "tab", "declare", "music", "--title", "Music", "--root", "music://home")
        try await runs.bad(
            "tab", "declare", "third", "--title", "Third", "--before", "nowhere")
        try await runs.good(
            "tab", "update", "music", "--title", "Songs", "--set", "accessibilityValue=playing")
        try await runs.bad("tab", "update", "nowhere", "--title", "X")
        try await runs.good("tab", "move", "music", "--before", "inbox")
        try await runs.bad("tab", "move", "nowhere", "--before", "inbox")
        try await runs.good("tab", "select", "inbox")
        try await runs.good("tab", "select", "inbox")
        try await runs.bad("tab", "select", "nowhere")
        try await selections(runs)
        try await runs.good("tab", "badge", "inbox", "add", "3")
        try await runs.good("tab", "badge", "inbox", "set", "new")
        try await runs.bad("tab", "badge", "nowhere", "add", "3")
        let one = try await runs.good("push", "mail://1", "--title", "One")
        try await runs.good("push", "mail://2", "--set", "prompt=Two")
        try await runs.bad("push", "mail://3", "--tab", "nowhere")
        try await runs.good("pop")
        try await runs.good("push", "mail://3")
        try await runs.good("push", "mail://4")
        try await runs.good("pop", "--to", one["screen"]?.string ?? "")
        try await runs.good("pop", "--to-root")
        try await runs.bad("pop", "nosuchscreen")
        let items = try await runs.good("set-items", "mail://a", "mail://b")
        let item = items["operations"]?.array?.first?["items"]?[1]?["screen"]?.string ?? ""
        try await runs.bad("set-items", "mail://a", "--tab", "nowhere")
        try await runs.good("screen", "update", item, "--title", "Changed")
        try await runs.bad("screen", "update", "nowhere", "--title", "X")
        let modal = try await runs.good(
            "modal", "present", "app://new", "--kind", "simple", "--title", "New")
        let id = modal["modal"]?.string ?? ""
        try await runs.good("show")
        try await runs.good("describe", id)
        try await runs.good("modal", "update", id, "--title", "Newer")
        try await runs.bad("modal", "update", "nowhere", "--title", "X")
        try await runs.bad("modal", "answer", "nowhere", "cancel")
        try await runs.good("modal", "answer", id, "cancel")
        try await runs.bad(
            "modal", "present", "app://new", "--kind", "simple", "--if-revision", "1")
        try await bars(runs)
        try await runs.good("undo")
        try await runs.cutOff("undo")
        try await runs.good("redo")
        try await runs.cutOff("redo")
        try await runs.good("tab", "remove", "music")
        try await runs.bad("tab", "remove", "nowhere")
        try await runs.good("log", "--after", "0")
        try await files(runs)
    }

    private static func selections(_ runs: ContractRuns) async throws {
        try await runs.bad("selection", "own", "--if-revision", "1")
        try await runs.good("selection", "own")
        try await runs.good("selection", "show")
        try await runs.cutOff("selection", "show")
        try await runs.bad("selection", "shared", "--if-revision", "1")
        try await runs.good(as: "tablet", "selection", "own")
        try await runs.good("tab", "select", "music")
        try await runs.good("handoff", "tablet")
        try await runs.bad("handoff", "nowhere")
        try await runs.good("selection", "follow", "tablet")
        try await runs.good("selection", "show")
        try await runs.bad("selection", "follow", "nowhere")
        try await runs.good("selection", "shared")
        try await runs.good(as: "tablet", "selection", "shared")
        try await runs.good("handoff", "tablet")
    }

    private static func bars(_ runs: ContractRuns) async throws {
        try await runs.good("bar", "set", "navigationBar.tintColor", "systemRed")
        try await runs.bad(
            "bar", "set", "navigationBar.tintColor", "systemRed", "--tab", "nowhere")
        try await runs.good("bar", "get")
        try await runs.good("bar", "get", "navigationBar.tintColor")
        try await runs.bad("bar", "get", "--tab", "nowhere")
        try await runs.good(
            "bar", "declare", "alone", "--kind", "navigationBar", "--root", "map://home",
            "--title", "Alone")
        try await runs.bad(
            "bar", "declare", "alone", "--kind", "navigationBar", "--if-revision", "1")
        try await runs.good(
            "bar", "update", "alone", "--set", "navigationBar.prefersLargeTitles=true")
        try await runs.bad(
            "bar", "update", "nowhere", "--set", "navigationBar.prefersLargeTitles=true")
        try await runs.good("bar", "list")
        try await runs.cutOff("bar", "list")
        try await runs.good("bar", "remove", "alone")
        try await runs.bad("bar", "remove", "nowhere")
    }

    private static func files(_ runs: ContractRuns) async throws {
        let place = runs.place
        let mail = Scenes.path("mail.yaml")
        try await runs.good("apply", mail, "--dry-run")
        try await runs.good("diff", mail)
        try await runs.good("apply", mail)
        let wrong = try place.file("wrong.yaml", "tabs: 7\n")
        #expect(try await runs.bad("apply", wrong)["code"]?.string == "sceneFile")
        try await runs.good("export")
        try await runs.good("export", place("scene.yaml"))
        try await runs.bad("export", place("none/scene.yaml"))
        try await runs.good("lint", mail)
        // A finding of severity error makes it fail.
        try await runs.good("tab", "declare", "nameless", "--title", "")
        try await runs.bad("lint")
        try await runs.bad("lint", "--fix", wrong)
    }

    /// Commands that show the scene, and this device.
    private static func reading(_ runs: ContractRuns) async throws {
        try await runs.place.daemon()
        try await runs.good("apply", Scenes.path("clock.en.yaml"))
        try await runs.good("push", "clock://alarms/1")
        for words in [
            ["status"], ["presence"], ["log"], ["doctor"],
        ] {
            try await runs.check(words, runs.start(words).end(), isGood: true)
            let options = ["--endpoint", "ipc://\(runs.place("none.sock"))", "--timeout", "300ms"]
            try await runs.check(
                words, runs.start(as: "lost", words + options).end(), isGood: false)
        }
        try await runs.good("show", "--at", "1")
        try await runs.bad("show", "--at", "900")
        try await runs.good("describe", "alarms")
        try await runs.bad("describe", "nowhere")
        try await runs.good("explain", "1")
        try await runs.bad("explain", "900")
        try await runs.good("diff", "0", "1")
        try await runs.bad("diff", "1", "900")
        try await runs.good("wait", "--revision", "1")
        try await runs.bad("wait", "--revision", "900", "--timeout", "300ms")
        let watch = try runs.start(["watch"])
        try await watch.untilLine(#""event":"snapshot""#)
        watch.signal(SIGTERM)
        try await runs.check(["watch"], watch.end(), isGood: true)
        try await runs.bad("watch", "--device", "/dev/null/none")
        try await runs.bad("live")
        let web = try runs.start(["web", "--listen", "127.0.0.1:0"])
        try await web.untilLine(#""url":"http://127.0.0.1:"#)
        try await runs.good("device", "invite", "--web", "--name", "phone")
        web.signal(SIGTERM)
        try await runs.check(["web"], web.end(), isGood: true)
        try await runs.bad("web", "--listen", "0.0.0.0:7878")
        try await drawings(runs)
        try await device(runs)
        try await runs.good("demo", "--pace", "0")
        try await runs.bad("demo", "--scene-file", "/nowhere")
        try await runs.good("shelf", "list")
        try await runs.bad("shelf", "list", "--device", "/dev/null/none")
        try await runs.good("shelf", "drop", "--all")
        try await runs.bad("shelf", "drop", "900")
        try await runs.good("shelf", "retry", "--all")
        try await runs.bad("shelf", "retry", "900")
        try await runs.good("outbox", "list")
        try await runs.bad("outbox", "list", "--device", "/dev/null/none")
        try await runs.good("outbox", "drop", "--all")
        try await runs.bad("outbox", "drop", "900")
    }

    private static func drawings(_ runs: ContractRuns) async throws {
        try await runs.good("properties")
        try await runs.full("properties")
        for profile in ["iphone-16", "iphone-17", "ipad-11", "mac", "pixel-9", "pixel-tablet"] {
            try await runs.good("render", "--profile", profile)
        }
        try await runs.good("render", "--format", "text")
        try await runs.good("render", "--output-file", runs.place("bars.svg"))
        try await runs.bad("render", "--at", "900")
        try await runs.good("layout", "elements")
        try await runs.bad("layout", "elements", "--at", "900")
        try await runs.good("layout", "convert", "1", "2")
        try await runs.bad("layout", "convert", "1", "2", "--from", "nowhere")
        try await runs.good("layout", "fit")
        try await runs.full("layout", "fit")
        try await runs.good("announce")
        try await runs.good("announce", "--of", "2")
        try await runs.bad("announce", "--of", "900")
    }

    private static func device(_ runs: ContractRuns) async throws {
        let none = ["--device", "/dev/null/none"]
        try await runs.good("traits", "show")
        try await runs.full("traits", "show")
        for (words, failing) in [
            (["set", "appearance", "dark"], none), (["platform", "iOS", "18"], none),
            (["scroll", "12"], none), (["keyboard", "shown"], none), (["gesture", "tap"], none),
            (["immersive", "on"], none), (["focus", "none"], ["focus", "nowhere"]),
            (["press", "none"], ["press", "nowhere"]), (["reset"], none),
        ] {
            let good = ["traits"] + words
            try await runs.check(good, runs.start(good).end(), isGood: true)
            let bad = failing == none ? good + none : ["traits"] + failing
            try await runs.check(bad, runs.start(bad).end(), isGood: false)
        }
        try await runs.good("hook", "set", "shouldPop", "/bin/false")
        try await runs.bad("hook", "set", "shouldPop", "/nowhere")
        // The device's own hook vetoes it.
        #expect(try await runs.bad("pop")["code"]?.string == "vetoed")
        try await runs.good("hook", "list")
        try await runs.full("hook", "list")
        try await runs.good("hook", "remove", "shouldPop")
        try await runs.bad("hook", "remove", "shouldPop")
    }

    /// Devices, users, keys and backups.
    private static func administration(_ runs: ContractRuns) async throws {
        let place = runs.place
        let daemon = try await place.daemonWithTCP().daemon
        try await runs.good("tab", "declare", "inbox", "--title", "Inbox")
        try await pairing(runs)
        try await runs.good("device", "adopt")
        try await runs.cutOff("device", "adopt")
        try await runs.good("device", "list")
        try await runs.cutOff("device", "list")
        try await runs.good("device", "rename", "tablet", "slate")
        try await runs.bad("device", "rename", "nowhere", "slate")
        try await runs.good("device", "role", "slate", "viewer")
        let viewer = try await runs.bad(as: "tablet", "push", "mail://1")
        #expect(viewer["code"]?.string == "viewer")
        try await runs.bad("device", "role", "nowhere", "viewer")
        let other = try await runs.good("device", "invite", "--name", "other")
        let invitation = other["id"]?.string ?? ""
        try await runs.good("device", "uninvite", invitation)
        try await runs.cutOff("device", "uninvite", invitation)
        try await runs.good("device", "revoke", "slate", "--yes", "--at", "1")
        try await runs.bad("device", "revoke", "nowhere", "--yes", "--at", "1")
        try await runs.good("device", "list", "--all")
        try await runs.good(as: "tablet", "device", "unpair", "--yes")
        try await runs.bad("device", "unpair", "--yes", "--device", "/dev/null/none")
        try await users(runs)
        try await runs.good("backup", place("copy"))
        try await runs.bad("backup", place("none/copy"))
        try await runs.good("heal")
        try await runs.bad("heal", "nothing")
        try await daemon.stop()
        try FileManager.default.createDirectory(
            atPath: place("restored"), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try await runs.good(
            "restore", place("copy"), "--data-directory", place("restored"))
        try await runs.bad("restore", place("none"), "--data-directory", place("other"))
        try await runs.good("store", "copy", place.data, place("moved"))
        try await runs.bad("store", "copy", place.data, place("moved"))
    }

    private static func pairing(_ runs: ContractRuns) async throws {
        let words = ["device", "invite", "--name", "tablet", "--wait"]
        let invite = try runs.start(words)
        let line = try await invite.wait(for: "the URL") { $0.output.lines.first }
        let url = try runs.place.file("url", (try JSON(line)["url"]?.string ?? "") + "\n")
        try await runs.cutOff("device", "invite", "--name", "tablet")
        try await runs.good(as: "tablet", "device", "pair", "--yes", input: url)
        try await runs.bad(as: "thief", "device", "pair", "--yes", input: url)
        let lines = try await runs.check(words, invite.end(), isGood: true)
        #expect(lines.count == 2)
    }

    private static func users(_ runs: ContractRuns) async throws {
        let setup = ["setup", "--own", "--linger", "--invite", "tablet", "--dry-run"]
        let programs = try await runs.place.fakeServiceManager()
        let planned = try runs.start(setup, variables: programs)
        try await runs.check(setup, planned.end(), isGood: true)
        try await runs.bad("setup", "--own", "--mdns", "--yes")
        try await runs.good("user", "add", "ann")
        try await runs.cutOff("user", "add", "ann")
        try await runs.good("tab", "declare", "letter", "--title", "Letter", "--scene", "drafts")
        try await runs.good("scene", "list")
        try await runs.cutOff("scene", "list")
        try await runs.good("scene", "copy", "drafts", "letters")
        try await runs.bad("scene", "copy", "drafts", "letters")
        try await runs.good("scene", "rename", "letters", "notes")
        try await runs.bad("scene", "rename", "notes", "drafts")
        try await runs.good("scene", "remove", "drafts", "--yes")
        try await runs.bad("scene", "remove", "nowhere", "--yes")
        try await runs.good("scene", "list", "--trash")
        try await runs.good("scene", "restore", "drafts")
        try await runs.bad("scene", "restore", "drafts")
        try await runs.good("scene", "remove", "drafts", "--permanently", "--yes")
        try await runs.good("user", "list")
        try await runs.cutOff("user", "list")
        try await runs.good("user", "remove", "ann", "--yes")
        try await runs.bad("user", "remove", "nobody", "--yes")
        try await runs.good("cluster", "show")
        try await runs.cutOff("cluster", "show")
        try await runs.bad("cluster", "drain", "b")
        try await runs.bad("cluster", "undrain", "b")
        try await runs.good("key", "show")
        try await runs.cutOff("key", "show")
        try await runs.good("key", "prepare")
        try await runs.cutOff("key", "prepare")
        try await runs.good("key", "cancel")
        try await runs.cutOff("key", "cancel")
        try await runs.good("key", "prepare")
        try await runs.good("key", "activate", "--yes")
        try await runs.cutOff("key", "activate", "--yes")
    }
}

extension RunningProcess {
    /// Waits until a line of the output contains a text.
    fileprivate func untilLine(_ text: String) async throws {
        try await wait(for: text) { transcript in
            transcript.output.lines.contains { $0.contains(text) } ? true : nil
        }
    }
}
