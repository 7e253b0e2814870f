import Foundation
import RunningProcesses
import Testing

@testable import CommandLine
@testable import Demo

@Suite("The demo itself, with the real programs", .serialized)
struct DemoRunTests {
    private struct Result: Decodable {
        struct Place: Decodable {
            let name: String?
            let digest: String
            let revision: UInt64
            let changes: Int?
            let outcomes: [String: Int]?
        }

        let equal: Bool
        let differences: [String]
        let devices: [Place]
        let daemon: Place
    }

    @Test("It ends with four equal digests, and leaves nothing behind", .timeLimit(.minutes(5)))
    func equal() throws {
        let run = try DemoRun("--output", "json")
        let (text, ending) = run.finish()
        try #require(ending == .exit(0), "\(text)\(run.complaints)")
        let result = try JSONDecoder().decode(Result.self, from: Data(text.utf8))
        #expect(result.equal)
        #expect(result.differences == [])
        #expect(result.devices.map(\.name) == ["phone", "tablet", "desk"])
        #expect(Set((result.devices + [result.daemon]).map(\.digest)).count == 1)
        #expect(Set((result.devices + [result.daemon]).map(\.revision)).count == 1)
        #expect(result.daemon.digest.count == 64)
        #expect(result.daemon.digest != String(repeating: "0", count: 64))
        for device in result.devices {
            #expect(device.changes == device.outcomes?.values.reduce(0, +))
        }
        #expect(run.leftovers == [])
    }

    @Test(
        "Without a terminal it prints one frame a step, without escapes, for any scene file",
        .timeLimit(.minutes(5)), arguments: ["music.ko", "phone.ar"])
    func frames(scene: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let run = try DemoRun(
            "--pace", "0", "--width", "80", "--scene-file",
            root.appending(path: "Config/scenes/\(scene).yaml").path)
        let (text, ending) = run.finish()
        try #require(ending == .exit(0), "\(text)\(run.complaints)")
        let captions = text.split(separator: "\n").compactMap {
            // A line with words from right to left is isolated.
            $0.wholeMatch(of: /\u{2068}?(\d+)\/12 .*/)
        }
        #expect(captions.compactMap { Int($0.1) } == Array(1...12))
        #expect(!text.contains("\u{1b}"))
        #expect(text.contains("○ offline, 3 pending"))
        #expect(text.contains("\nequal: "))
    }

    @Test(
        "Nothing stays behind, however it is ended", .timeLimit(.minutes(5)),
        arguments: [SIGINT, SIGTERM, SIGKILL])
    func ended(signal: Int32) throws {
        let run = try DemoRun("--pace", "5")
        // The daemon and the devices are there when the first step has been drawn.
        #expect(!run.process.output.availableData.isEmpty)
        let directory = try #require(run.leftovers.first)
        let deletion = try Deletion(of: directory, in: run.temporaryDirectory.path)
        run.process.signal(signal)
        #expect(run.finish().ending == .signal(signal))
        #expect(deletion.happens(within: .seconds(60)))
        #expect(run.leftovers == [])
        // Whoever deletes the directory is there a moment longer.
        let end = ContinuousClock.now + .seconds(60)
        while !processes(mentioning: directory).isEmpty, ContinuousClock.now < end { sched_yield() }
        #expect(processes(mentioning: directory) == [])
    }

    @Test("A missing scene file and an invalid one are reported")
    func wrongFiles() throws {
        let missing = try DemoRun("--scene-file", "/nowhere/app.yaml")
        #expect(missing.finish().ending == .exit(1))
        #expect(missing.complaints.contains("'/nowhere/app.yaml'"))
        let wrong = try DemoRun("--scene-file", "/dev/null")
        #expect(wrong.finish().ending == .exit(1))
        #expect(wrong.complaints.contains("/dev/null:1:1"))
    }

    private func processes(mentioning text: String) -> [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.filter { entry in
            guard Int(entry) != nil else { return false }
            let line = FileManager.default.contents(atPath: "/proc/\(entry)/cmdline") ?? Data()
            return String(decoding: line, as: UTF8.self).contains(text)
        }
    }
}
