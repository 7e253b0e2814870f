import Foundation
import NavigationModel
import NavigationSceneFile
import NavigationWire

extension FuzzTarget {
    /// Inputs to begin with, of real encodings: whatever the protocol gets is in them at once.
    package func seeds() throws -> [[UInt8]] {
        switch self {
        case .change:
            return try golden("change.") + Self.nextCommits.map { Self.change($0).encoded }
        case .commit:
            return try golden("commit") + golden("outcomes")
                + (SampleScene.shared.commits + Self.nextCommits).map(\.encoded)
        case .feed: return try golden("feed.") + Self.feeds
        case .state: return try golden("snapshot") + [SampleScene.shared.state.snapshot]
        case .sceneFile: return try sceneFiles()
        case .database: return databaseSeeds
        case .deviceFile: return deviceFileSeeds
        case .drawing: return drawingSeeds
        case .http: return httpSeeds
        case .intent: return Self.intents.map { Array($0.utf8) }
        case .keys: return keySeeds
        case .reply: return try golden("reply.")
        case .request: return try requestScripts()
        case .mirror: return try mirrorScripts()
        case .rows: return Self.rowScripts
        case .pairingURL: return pairingURLSeeds
        case .names: return nameSeeds
        case .yaml: return try sceneFiles() + settingsFiles()
        case .zap: return zapSeeds
        }
    }

    private static let intents = [
        #"{"kind":"push","route":"/mail/3","title":"\ud83d\ude00","tab":"inbox","identity":"d"}"#,
        #"{"kind":"declareTab","tab":"new","title":"N","enabled":false,"after":"inbox"}"#,
        #"{"kind":"updateTab","tab":"inbox","properties":{"title@ko":"우편","purpose":null}}"#,
        #"{"kind":"setItems","items":[{"route":"/a"},{"route":"/b"}],"ifRevision":7}"#,
        #"{"kind":"presentModal","route":"/q","modalKind":"fullScreen","stack":[]}"#,
        #"{"kind":"batch","intents":[{"kind":"popToRoot"},{"kind":"setBadge","badge":"","tab":"x"}]}"#,
        #"{"kind":"setBar","key":"navigationBar.tintColor","value":"systemRed","animated":true}"#,
        #"[1.5e3,-0,"\u00e9\/\n",null,true,{"a":[{}]}]"#,
    ]

    // MARK: Messages

    /// The bytes that come after the sample scene.
    private static let nextCommits: [Commit] = {
        var scene = SampleScene.shared
        let before = scene.commits.count
        let item = ScreenDescription(route: "/mail/3", title: "Three")
        for intent: Intent in [
            .push(item), .push(item, onto: .bar("tools")), .popToRoot(), .setBadge("inbox", .dot),
            .setItems([item], of: "inbox"), .moveTab("search", .before("inbox")),
            .setBar("navigationBar.tintColor", nil), .removeBar("tools"),
            .setProperties(.tab("inbox"), ["title@ko": "우편"]),
            .updateTab("inbox", isEnabled: false),
        ] { scene.take(intent) }
        for modal in scene.state.scene.modals { scene.take(.answerModal(modal.id, .cancel)) }
        return Array(scene.commits[before...])
    }()

    private static func change(_ commit: Commit) -> Change {
        Change(
            device: commit.stamp.device, sequence: commit.stamp.sequence,
            base: Change.Base(revision: commit.revision, latest: commit.stamp.time),
            operations: commit.operations)
    }

    /// The scene at each of the next commits, and all of them at once.
    private static let feeds: [[UInt8]] = {
        var state = SampleScene.shared.state
        var feeds: [FeedMessage] = []
        for commit in nextCommits {
            state.apply(commit)
            feeds.append(.scene(head(commit.revision, state), [commit]))
        }
        let last = nextCommits.last?.revision ?? .zero
        return (feeds + [.scene(head(last, state), nextCommits)]).map(\.encoded)
    }()

    private static func head(_ revision: Revision, _ state: SceneState) -> Head {
        Head(scene: .main, epoch: SampleScene.epoch, revision: revision, digest: state.digest)
    }

    /// The golden messages whose names begin like this.
    private func golden(_ prefix: String) throws -> [[UInt8]] {
        let file = Self.repository + "/Tests/NavigationWireTests/Golden/messages.txt"
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        return lines.filter { $0.hasPrefix(prefix) }.map { line in
            let digits = Array(line.drop { $0 != " " }.dropFirst().utf8)
            return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
            }
        }
    }

    private static let repository = String(#filePath.split(separator: "/Tests/Support/")[0])

    private func sceneFiles() throws -> [[UInt8]] {
        let folder = Self.repository + "/Config/scenes/"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let written = SceneFile.write(SceneDescription(SampleScene.shared.state.scene))
        return try names.map { try [UInt8](Data(contentsOf: URL(filePath: folder + $0))) }
            + [Array(written.utf8)]
    }

    /// The daemon's settings, with all of them and with next to none.
    private func settingsFiles() throws -> [[UInt8]] {
        let file = URL(filePath: Self.repository + "/Config/navsyncd.yaml")
        return try [[UInt8](Data(contentsOf: file)), Array("log: {level: info}".utf8)]
    }

    // MARK: Scripts

    private func requestScripts() throws -> [[UInt8]] {
        // From each caller, whose number is in the upper half.
        let requests = try golden("request.").enumerated().flatMap { number, frame in
            [Script.Step(0, frame), Script.Step(UInt8(1 + number % 4) << 4, frame)]
        }
        let changes = try FuzzTarget.change.seeds()
        var scripts = requests.map { [$0] }
        scripts.append(Array(requests.prefix(32)))
        scripts += changes.map { [Script.Step(4, $0)] }
        // A while passes, then the daemon starts anew.
        let pause = [Script.Step(9, Array(repeating: 200, count: 12)), Script.Step(10)]
        for kind in UInt8(3)...7 {
            var session = changes.prefix(12).map { Script.Step(kind, $0) } + pause
            session += changes.suffix(8).map { Script.Step(kind, $0) }
            scripts.append(session)
            scripts.append([Script.Step(11)] + session)
        }
        scripts.append([Script.Step(8, [1, 2]), Script.Step(2, [8, 1])])
        return scripts.map(Script.bytes)
    }

    private func mirrorScripts() throws -> [[UInt8]] {
        let replies = try golden("reply.").map { Script.Step(1, $0) }
        let feeds = Self.feeds.map { Script.Step(3, $0) }
        let changes = try FuzzTarget.change.seeds().prefix(6).map { Script.Step(8, $0) }
        var scripts = [feeds, Array(feeds.reversed()), changes + feeds]
        scripts += replies.map { [Script.Step(5), $0] }
        scripts += replies.map { [changes[0], $0] }
        return scripts.map(Script.bytes) + Self.snapshotScripts
    }

    /// Another history, as a snapshot in parts.
    private static let snapshotScripts: [[UInt8]] = {
        var scene = SampleScene.shared
        scene.take(.push(ScreenDescription(route: "/other")))
        let bytes = scene.state.snapshot
        let parts = [bytes.prefix(100), bytes.dropFirst(100)].map(Array.init)
        return [Epoch(rawValue: 9), SampleScene.epoch].map { epoch in
            let head = Head(
                scene: .main, epoch: epoch, revision: 99, digest: scene.state.digest)
            let offer = SyncReply(
                head: head, content: .snapshot(id: 1, revision: 99, length: bytes.count),
                lastSequence: 0, time: scene.state.latest)
            let results: [Reply.Result] = [
                .synced(offer), .snapshotContent(offset: 0, content: parts[0]),
                .snapshotContent(offset: 100, content: parts[1]),
            ]
            var steps = [Script.Step(3, FeedMessage.scene(head, []).encoded)]
            steps += results.map { Script.Step(1, Reply(id: 0, result: $0).encoded) }
            steps += [Script.Step(7), Script.Step(4, [3, 0, 0])]
            return Script.bytes(steps)
        }
    }()

    /// Each column as it may be at worst.
    private static let rowScripts: [[UInt8]] = {
        // 0, -1, the ends of the range, 9; text, bytes, and nothing.
        let values: [[UInt8]] = [
            [0, 0], [0, 255, 255, 255, 255, 255, 255, 255, 255],
            [0, 127, 255, 255, 255, 255, 255, 255, 255], [0, 128, 0, 0, 0, 0, 0, 0, 0], [0, 9],
            [1, 97], [2, 10, 0], [3],
        ]
        return [DamagedRows.ofStore, DamagedRows.ofDevice].enumerated().flatMap { kind, columns in
            columns.indices.flatMap { column in
                values.map { value in
                    [UInt8(kind)] + Script.bytes([Script.Step(UInt8(column), [0] + value)])
                }
            }
        }
    }()
}
