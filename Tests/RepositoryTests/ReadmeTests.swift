import Foundation
import Testing

@Suite("The README is accurate")
struct ReadmeTests {
    @Test("Every file that it links to is there")
    func links() throws {
        let readme = try Repository.text(of: "README.md")
        let links = readme.matches(of: /\]\(([^)#]+)\)/).map { String($0.1) }
        #expect(!links.isEmpty)
        for link in links where !link.contains("://") {
            #expect(Repository.exists(link), "\(link)")
        }
    }

    @Test(
        "The lines to paste are there for the continuous check to run", arguments: ["demo", "test"])
    func linesToPaste(name: String) throws {
        let readme = try Repository.text(of: "README.md")
        let parts = readme.components(separatedBy: "<!-- ci: \(name) -->\n```sh\n")
        #expect(parts.count == 2)
        let block = try #require(parts.last?.components(separatedBy: "\n```").first)
        #expect(!block.contains("\n"), "one line, to be pasted as it is")
        #expect(block.contains("libzmq3-dev") && block.contains("libsqlite3-dev"))
    }

    @Test(
        "Each example for apps is there for the continuous check to build and run",
        arguments: [
            ("embedding", "README.md"), ("package", inAnApp), ("picture", inAnApp),
        ])
    func example(name: String, page: String) throws {
        let parts = try Repository.text(of: page).components(
            separatedBy: "<!-- ci: \(name) -->\n```swift\n")
        #expect(parts.count == 2)
        let block = try #require(parts.last?.components(separatedBy: "\n```").first)
        #expect(block.contains("import "))
        let script = try Repository.text(of: ".ci/embedding")
        #expect(script.contains(".ci/code-block \(name) "))
    }

    private static let inAnApp =
        "Sources/Client/NavigationClient/NavigationClient.docc/InAnApp.md"

    @Test("The picture of modules names each of them")
    func modules() throws {
        let parts = try Repository.text(of: "README.md").components(separatedBy: "\n```\n")
        let picture = try #require(parts.first { $0.hasPrefix("Daemon  ") })
        let words = Set(picture.split { $0 == " " || $0 == "\n" }.map(String.init))
        for target in Set(TidyTests.sources.map(TidyTests.target(of:))) {
            #expect(words.contains(target), "\(target)")
        }
    }
}
