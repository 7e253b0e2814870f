import Foundation
import NavigationBars
import NavigationModel
import NavigationSceneFile
import Testing

@testable import CommandLine
@testable import Demo

/// Pictures beside the tests, as text files that people can look at. Run the tests with
/// `NAVSYNC_RECORD_GOLDEN=1` to write them anew, and look at what changed.
@Suite("The pictures of the demo")
struct FrameTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Golden")

    private func expect(_ drawing: Drawing, toBe name: String) throws {
        let file = Self.golden.appending(path: "\(name).txt")
        if ProcessInfo.processInfo.environment["NAVSYNC_RECORD_GOLDEN"] != nil {
            try Data(drawing.text().utf8).write(to: file)
        }
        #expect(drawing.text() == (try String(contentsOf: file, encoding: .utf8)), "\(name)")
    }

    private func report(
        _ title: String, _ connection: DeviceReport.Connection, pending: Int
    ) -> DeviceReport {
        var report = DeviceReport()
        let stack = [
            Screen(id: "1", route: "clock://alarms", title: "Alarms"),
            Screen(id: "2", route: "clock://alarms/2", title: title),
        ]
        report.scene = ReportedScene(
            Scene(
                selectedTab: "alarms",
                tabs: [
                    Tab(id: "world", title: "World Clock", icon: "globe", badge: "3"),
                    Tab(id: "alarms", title: "Alarms", icon: "alarm", stack: stack),
                ]))
        report.revision = 12
        report.digest = String(repeating: "3f9c21aa", count: 8)
        report.connection = connection
        report.pending = pending
        return report
    }

    private var reports: [DemoDevice: DeviceReport] {
        [
            .phone: report(DemoDevice.phone.title(1), .live, pending: 0),
            .tablet: report(DemoDevice.tablet.title(2), .offline, pending: 3),
            .desk: report(DemoDevice.desk.title(3), .syncing, pending: 0),
        ]
    }

    @Test("A frame is what it was", arguments: [76, 80, 101, 132])
    func frame(columns: Int) throws {
        let frame = DemoFrame(
            reports: reports,
            caption: "8/12 A caption that is long enough to be broken where there are only a few "
                + "columns for it.",
            columns: columns, screenRows: 12)
        let drawing = frame.drawing
        #expect(drawing.lines.count == 12 + DemoFrame.rowsBelowScreens)
        #expect(drawing.lines.allSatisfy { $0.width == columns })
        try expect(drawing, toBe: "frame-\(columns)")
    }

    @Test("Before the first report, and with any caption, a frame has the same size")
    func sizes() {
        for length in [0, 1, 75, 76, 77, 200, 1_000] {
            for character in ["a", "서", "a ", "\u{1b}"] {
                let caption = String(repeating: character, count: length)
                let frame = DemoFrame(reports: [:], caption: caption, columns: 76, screenRows: 10)
                #expect(frame.drawing.lines.count == 10 + DemoFrame.rowsBelowScreens)
                #expect(frame.drawing.lines.allSatisfy { $0.width == 76 })
                #expect(!frame.drawing.text().contains("\u{1b}"))
            }
        }
    }

    @Test("The table of an equal end, and of one that is not")
    func tables() throws {
        try expect(ConvergenceTable(verdict: .sample(), columns: 76).drawing, toBe: "equal")
        let other = ConvergenceReport.sample(
            tabletDigest: "b", tabletRevision: 20, deskOutcomes: ["noop": 1])
        try expect(ConvergenceTable(verdict: other, columns: 76).drawing, toBe: "not-equal")
    }

    @Test("A report comes back from its line as it was")
    func reportLine() throws {
        for report in reports.values {
            let line = try JSONEncoder().encode(report)
            #expect(!line.contains(0x0a))
            #expect(try JSONDecoder().decode(DeviceReport.self, from: line) == report)
        }
    }
}

extension ConvergenceReport {
    /// An end that is equal unless told otherwise.
    static func sample(
        tabletDigest: Character = "a", tabletRevision: UInt64 = 21,
        deskOutcomes: [String: Int] = ["applied": 4, "noop": 1, "superseded": 1]
    ) -> ConvergenceReport {
        let digest = String(repeating: "a", count: 64)
        return ConvergenceReport(
            devices: [
                Device(
                    name: "phone", digest: digest, revision: 21, changes: 8,
                    outcomes: ["applied": 8]),
                Device(
                    name: "tablet", digest: String(repeating: tabletDigest, count: 64),
                    revision: tabletRevision, changes: 7, outcomes: ["applied": 6, "noop": 1]),
                Device(
                    name: "desk", digest: digest, revision: 21, changes: 6,
                    outcomes: deskOutcomes),
            ],
            daemon: Daemon(digest: digest, revision: 21))
    }
}
