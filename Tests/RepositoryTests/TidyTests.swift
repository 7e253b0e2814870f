import Foundation
import Testing

@Suite("The repository is as its authors want to find it")
struct TidyTests {
    static let sources = Repository.files(in: "Sources", endingWith: ".swift")
    static let tests = Repository.files(in: "Tests", endingWith: ".swift")

    @Test("At the top level there is nothing but what the layout names")
    func topLevel() throws {
        let allowed: Set = ["Package.swift", "Sources", "Tests", "Config", "Systemd", "README.md"]
        let entries = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
        let extra = entries.filter {
            !$0.hasPrefix(".") && !allowed.contains($0) && $0 != "Package.resolved"
        }
        #expect(extra.isEmpty, "\(extra)")
    }

    @Test("No file is longer than 500 lines, and the median is at most 150")
    func fileLengths() throws {
        let lengths = try Self.sources.map { (length: try Repository.lineCount(of: $0), path: $0) }
        let long = lengths.filter { $0.length > 500 }
        #expect(long.isEmpty, "\(long)")
        let median = lengths.map(\.length).sorted()[lengths.count / 2]
        #expect(median <= 150)
        let longTests = try Self.tests.filter { try Repository.lineCount(of: $0) > 500 }
        #expect(longTests.isEmpty, "\(longTests)")
    }

    @Test("At most 3 of 100 doc comments begin with a clause about the thing instead of its name")
    func firstWords() throws {
        let clauses: Set = [
            "What", "Who", "Whose", "Whom", "Whether", "How", "Which", "Where", "When", "Why",
            "That", "Whoever", "Whatever", "Wherever", "However",
        ]
        for paths in [Self.sources, Self.tests] {
            var (count, clausal) = (0, [String]())
            for path in paths where !path.contains("/Generated/") {
                var isInside = false
                for line in try Repository.text(of: path).split(separator: "\n") {
                    let text = line.drop { $0 == " " }
                    defer { isInside = text.hasPrefix("///") }
                    guard text.hasPrefix("///"), !isInside else { continue }
                    count += 1
                    let first = text.dropFirst(3).split { !$0.isLetter }.first.map(String.init)
                    if let first, clauses.contains(first) { clausal.append("\(path): \(text)") }
                }
            }
            #expect(count > 1_000 && clausal.count * 100 <= count * 3, "\(count): \(clausal)")
        }
    }

    @Test("Nothing is left unfinished or asserted away")
    func unfinished() throws {
        let marks = ["TO" + "DO", "FIX" + "ME", "fatal" + "Error(", "try" + "!", "as" + "! "]
        for path in Self.sources {
            let text = try Repository.text(of: path)
            for mark in marks { #expect(!text.contains(mark), "\(path): \(mark)") }
        }
    }

    @Test("Libraries name no command and no option: an app's user has none")
    func commands() throws {
        // To administrators alone: a daemon's words on users.
        let exceptions = [
            "NavigationSync/Authority/Access/Failure+Access.swift"
        ]
        let commandLine = [
            "Sources/Bars/BarCommands/", "Sources/Client/CommandLine/", "Sources/Client/Demo/",
            "Sources/Client/navctl/", "Sources/Daemon/navsyncd/",
        ]
        let names = ["navctl", "with --timeout", "--endpoint", "--device", "--beneath", "--modal"]
        for path in Self.sources
        where !commandLine.contains(where: path.hasPrefix)
            && !exceptions.contains(where: path.hasSuffix)
        {
            for line in try Repository.text(of: path).split(separator: "\n") {
                let code = line.drop { $0 == " " }
                guard !code.hasPrefix("//") else { continue }
                for name in names { #expect(!code.contains(name), "\(path): \(code)") }
            }
        }
    }

    @Test("An outside package that does one job is imported by one target")
    func packageImports() throws {
        let modules = [
            "Crypto", "SwiftProtobuf", "GRDB", "Yams", "CYaml", "ServiceLifecycle", "CZeroMQ",
        ]
        for module in modules {
            var targets: Set<Substring> = []
            for path in Self.sources {
                let imports = try Repository.text(of: path).split(separator: "\n")
                guard imports.contains(where: { $0.hasSuffix("import \(module)") }) else {
                    continue
                }
                targets.insert(path.split(separator: "/")[2])
            }
            #expect(targets.count <= 1, "\(module) is imported by \(targets.sorted())")
        }
    }

    @Test("Pure targets read no clock, no disk and no socket")
    func purity() throws {
        let pure = [
            "NavigationProto", "NavigationModel", "NavigationProperties", "NavigationWire",
            "NavigationSync", "NavigationBars", "NavigationSceneFile", "NavigationYAML",
        ]
        let impure = [
            "import Glibc", "import Foundation\n", "import Dispatch", "import GRDB",
            "import ZeroMQ", "ContinuousClock.now", "SystemRandomNumberGenerator()", " async ",
        ]
        for path in Self.sources where pure.contains(String(path.split(separator: "/")[2])) {
            let text = try Repository.text(of: path)
            for mark in impure { #expect(!text.contains(mark), "\(path): \(mark)") }
        }
    }

    @Test("Arrows between layers go down only")
    func layers() throws {
        let layers: [[String]] = [
            [
                "NavigationProto", "NavigationText", "CAcceptGuard", "CProcess", "CQREncode",
                "CSQLite", "CZeroMQ",
            ],
            ["NavigationModel", "NavigationYAML"],
            ["NavigationWire", "NavigationProperties", "ZeroMQ", "Files"],
            ["NavigationSync", "NavigationBars", "NavigationSceneFile"],
            ["NavigationStore", "NavigationTransport", "NavigationMetrics"],
            ["NavigationServer", "NavigationClient"], ["CommandLine"], ["BarCommands", "Demo"],
            ["navsyncd", "navctl"],
        ]
        var heights: [String: Int] = [:]
        for (height, layer) in layers.enumerated() { for name in layer { heights[name] = height } }
        for path in Self.sources {
            let target = String(path.split(separator: "/")[2])
            let height = try #require(heights[target], "\(target) has no layer")
            for line in try Repository.text(of: path).split(separator: "\n") {
                guard let words = Optional(line.split(separator: " ")), words.count >= 2,
                    words[words.count - 2] == "import",
                    let below = heights[String(words[words.count - 1])]
                else { continue }
                #expect(below < height, "\(path): \(line)")
            }
        }
    }

    @Test("No vector is wider than 16 bytes: see .ci/async-frames")
    func vectors() throws {
        let wide = ["SIMD3<", "SIMD4<", "SIMD8<", "SIMD16<", "SIMD32<", "SIMD64<"]
        for path in Self.sources {
            let text = try Repository.text(of: path)
            for type in wide { #expect(!text.contains(type), "\(path): \(type)") }
        }
    }

    @Test("The help of every command fits a terminal of 80 columns as it is written")
    func helpWidths() throws {
        var blocks = 0
        for path in Self.sources + Self.tests {
            var indentation: Int?
            for line in try Repository.text(of: path).components(separatedBy: "\n") {
                let spaces = line.prefix { $0 == " " }.count
                if line.hasSuffix("discussion: " + "\"\"\"") {
                    indentation = spaces + 4
                    blocks += 1
                } else if line.contains("\"\"\"") {
                    indentation = nil
                } else if let indentation {
                    // A backslash is written as two.
                    let width = line.replacing("\\\\", with: "\\").count - indentation
                    #expect(width <= 80, "\(path): \(line)")
                }
            }
        }
        #expect(blocks > 20)
    }

    @Test("Every library has a first page that says what to read")
    func documentation() throws {
        let folders = Set(
            Self.sources.map { $0.split(separator: "/").prefix(3).joined(separator: "/") })
        for folder in folders where !["navctl", "navsyncd"].contains(where: folder.hasSuffix) {
            let target = folder.split(separator: "/")[2]
            let page = "\(folder)/\(target).docc/\(target).md"
            #expect(Repository.exists(page), "\(page) is missing")
        }
    }
}
