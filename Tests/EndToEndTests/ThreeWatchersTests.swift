import Testing

@Suite("Three devices watch one scene and change it at once", .inTurns)
struct ThreeWatchersTests {
    private static let devices = ["phone", "tablet", "desk"]

    /// Returns the commands of each device, one after the other, while the others run theirs.
    private static func commands(of device: String) -> [[String]] {
        let tab = ["phone": "recents", "tablet": "contacts", "desk": "keypad"][device] ?? "recents"
        return [
            ["push", "phone://\(device)/1", "--tab", tab, "--title", "전화 · هاتف"],
            ["tab", "select", tab],
            ["tab", "badge", "voicemail", "add", "1"],
            ["push", "phone://\(device)/2", "--tab", "favourites"],
            ["pop", "--tab", tab],
            ["tab", "badge", tab, "set", device],
            ["set-items", "phone://\(device)", "phone://\(device)/3", "--tab", tab],
            ["pop", "--to-root", "--tab", "favourites"],
            ["tab", "update", tab, "--title", device],
            ["push", "phone://\(device)/4"],
        ]
    }

    @Test("Each sees every revision once, in order, with its author, and all end equal")
    func everyRevisionOnce() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change(as: "desk", "apply", Scenes.path("phone.en.yaml"))
            var watchers: [RunningProcess] = []
            for device in Self.devices { watchers.append(try await place.watch(as: device)) }

            let authors = try await Self.changeAtOnce(place)
            let daemon = try #require(try await place.status(as: "observer")["daemon"])
            let head = try #require(daemon["revision"]?.integer)
            #expect(authors.count == Int(head) - 1, "every revision but the first has its author")
            for watcher in watchers {
                try await watcher.untilRevision(head)
                let watched = try Watched(watcher)
                #expect(watched.revisions == Array(2...head))
                #expect(watched.authors == authors)
                #expect(watched.isGapless)
                #expect(watched.replacements.isEmpty)
                #expect(watched.digest == daemon["digest"]?.string)
            }
            for device in Self.devices {
                let shown = try await place.ask(as: device, "show")
                #expect(shown["revision"]?.integer == head)
                #expect(shown["digest"] == daemon["digest"])
            }
        }
    }

    /// Runs the commands of all devices at once; returns the authors of the revisions as they were
    /// reported.
    private static func changeAtOnce(_ place: Installation) async throws -> [Int64: String] {
        try await withThrowingTaskGroup(of: [Int64: String].self) { group in
            for device in devices {
                group.addTask {
                    var revisions: [Int64: String] = [:]
                    for command in commands(of: device) {
                        let result = try await place.startNavctl(
                            as: device, ["--output", "json"] + command
                        ).end()
                        #expect(result.ending == .exit(0), "\(command): \(result)")
                        let receipt = try JSON(result.output.text)
                        // A change that altered nothing has no revision of its own.
                        guard receipt["outcome"]?.string != "noop" else { continue }
                        revisions[try #require(receipt["revision"]?.integer)] = device
                    }
                    return revisions
                }
            }
            return try await group.reduce(into: [:]) { all, some in
                all.merge(some) { first, second in
                    Issue.record("a revision of two authors: \(first) and \(second)")
                    return first
                }
            }
        }
    }
}
