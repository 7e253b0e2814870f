import Foundation
import Testing

@Suite("Pages for those who change navsync")
struct PageTests {
    private static let pages =
        Repository.files(in: "Sources/navsync.docc", endingWith: ".md")
        + Repository.files(in: ".github", endingWith: ".md")

    @Test("Every path in a page is there", arguments: pages)
    func paths(page: String) throws {
        let text = try Repository.text(of: page)
        var folder = ""
        for match in text.matches(of: /`([A-Za-z+\/.…_-]+)`/) {
            let path = String(match.output.1)
            if path.contains(/^(Sources|Tests|Config|\.ci)\//) {
                #expect(Repository.exists(path), "\(page): \(path)")
                if path.hasSuffix(".swift") {
                    folder = path.split(separator: "/").dropLast().joined(separator: "/")
                }
            } else if path.hasSuffix(".swift"), !path.contains("…"), path != "Package.swift" {
                // A file beside the one named before it.
                #expect(Repository.exists("\(folder)/\(path)"), "\(page): \(path) in \(folder)")
            }
        }
    }

    @Test("Every source that a library's page names is there")
    func sources() throws {
        let files = TidyTests.sources + Repository.files(in: "Tests", endingWith: ".swift")
        var count = 0
        for page in Repository.files(in: "Sources", endingWith: ".md") {
            for match in try Repository.text(of: page).matches(of: /`([\w+\/.]+\.swift)`/) {
                let path = String(match.output.1)
                count += 1
                let isThere = files.contains { $0.hasSuffix("/" + path) } || Repository.exists(path)
                #expect(isThere || path.hasPrefix("Generated/"), "\(page): \(path)")
            }
        }
        #expect(count > 100)
    }

    @Test("Every message of the daemon's log is in the table of the operating guide")
    func journal() throws {
        let page = "Sources/Daemon/NavigationServer/NavigationServer.docc/Operating.md"
        let cells = try Repository.text(of: page).split(separator: "\n")
            .filter { $0.hasPrefix("| ") }
            .flatMap { $0.split(separator: "|")[0].split(separator: ",") }
        let names = Set(cells.map(Self.name))
        var count = 0
        for source in TidyTests.sources where source.hasPrefix("Sources/Daemon/") {
            let calls = /logger\.(?:info|notice|warning|error|critical)\(\s*"([^"\\]+)"/
            for match in try Repository.text(of: source).matches(of: calls) {
                count += 1
                let name = Self.name(match.output.1)
                #expect(names.contains(name), "\(source): \(name)")
            }
        }
        #expect(count > 20)
    }

    /// Returns a message up to its colon.
    private static func name(_ text: Substring) -> String {
        text.prefix { $0 != ":" }.trimmingCharacters(in: .whitespaces)
    }

    @Test("Every file that a page links to is there", arguments: pages)
    func links(page: String) throws {
        let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        for match in try Repository.text(of: page).matches(of: /\]\(([^)#]+)[^)]*\)/) {
            let link = String(match.output.1)
            guard !link.contains("://") else { continue }
            #expect(Repository.exists(folder + link), "\(page): \(link)")
        }
    }

    @Test("The glossary has each term once")
    func glossary() throws {
        let text = try Repository.text(of: "Sources/navsync.docc/Glossary.md")
        let terms = text.matches(of: /\n\| ([^|]+) \|/).map { String($0.output.1) }
            .filter { $0 != "term" }.flatMap { $0.components(separatedBy: ", ") }
        #expect(terms.count > 80)
        let repeated = Dictionary(grouping: terms) { $0 }.filter { $0.value.count > 1 }
        #expect(repeated.isEmpty, "\(repeated.keys)")
    }
}
