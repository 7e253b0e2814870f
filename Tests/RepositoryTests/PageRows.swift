import DescribedRows
import Testing

@Suite("Described rows of pages and settings")
struct PageRows {
    /// Every page about the bars, by its lines.
    private func lines() throws -> [Substring] {
        try Repository.files(
            in: "Sources/Bars/NavigationBars/NavigationBars.docc", endingWith: ".md"
        )
        .flatMap { try Repository.text(of: $0).split(separator: "\n") }
    }

    @Test("M-40: the guide has the installation as lines to paste")
    func installation() throws {
        let guide = try Repository.text(of: DescribedRow("M-40")["guide"])
        let lines = guide.split(separator: "\n").filter { $0.contains("apt-get install") }
        #expect(!lines.isEmpty)
        for line in lines { #expect(line.contains("&& swift "), "\(line)") }
    }

    @Test(
        "T-66: one model covers the bar, its items and SwiftUI's, and a page maps them")
    func oneModel() throws {
        let lines = try lines()
        for name in DescribedRow("T-66").list("names") {
            // A line of the table: their name, and ours.
            let rows = lines.filter { $0.hasPrefix("|") && $0.contains("`\(name)`") }
            #expect(rows.contains { $0.contains("``") }, "\(name): \(rows)")
        }
    }

    @Test("N-94: all targets are built in the mode that checks what tasks share, without warnings")
    func languageMode() throws {
        let manifest = try Repository.text(of: "Package.swift")
        let mode = DescribedRow("N-94")["languageMode"]
        #expect(manifest.contains(".swiftLanguageMode(.v\(mode))"))
        #expect(manifest.contains(".treatAllWarnings(as: .error)"))
        let targets = manifest.matches(of: /\.(target|testTarget|executableTarget)\(/).count
        // One in each function that makes modules and tests.
        #expect(targets + manifest.matches(of: /(module|tests)\(\s*"/).count > 50)
        #expect(manifest.contains("let optimized = settings + "))
        #expect(manifest.matches(of: /swiftSettings: (settings|optimized)/).count == targets)
    }

    @Test("N-105: each conformance without an equivalent is named as absent, with the reason")
    func absences() throws {
        let lines = try lines()
        let row = DescribedRow("N-105")
        for name in row.list("protocols") {
            let mentions = lines.filter { $0.contains("`\(name)`") && $0.contains(row["words"]) }
            #expect(mentions.contains { $0.contains("because") }, "\(name)")
        }
    }

    @Test("N-117: the guides that are only linked to are named, with where to read on")
    func guides() throws {
        let section = try #require(
            Repository.text(
                of: "Sources/Bars/NavigationBars/NavigationBars.docc/Absent.md"
            ).split(separator: "\n## ").first { $0.contains("(N-117)") })
        let points = section.split(separator: "\n- ").dropFirst()
        let guides = DescribedRow("N-117").list("guides")
        #expect(points.count == guides.count)
        for guide in guides {
            // Its name, and what is said of it or where.
            let point = points.first { $0.lowercased().contains(guide.lowercased()) }
            let claim = point?.split(separator: ":", maxSplits: 1).last ?? ""
            #expect(claim.contains("<doc:") || claim.count > 40, "\(guide)")
        }
    }
}
