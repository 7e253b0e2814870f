import Foundation
import NavigationModel
import Testing

@testable import NavigationBars

/// The pictures of the README and of the documentation. `.ci/draw-pictures` draws them with navctl.
@Suite("Reference pictures")
struct ReferencePictureTests {
    /// A line of the script: a name, a scene file, and how it is looked at.
    struct Line: Sendable, CustomTestStringConvertible {
        let name: String
        let scene: String
        let traits: DeviceTraits

        var testDescription: String { name }

        /// `draw phone mail --profile iphone-16 --locale ar`
        init?(_ line: Substring) throws {
            let words = line.split(separator: " ").map(String.init)
            guard words.count >= 3, words[0] == "draw" else { return nil }
            name = words[1]
            scene = words[2]
            var options: [String: String] = [:]
            for index in stride(from: 3, to: words.count - 1, by: 2) {
                options[words[index]] = words[index + 1]
            }
            let profile = try #require(DeviceProfile.named(options["--profile"] ?? ""))
            traits = profile.traits(
                orientation: try #require(
                    DeviceTraits.Orientation(rawValue: options["--orientation"] ?? "portrait")),
                appearance: try #require(
                    DeviceTraits.Appearance(rawValue: options["--appearance"] ?? "light")),
                locale: try #require(LanguageTag(options["--locale"] ?? "en")))
        }
    }

    private static let root = SceneSamples.golden.deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = root.appending(
        path: "Sources/Bars/NavigationBars/NavigationBars.docc/Resources")

    private static func lines() throws -> [Line] {
        let script = try String(
            contentsOf: root.appending(path: ".ci/draw-pictures"), encoding: .utf8)
        return try script.split(separator: "\n").compactMap { try Line($0) }
    }

    @Test("A picture is what navctl draws now: if not, run .ci/draw-pictures")
    func pictures() throws {
        let lines = try Self.lines()
        #expect(lines.count >= 5)
        for line in lines {
            let layout = BarLayout(try SceneSamples.app(line.scene), on: line.traits)
            try GoldenFile.expect(
                SVGDrawing(of: layout).text, toBe: Self.folder.appending(path: "\(line.name).svg"))
        }
    }

    @Test("Every picture is drawn by the script, and shown")
    func shown() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
        #expect(Set(files) == Set(try Self.lines().map { "\($0.name).svg" }))
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let page = try String(
            contentsOf: Self.folder.appending(path: "../PicturesOfBars.md"), encoding: .utf8)
        let gallery = try String(
            contentsOf: Self.folder.appending(path: "../Gallery.md"), encoding: .utf8)
        let (shown, others) = (
            files.filter { $0.hasPrefix("gallery-") }, files.filter { !$0.hasPrefix("gallery-") }
        )
        for file in shown { #expect(gallery.contains("(\(file.dropLast(4)))")) }
        for profile in DeviceProfile.all {
            #expect(files.contains("gallery-\(profile.name).svg"), "\(profile.name) is not shown")
        }
        for file in others {
            #expect(readme.contains("/Resources/\(file)"))
            #expect(page.contains("(\(file))") || page.contains("(\(file.dropLast(4)))"))
        }
    }
}
