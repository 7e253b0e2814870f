import FoundationEssentials
import NavigationModel
import NavigationSync
import NavigationWire
import NewerProtocol
import SwiftProtobuf
import Testing

/// Devices and daemons of a later version, whose messages come from a .proto of their own.
@Suite struct NewerVersionTests {
    private typealias Newer = Navsync_Newer_Operation

    private let phone = DeviceID(high: 1, low: 1)
    private let colour = Field(number: 40)
    private let offset = Field(number: 41, part: "list")

    private func attribute(_ field: Field, _ value: [UInt8]) -> Navsync_Newer_Attribute {
        .with {
            $0.field = field.number
            $0.part = field.part
            $0.value = Data(value)
        }
    }

    private func change(_ sequence: UInt64, _ operations: [Newer]) throws -> [UInt8] {
        try Navsync_Newer_Change.with {
            $0.device = Data([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1])
            $0.sequence = sequence
            $0.operations = operations
        }.serializedBytes()
    }

    /// Declares a tab in colour with a screen that is scrolled.
    private var beginning: [Newer] {
        let declare = Navsync_Newer_DeclareTab.with {
            $0.tab = "inbox"
            $0.position = Data([128])
            $0.attributes = [attribute(colour, [1, 2, 3])]
        }
        let items = Navsync_Newer_SetItems.with {
            $0.tab = "inbox"
            $0.items = [
                .with {
                    $0.screen = "list"
                    $0.attributes = [
                        attribute(ScreenField.route, Array("/list".utf8)), attribute(offset, [42]),
                    ]
                }
            ]
        }
        return [.with { $0.declareTab = declare }, .with { $0.setItems = items }]
    }

    private func outcomes(_ result: Reply.Result?) -> [Outcome] {
        if case .receipt(let receipt)? = result { receipt.outcomes } else { [] }
    }

    @Test("P12: its fields go through an older daemon, feed, snapshot and mirror, digests included")
    func fields() throws {
        var daemon = DirectDaemon()
        daemon.connectMirror()
        let result = daemon.submit(try change(1, beginning), by: phone)
        #expect(outcomes(result) == [.applied, .applied])

        // What the older daemon publishes, as another newer device reads it.
        let commit = try #require(daemon.commits.first)
        let published = try Navsync_Newer_Commit(serializedBytes: commit.encoded)
        let written = published.effects.first { $0.field == colour.number }
        #expect(written.map { Array($0.value) } == [1, 2, 3])

        // By the feed, and by a snapshot once the daemon has no commits in memory.
        let byFeed = try #require(daemon.mirrors.first).confirmed.state
        daemon.restart()
        daemon.connectMirror()
        let bySnapshot = try #require(daemon.mirrors.first).confirmed.state
        for state in [byFeed, bySnapshot] {
            #expect(state[.tab("inbox"), colour]?.value.bytes == [1, 2, 3])
            #expect(state[.screen("list"), offset]?.value.bytes == [42])
            #expect(state.digest == daemon.stored?.state.digest)
            #expect(state.recomputedDigest == state.digest)
            #expect(state.scene.tab("inbox")?.stack.map(\.route) == ["/list"])
        }

        // What the older mirror keeps, as a newer one reads it, and writes it again with additions.
        var kept = try Navsync_Newer_Snapshot(serializedBytes: bySnapshot.snapshot)
        let scrolled = kept.entries.first { $0.name == "list" && $0.field == offset.number }
        #expect(scrolled.map { Array($0.value) } == [42])
        kept.prepared = 7
        for index in kept.entries.indices { kept.entries[index].weight = 9 }
        let again = try SceneState(snapshot: try kept.serializedBytes())
        #expect(again.digest == bySnapshot.digest)
    }

    @Test("P12: a late write of its fields loses as any other, an edit beside it leaves them")
    func merging() throws {
        var daemon = DirectDaemon()
        daemon.connectMirror()
        _ = daemon.submit(try change(1, beginning), by: phone)
        let recolour = Newer.with {
            $0.updateTab = .with {
                $0.tab = "inbox"
                $0.attributes = [attribute(colour, [9])]
            }
        }
        #expect(
            outcomes(daemon.submit(try change(2, [recolour]), after: 1, by: phone)) == [.applied])
        let older = DeviceID(high: 2, low: 2)
        let title = Change(
            device: older, sequence: 1, base: Change.Base(revision: 0, latest: .zero),
            operations: [
                .updateTab(
                    "inbox", attributes: [Attribute(field: TabField.title, value: .text("Mail"))])
            ])
        #expect(outcomes(daemon.submit(title.encoded, by: older)) == [.applied])
        let state = try #require(daemon.mirrors.first).confirmed.state
        #expect(state[.tab("inbox"), colour]?.value.bytes == [9])
        #expect(state.scene.tab("inbox")?.title == "Mail")
        #expect(state.digest == daemon.stored?.state.digest)
    }

    @Test("P12: an operation that the daemon does not know is refused, with all beside it")
    func operation() throws {
        var daemon = DirectDaemon()
        _ = daemon.submit(try change(1, beginning), by: phone)
        let before = daemon.stored?.state.scene
        let pin = Newer.with { $0.pinTab = .with { $0.tab = "inbox" } }
        let edit = Newer.with {
            $0.updateTab = .with {
                $0.tab = "inbox"
                $0.attributes = [attribute(TabField.title, Array("Pinned".utf8))]
            }
        }
        let bytes = try change(2, [edit, pin])
        let refused = [Outcome.rejected(.unsupported), .rejected(.unsupported)]
        #expect(outcomes(daemon.submit(bytes, after: 1, by: phone)) == refused)
        #expect(daemon.stored?.state.scene == before)
        // It has its outcome for good, and the device goes on after it.
        #expect(outcomes(daemon.submit(bytes, after: 1, by: phone)) == refused)
        let next = try change(3, [edit])
        #expect(outcomes(daemon.submit(next, after: 2, by: phone)) == [.applied])
    }

    @Test("P12: a field of a change that the daemon does not know refuses it whole")
    func fieldOfChange() throws {
        var daemon = DirectDaemon()
        daemon.connectMirror()
        _ = daemon.submit(try change(1, beginning), by: phone)
        let before = daemon.stored?.state
        let title = attribute(TabField.title, Array("Loud".utf8))
        let animated = Navsync_Newer_Attribute.with {
            $0.field = TabField.title.number
            $0.value = Data("Loud".utf8)
            $0.animated = true
        }
        let retitle = Newer.with {
            $0.updateTab = .with {
                $0.tab = "inbox"
                $0.attributes = [title]
            }
        }
        var quietly = retitle
        quietly.updateTab.quietly = true
        var inAttribute = retitle
        inAttribute.updateTab.attributes = [animated]
        let inChange: [UInt8] = try Navsync_Newer_Change.with {
            $0.device = Data([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1])
            $0.sequence = 4
            $0.operations = [retitle]
            $0.mood = "curious"
        }.serializedBytes()
        let newer: [[UInt8]] = [
            try change(2, [quietly]), try change(3, [retitle, inAttribute]), inChange,
        ]
        for (index, bytes) in newer.enumerated() {
            let after = SequenceNumber(rawValue: UInt64(index) + 1)
            let refused = outcomes(daemon.submit(bytes, after: after, by: phone))
            #expect(!refused.isEmpty)
            #expect(refused.allSatisfy { $0 == .rejected(.unsupported) }, "\(index): \(refused)")
            #expect(daemon.stored?.state == before)
        }
        // Without them it is taken.
        let known = daemon.submit(try change(5, [retitle]), after: 4, by: phone)
        #expect(outcomes(known) == [.applied])
    }

    @Test("An unknown request is unsupported, before and after hello")
    func unknownCall() throws {
        var daemon = DirectDaemon()
        // Request.id = 42, and field 125 as a message of nothing; then with the id alone.
        let newer: [UInt8] = [0x08, 42, 0xea, 0x07, 0]
        for isIntroduced in [false, true] {
            if isIntroduced { _ = daemon.ask(.presence(scene: .main), by: phone) }
            let answer = daemon.answer(to: newer, from: phone)
            let reply = try #require(answer)
            guard case .failure(let failure) = reply.result else {
                Issue.record("\(reply)")
                continue
            }
            #expect(reply.id == 42)
            #expect(failure.code == .unsupported)
            #expect(failure.message.contains("update the daemon"))
        }
        let answer = daemon.answer(to: [0x08, 42], from: phone)
        let empty = try #require(answer)
        guard case .failure(let failure) = empty.result else { return }
        #expect(failure.code == .malformed)
    }

    @Test("Welcome lists the requests and operations that the daemon supports")
    func known() throws {
        var daemon = DirectDaemon()
        daemon.connectMirror()
        let welcome = try #require(daemon.mirrors.first?.welcome)
        #expect(welcome.calls == Request.Call.knownNumbers)
        #expect(welcome.operations == Operation.knownNumbers)
        #expect(welcome.operations.contains(Operation.selectTab("inbox").number))
    }

    @Test("An animated change makes an animated commit")
    func animation() throws {
        var daemon = DirectDaemon()
        for (sequence, animated) in [(1, true), (2, false)] as [(SequenceNumber, Bool)] {
            let text = "\(animated)"
            let change = Change(
                device: phone, sequence: sequence, base: Change.Base(revision: 0, latest: .zero),
                animated: animated, operations: [.setBar("app.animated", text)])
            let after = SequenceNumber(rawValue: sequence.rawValue - 1)
            let result = daemon.submit(change.encoded, after: after, by: phone)
            #expect(outcomes(result) == [.applied])
        }
        #expect(daemon.commits.map(\.animated) == [true, false])
    }

    @Test("P12: a newer daemon's commit decodes, joins and digests, whatever fields it has")
    func newerDaemon() throws {
        let stamp = Navsync_Newer_Stamp.with {
            $0.time = 5
            $0.device = Data([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1])
            $0.sequence = 3
            $0.zone = "Asia/Seoul"
        }
        let commit = Navsync_Newer_Commit.with {
            $0.revision = 1
            $0.stamp = stamp
            $0.author = "watch"
            $0.reason = "shaken"
            $0.operations = [.with { $0.pinTab = .with { $0.tab = "inbox" } }, .init()]
            $0.outcomes = [
                .with {
                    $0.kind = 6
                    $0.by = 1
                    $0.words = "deferred"
                },
                .with {
                    $0.kind = 5
                    $0.reason = 900
                },
            ]
            $0.effects = [
                .with {
                    $0.kind = 77
                    $0.name = "pin"
                    $0.field = 1
                    $0.value = Data([1])
                    $0.weight = 3
                },
                .with {
                    $0.kind = 1
                    $0.name = "inbox"
                    $0.field = 2_000
                    $0.part = "dark"
                    $0.index = 1
                    $0.value = Data([2])
                },
            ]
        }
        let read = try Commit(encoded: try commit.serializedBytes())
        #expect(read.outcomes.map(\.kind) == [.unknown(6), .rejected])
        #expect(read.outcomes[1].reason == .unspecified)
        #expect(read.operations == [.unknown, .unknown])
        var state = SceneState()
        state.apply(read)
        let pin = RecordID(kind: RecordID.Kind(rawValue: 77), name: "pin")
        #expect(state[pin, Field(number: 1)] != nil)
        #expect(state.recomputedDigest == state.digest)

        let kept = try Navsync_Newer_Snapshot(serializedBytes: state.snapshot)
        #expect(kept.entries.map(\.field) == [2_000, 1])
        #expect(try SceneState(snapshot: state.snapshot).digest == state.digest)
        // Written again by the older one it still says what it said.
        let again = try Navsync_Newer_Commit(serializedBytes: read.encoded)
        #expect(again.outcomes.map(\.kind) == [6, 5])
        #expect(again.effects.map(\.field) == commit.effects.map(\.field))
    }
}
