import Foundation
import Testing

@Suite("Versions")
struct VersionTests {
    /// A section of a changelog.
    struct Release: Equatable {
        let version: String
        let date: String
    }

    /// The one place that says the version. All else is compared with it.
    static let source = "Sources/Core/NavigationWire/Protocol/NavsyncVersion.swift"

    private func current() throws -> String {
        let text = try Repository.text(of: Self.source)
        let match = try #require(text.firstMatch(of: /let current = "(\d+\.\d+\.\d+)"/))
        return String(match.output.1)
    }

    /// The releases of CHANGELOG.md, newest first.
    private func releases() throws -> [Release] {
        try Repository.text(of: ".github/CHANGELOG.md")
            .matches(of: /\n## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)\n/)
            .map { Release(version: String($0.output.1), date: String($0.output.2)) }
    }

    /// The releases of the packages' changelog, newest first.
    private func packageReleases() throws -> [Release] {
        let text = try Repository.text(of: "Config/debian/changelog")
        let entries = text.matches(
            of: /(?:^|\n)navsync \(([^)]+)\)[^\n]*\n(?:  [^\n]*\n|\n)+ -- [^\n]*>  ([^\n]+)\n/)
        let dates = DateFormatter()
        dates.locale = Locale(identifier: "en_US_POSIX")
        dates.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        let days = ISO8601DateFormatter()
        days.formatOptions = .withFullDate
        return try entries.map { entry in
            let date = try #require(dates.date(from: String(entry.output.2)))
            return Release(version: String(entry.output.1), date: days.string(from: date))
        }
    }

    @Test("The newest release in CHANGELOG.md has the version that the programs print")
    func changelog() throws {
        #expect(try releases().first?.version == current())
    }

    @Test("The packages' changelog has the releases of CHANGELOG.md, with their dates")
    func packages() throws {
        let releases = try releases()
        #expect(!releases.isEmpty)
        #expect(try packageReleases() == releases)
    }

    @Test("CHANGELOG.md begins with what is not released, and has the sections of its form alone")
    func form() throws {
        let text = try Repository.text(of: ".github/CHANGELOG.md")
        let headings = text.matches(of: /\n## ([^\n]*)/).map { String($0.output.1) }
        #expect(headings.first == "[Unreleased]")
        #expect(try headings.count == 1 + releases().count, "\(headings)")
        let kinds: Set = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
        let sections = text.matches(of: /\n### ([^\n]*)/).map { String($0.output.1) }
        #expect(kinds.isSuperset(of: sections), "\(sections)")
    }

    @Test("No other source, setting or unit spells the version out")
    func onlySource() throws {
        let version = try current()
        for path in TidyTests.sources where path != Self.source {
            #expect(try !Repository.text(of: path).contains("\"\(version)\""), "\(path)")
        }
        let others =
            Repository.files(in: "Config", endingWith: "") + ["README.md", "Package.swift"]
            + Repository.files(in: "Systemd", endingWith: "")
        for path in others where path != "Config/debian/changelog" {
            guard try Repository.isFile(path) else { continue }
            #expect(try !Repository.text(of: path).contains(version), "\(path)")
        }
    }

    @Test("The package for Python has the version of the programs")
    func python() throws {
        let project = try Repository.text(of: "Sources/Client/Python/pyproject.toml")
        let version = try #require(project.firstMatch(of: /\nversion = "([^"]*)"\n/)).output.1
        #expect(try version == current())
    }

    @Test("The toolchain's version is at least that of the manifest, and of the README")
    func toolchain() throws {
        let version = try Repository.text(of: ".swift-version").split(separator: "\n")
        let toolchain = try #require(version.first)
        let manifest = try Repository.text(of: "Package.swift")
        let tools = try #require(manifest.firstMatch(of: /swift-tools-version: ([\d.]+)/)).output.1
        #expect(toolchain.compare(tools, options: .numeric) != .orderedAscending)
        let readme = try Repository.text(of: "README.md")
        let named = try #require(readme.firstMatch(of: /Swift (\d+\.\d+) toolchain/)).output.1
        #expect(toolchain.hasPrefix(named + "."), "\(toolchain)")
    }

    @Test("Editors indent and break lines of Swift as the formatter does")
    func editors() throws {
        let format = try Repository.text(of: ".swift-format")
        let spaces = try #require(format.firstMatch(of: /"spaces": (\d+)/)).output.1
        let width = try #require(format.firstMatch(of: /"lineLength": (\d+)/)).output.1
        let sections = try Repository.text(of: ".editorconfig").components(separatedBy: "\n[")
        let all = try #require(sections.first { $0.hasPrefix("*]") })
        #expect(all.contains("indent_style = space\nindent_size = \(spaces)\n"))
        let swift = try #require(sections.first { $0.hasPrefix("*.swift]") })
        #expect(swift.contains("max_line_length = \(width)\n"))
    }
}
