import Foundation
import Testing

@Suite("The repository is as its authors want to find it")
struct TidyTests {
    static let sources = Repository.files(in: "Sources", endingWith: ".swift")
    static let tests = Repository.files(in: "Tests", endingWith: ".swift")

    /// Returns the target that a source is part of: its folder in a wing.
    static func target(of path: String) -> String {
        String(path.split(separator: "/")[2])
    }

    /// Returns the modules that a source imports, by imports of any access level.
    private static func imports(of path: String) throws -> [String] {
        try Repository.text(of: path).split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ")
            guard (2...3).contains(words.count), words[words.count - 2] == "import" else {
                return nil
            }
            return String(words[words.count - 1])
        }
    }

    /// Returns the names of the targets in Sources, as the package has them, with the wing of each.
    private static func wingsOfTargets() throws -> [String: String] {
        let manifest = try Repository.text(of: "Package.swift")
        var wings: [String: String] = [:]
        for match in manifest.matches(of: /path: "Sources\/(\w+)\/(\w+)"/) {
            wings[String(match.output.2)] = String(match.output.1)
        }
        for match in manifest.matches(of: /(?:module|program)\(\s*"([\w-]+)", in: "Sources\/(\w+)"/)
        {
            wings[String(match.output.1)] = String(match.output.2)
        }
        return wings
    }

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
        let others = try (Self.tests + ["Package.swift"]).filter {
            try Repository.lineCount(of: $0) > 500
        }
        #expect(others.isEmpty, "\(others)")
    }

    /// First words of a clause about a thing instead of its name.
    private static let clauses: Set = [
        "What", "Who", "Whose", "Whom", "Whether", "How", "Which", "Where", "When", "Why",
        "That", "Whoever", "Whatever", "Wherever", "However",
    ]

    @Test("At most 3 of 100 doc comments begin with a clause about the thing instead of its name")
    func firstWords() throws {
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
                    if let first, Self.clauses.contains(first) {
                        clausal.append("\(path): \(text)")
                    }
                }
            }
            #expect(count > 1_000 && clausal.count * 100 <= count * 3, "\(count): \(clausal)")
        }
    }

    @Test("Tests and suites are named by the behaviour or the subject")
    func displayNames() throws {
        var count = 0
        for path in Self.tests {
            var isNamed = false
            for line in try Repository.text(of: path).split(separator: "\n") {
                let code = line.drop { $0 == " " }
                isNamed = isNamed || code.hasPrefix("@Test(") || code.hasPrefix("@Suite(")
                guard isNamed, let quote = code.firstIndex(of: "\"") else { continue }
                isNamed = false
                count += 1
                // A row or a promise begins with its number, `P3: `.
                let words = code[quote...].split { !$0.isLetter && !$0.isNumber && $0 != "-" }
                let first = words.first { !$0.contains { $0.isNumber } }.map(String.init) ?? ""
                #expect(!Self.clauses.contains(first), "\(path): \(code)")
            }
        }
        #expect(count > 1_000)
    }

    @Test("Nothing is left unfinished or asserted away")
    func unfinished() throws {
        let marks = ["TO" + "DO", "FIX" + "ME", "fatal" + "Error(", "try" + "!", "as" + "! "]
        for path in Self.sources {
            let text = try Repository.text(of: path)
            for mark in marks { #expect(!text.contains(mark), "\(path): \(mark)") }
        }
    }

    @Test("Programs under test are started by `RunningProcesses`: Foundation's class may crash")
    func processes() throws {
        for path in Self.sources + Self.tests {
            #expect(!(try Repository.text(of: path)).contains("= Pro" + "cess()"), "\(path)")
        }
    }

    @Test("Libraries name no command and no option: an app's user has none")
    func commands() throws {
        let commandLine = [
            "Sources/Bars/BarCommands/", "Sources/Client/CommandLine/", "Sources/Client/Demo/",
            "Sources/Client/Web/", "Sources/Client/navctl/", "Sources/Client/navctl-web/",
            "Sources/Daemon/navsyncd/",
        ]
        let names = ["navctl", "--timeout", "--endpoint", "--device", "--beneath", "--modal"]
        for path in Self.sources where !commandLine.contains(where: path.hasPrefix) {
            for line in try Repository.text(of: path).split(separator: "\n") {
                let code = line.drop { $0 == " " }
                guard !code.hasPrefix("//") else { continue }
                for name in names { #expect(!code.contains(name), "\(path): \(code)") }
            }
        }
    }

    @Test("An outside module is imported by the targets that it is for, and no other")
    func packageImports() throws {
        let expected: [String: Set<String>] = [
            "CNettle": ["NavigationModel"],
            "CPostgreSQL": ["PostgreSQL"],
            "CSodium": ["NavigationModel"],
            "SwiftProtobuf": ["NavigationProto"],
            "CSQLite": ["DatabaseFiles", "NavigationStore", "SQLite"],
            "CYaml": ["NavigationYAML"],
            "ServiceLifecycle": ["navsyncd"],
            "CZeroMQ": ["ZeroMQ"], "FlyingFox": ["navctl-web"], "FlyingSocks": ["navctl-web"],
        ]
        var importers = expected.mapValues { _ in Set<String>() }
        for path in Self.sources {
            for module in try Self.imports(of: path) {
                importers[module]?.insert(Self.target(of: path))
            }
        }
        for (module, targets) in expected {
            #expect(importers[module] == targets, "\(module)")
        }
    }

    @Test("Only FoundationEssentials: Foundation would bring the programs 38 MB of tables")
    func foundation() throws {
        for path in Self.sources where !path.contains("/Generated/") {
            #expect(try !Self.imports(of: path).contains("Foundation"), "\(path)")
        }
    }

    @Test("Pure targets read no clock, no disk and no socket")
    func purity() throws {
        let pure = [
            "NavigationProto", "NavigationModel", "NavigationProperties", "NavigationWire",
            "NavigationSync", "NavigationBars", "NavigationSceneFile", "NavigationYAML", "Live",
        ]
        let impure = [
            "import Glibc", "import Foundation\n", "import Dispatch", "import SQLite",
            "import ZeroMQ", "ContinuousClock.now", "SystemRandomNumberGenerator()", " async ",
        ]
        for path in Self.sources where pure.contains(Self.target(of: path)) {
            let text = try Repository.text(of: path)
            for mark in impure { #expect(!text.contains(mark), "\(path): \(mark)") }
        }
    }

    @Test("Arrows between layers go down only")
    func layers() throws {
        let layers: [[String]] = [
            [
                "NavigationProto", "NavigationText", "CAcceptGuard", "CNettle", "CPOSIX",
                "CNavsync", "CPostgreSQL", "CQREncode", "CSQLite", "CSodium", "CYaml",
                "CZeroMQ",
            ],
            ["NavigationModel", "NavigationYAML", "POSIX", "PostgreSQL", "SQLite"],
            ["NavigationWire", "NavigationProperties", "ZeroMQ", "DatabaseFiles"],
            [
                "NavigationSync", "NavigationBars", "NavigationSceneFile", "NavigationTransport",
                "Reactor",
            ],
            ["NavigationStore", "DeviceStore", "NavigationMetrics"],
            ["NavigationServer", "NavigationClient", "NavigationPostgres"],
            ["NavigationApp", "NavigationJSON"],
            ["CommandLine", "LibNavsync"],
            ["BarCommands", "Demo", "Live", "Web"],
            ["navsyncd", "navctl", "navctl-web"],
        ]
        // Each target once, and no name that is none.
        let targets = try Self.wingsOfTargets().keys.sorted()
        #expect(layers.flatMap { $0 }.sorted() == targets)
        var heights: [String: Int] = [:]
        for (height, layer) in layers.enumerated() { for name in layer { heights[name] = height } }
        for path in Self.sources {
            let target = Self.target(of: path)
            let height = try #require(heights[target], "\(target) has no layer")
            for module in try Self.imports(of: path) {
                guard let below = heights[module] else { continue }
                #expect(below < height, "\(path) imports \(module)")
            }
        }
    }

    /// The folders of Sources keep apart what is built, read and replaced apart: the core runs
    /// without a disk, bars are drawn without either program, and an app that embeds the client has
    /// nothing of the daemon in it. An import that leaves its wing otherwise ties two of them
    /// together, so it needs a reason; one that is gone has to leave the list.
    @Test("Imports leave a wing only for those that it stands on")
    func wings() throws {
        let foundations: [String: Set<String>] = [
            "Core": [], "Platform": ["Core"], "Bars": ["Core", "Platform"],
            "Daemon": ["Core", "Platform"], "Client": ["Core", "Platform"],
        ]
        let exceptions: [String: Set<String>] = [
            // Its commands are of the command line, and draw what a mirror shows.
            "BarCommands": ["CommandLine", "NavigationClient"],
            // People read of a scene on a terminal what its bars show; backups are made and restored
            // without the daemon.
            "CommandLine": ["NavigationBars", "NavigationSceneFile", "NavigationStore"],
            // An object of a scene has its bars as well; an app declares its scene as a file has it.
            "NavigationJSON": ["NavigationBars"],
            "LibNavsync": ["NavigationSceneFile"],
            "Demo": ["NavigationBars", "NavigationSceneFile"],
            "Live": ["NavigationBars"],
            "Web": ["NavigationBars"],
            "navctl-web": ["NavigationBars"],
            "navctl": [
                "BarCommands", "NavigationBars", "NavigationPostgres", "NavigationStore",
            ],
        ]
        let wings = try Self.wingsOfTargets()
        var found: [String: Set<String>] = [:]
        for path in Self.sources {
            let target = Self.target(of: path)
            let wing = try #require(wings[target], "\(path) is of no target")
            let foundation = try #require(foundations[wing], "\(wing) is no wing")
            for module in try Self.imports(of: path) {
                guard let other = wings[module], other != wing, !foundation.contains(other)
                else { continue }
                found[target, default: []].insert(module)
            }
        }
        #expect(found == exceptions)
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

    @Test("Every library has a first page with a reading order")
    func documentation() throws {
        let folders = Set(
            Self.sources.map { $0.split(separator: "/").prefix(3).joined(separator: "/") })
        let programs = ["navctl", "navctl-web", "navsyncd"]
        for folder in folders where !programs.contains(where: folder.hasSuffix) {
            let target = Self.target(of: folder)
            let page = "\(folder)/\(target).docc/\(target).md"
            #expect(Repository.exists(page), "\(page) is missing")
        }
    }
}
