import DescribedRows
import Foundation
import Testing

extension RowsOnTwoDevices {
    @Suite("Delegates")
    struct DelegateRows {
        /// Has a device run a program at an event: it keeps its input in a file, prints a word, and
        /// ends with the code. Returns the file.
        private func hook(
            _ kind: String, of device: String, endingWith code: Int = 0, _ devices: TwoDevices
        ) async throws -> String {
            let file = devices.place("\(device).\(kind)")
            try await devices.change(
                as: device, "hook", "set", kind, "/bin/sh", "-c",
                "cat >> \(file); echo told; exit \(code)")
            return file
        }

        /// Returns the events that the program received, in order.
        private func events(in file: String) throws -> [JSON] {
            guard FileManager.default.fileExists(atPath: file) else { return [] }
            return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
                .map { try JSON(String($0)) }
        }

        /// Returns the events that a device's hooks of these kinds receive while the desk pushes a
        /// screen and pops it again.
        private func reported(
            _ kinds: [String], of device: String, _ devices: TwoDevices
        ) async throws -> (events: [String: [JSON]], revisions: [Int64]) {
            var files: [String: String] = [:]
            for kind in kinds { files[kind] = try await hook(kind, of: device, devices) }
            let watch = try await devices.watch(as: device)
            defer { watch.signal(SIGKILL) }
            let push = try await devices.change("push", "mail://2", "--animated")
            let pop = try await devices.change("pop")
            try await watch.wait(for: "the hooks") { transcript in
                let words = transcript.errors.lines.filter { $0.hasSuffix("told") }
                return words.count == kinds.count ? true : nil
            }
            return (
                try files.mapValues(events), [push, pop].compactMap { $0["revision"]?.integer }
            )
        }

        @Test("N-31: a delegate is of a known kind: others can't be set")
        func kinds() async throws {
            let devices = try await TwoDevices("N-31", MailScene.twoTabs)
            for kind in devices.row.list("hooks") {
                try await devices.change(as: "n-31", "hook", "set", kind, "/bin/true")
            }
            let hooks = try await devices.change(as: "n-31", "hook", "list")["hooks"]
            #expect(hooks?.keys == Set(devices.row.list("hooks")))
            try await devices.refused(as: "n-31", "hook", "set", "willPush", "/bin/true")
        }

        @Test(
            "N-32, N-34: a delegate hears of everyone's pushes and pops, after them, with the revision"
        )
        func did() async throws {
            let devices = try await TwoDevices("N-32", MailScene.twoTabs)
            let kinds = devices.row.list("hooks")
            #expect(kinds == DescribedRow("N-34").list("hooks"))
            let (events, revisions) = try await reported(kinds, of: "n-32", devices)
            for (index, kind) in kinds.enumerated() {
                let event = try #require(events[kind]?.first)
                #expect(events[kind]?.count == 1)
                #expect(event["event"]?.string == kind)
                #expect(event[DescribedRow("N-34")["carries"]]?.integer == revisions[index])
                #expect(event["author"]?.string == "desk")
                #expect(event["animated"]?.boolean == (index == 0))
                #expect(
                    event["screens"]?.array?.compactMap { $0["route"]?.string } == ["mail://2"])
            }
        }

        @Test("N-33: a delegate is asked before a push or pop, and what it refuses does not happen")
        func should() async throws {
            let devices = try await TwoDevices("N-33", MailScene.twoTabs)
            for (kind, command) in zip(devices.row.list("hooks"), [["push", "mail://2"], ["pop"]]) {
                let file = try await hook(kind, of: "n-33", endingWith: 1, devices)
                try await devices.refused(as: "n-33", command)
                // No other device is held up by it.
                let other = try await devices.change(command)
                #expect(other["outcome"]?.string == "applied")
                let approvals = try events(in: file)
                #expect(approvals.map { $0["event"]?.string } == [kind])
                #expect(approvals.first?["revision"] == .null)
                _ = try await hook(kind, of: "n-33", devices)
                try await devices.change(as: "n-33", command)
                #expect(try events(in: file).count == 2)
            }
            let routes = try await devices.both().tab("inbox")?.routes
            #expect(routes == ["mail://", "mail://1"])
        }

        @Test("N-35: a change of one device reaches another, which shows it and can follow")
        func followed() async throws {
            let devices = try await TwoDevices("N-35", MailScene.twoTabs)
            let reported = try await devices.reported {
                try await devices.change("push", "mail://2")
            }
            #expect(reported.map { $0["event"]?.string } == [devices.row["event"]])
            #expect(reported.last?["scene"] == (try await devices.both()["scene"]))
        }

        @Test("N-71: a delegate has a method before and one after, for pushes and for pops")
        func fourMoments() async throws {
            let devices = try await TwoDevices("N-71", MailScene.twoTabs)
            let kinds = devices.row.list("hooks")
            #expect(kinds.count == devices.row.integer("count"))
            var files: [String] = []
            for kind in kinds { files.append(try await hook(kind, of: "n-71", devices)) }
            let watch = try await devices.watch(as: "n-71")
            defer { watch.signal(SIGKILL) }
            try await devices.change(as: "n-71", "push", "mail://2")
            try await devices.change(as: "n-71", "pop")
            try await watch.wait(for: "what is told after") { transcript in
                transcript.errors.lines.count { $0.hasSuffix("told") } == 2 ? true : nil
            }
            for (kind, file) in zip(kinds, files) {
                #expect(try events(in: file).map { $0["event"]?.string } == [kind])
            }
        }
    }
}
