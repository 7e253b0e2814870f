// swift-tools-version: 6.2
import PackageDescription

/// Swift 6 mode for all, warnings are errors, and unsafe code has to say so.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
]

/// Packages with such flags can't be depended on by version: none in a directory of checkouts, which
/// is where what others depend on is.
let optimization: [SwiftSetting] =
    Context.packageDirectory.contains("/checkouts/")
    ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// For what computes and does nothing else, debugged or not: its tests go through so many cases that
/// without it they would take ten times as long.
let optimized = settings + optimization

/// Products of other packages that several targets use.
let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser")
let deque: Target.Dependency = .product(name: "DequeModule", package: "swift-collections")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let protobuf: Target.Dependency = .product(name: "SwiftProtobuf", package: "swift-protobuf")
let unixSignals: Target.Dependency = .product(
    name: "UnixSignals", package: "swift-service-lifecycle")

/// Returns the tests of a module, in a folder of their name.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources,
        swiftSettings: settings)
}

/// The system, the binding on libzmq, and the loop over both: what the sanitizers build.
let platform: [Target] = [
    // The calls of Linux that Swift can't import.
    .systemLibrary(name: "CPOSIX", path: "Sources/Platform/CPOSIX"),
    // Files, descriptors, locks, threads and processes.
    .target(
        name: "POSIX", dependencies: ["CPOSIX"], path: "Sources/Platform/POSIX",
        swiftSettings: settings),
    tests("POSIXTests", ["POSIX"]),
    .systemLibrary(name: "CZeroMQ", path: "Sources/Platform/CZeroMQ"),
    .target(
        name: "ZeroMQ", dependencies: ["CPOSIX", "CZeroMQ", "POSIX"],
        path: "Sources/Platform/ZeroMQ", swiftSettings: settings),
    tests("ZeroMQTests", ["SocketHarness", "ZeroMQ"]),
    // A thread that runs actors, polls sockets and descriptors, and keeps timers.
    .target(
        name: "Reactor", dependencies: ["CPOSIX", "POSIX", "ZeroMQ"],
        path: "Sources/Platform/Reactor", swiftSettings: settings),
    tests("ReactorTests", ["Reactor", "SocketHarness", "ZeroMQ"]),
    // Sockets on a thread of their own, connected in each way there is, and waited for.
    .target(
        name: "SocketHarness", dependencies: ["POSIX", "Reactor", "ZeroMQ"],
        path: "Tests/Support/SocketHarness", swiftSettings: settings),
]

/// State, operations, merge, projection; and what is drawn and written of it. No I/O, no clock.
let pure: [Target] = [
    // What may be printed, and the one place that prints.
    .target(name: "NavigationText", path: "Sources/Core/NavigationText", swiftSettings: optimized),
    // The generated messages: it alone imports protobuf.
    .target(
        name: "NavigationProto", dependencies: [protobuf], path: "Sources/Core/NavigationProto",
        exclude: ["navsync.proto", "Generated/navsync.proto.sha256"], swiftSettings: optimized),
    // SHA-256 for digests, by the processor's instructions: libsodium's takes five times as long.
    .systemLibrary(name: "CNettle", path: "Sources/Core/CNettle"),
    // ChaCha20-Poly1305 for the feed: libzmq encrypts with libsodium as well, so it is loaded anyway.
    .systemLibrary(name: "CSodium", path: "Sources/Core/CSodium"),
    .target(
        name: "NavigationModel",
        dependencies: [
            "CNettle", "CSodium", "NavigationProto", "NavigationText",
            .product(name: "HashTreeCollections", package: "swift-collections"),
        ], path: "Sources/Core/NavigationModel", swiftSettings: optimized),
    // The names of properties that mean something to bars, and the texts that they accept.
    .target(
        name: "NavigationProperties", dependencies: ["NavigationModel", "NavigationText"],
        path: "Sources/Core/NavigationProperties", swiftSettings: optimized),
    .target(
        name: "NavigationWire",
        dependencies: ["NavigationModel", "NavigationProto"], path: "Sources/Core/NavigationWire",
        swiftSettings: optimized),
    .target(
        name: "NavigationSync",
        dependencies: [
            "NavigationModel", "NavigationProto", "NavigationText", "NavigationWire", deque,
            .product(name: "HeapModule", package: "swift-collections"),
        ], path: "Sources/Core/NavigationSync", swiftSettings: optimized),
    .target(
        name: "NavigationBars",
        dependencies: ["NavigationModel", "NavigationProperties", "NavigationText"],
        path: "Sources/Bars/NavigationBars", swiftSettings: optimized),
    .systemLibrary(name: "CYaml", path: "Sources/Platform/CYaml"),
    // YAML with line and column, for scene files and for the daemon's settings.
    .target(
        name: "NavigationYAML", dependencies: ["CYaml", "NavigationText"],
        path: "Sources/Platform/NavigationYAML", swiftSettings: optimized),
    .target(
        name: "NavigationSceneFile",
        dependencies: [
            "NavigationModel", "NavigationProperties", "NavigationText", "NavigationYAML",
        ], path: "Sources/Bars/NavigationSceneFile", swiftSettings: optimized),
]

/// Disk and network.
let shells: [Target] = [
    // libzmq's accept, recv and send, of which the daemon has the last word.
    .target(name: "CAcceptGuard", path: "Sources/Platform/CAcceptGuard", swiftSettings: settings),
    .systemLibrary(name: "CSQLite", path: "Sources/Platform/CSQLite"),
    // Connections, statements and rows.
    .target(
        name: "SQLite", dependencies: ["CSQLite"], path: "Sources/Platform/SQLite",
        swiftSettings: settings),
    // A database file: made, recognised, checked, migrated, and its log read by our own code.
    .target(
        name: "DatabaseFiles", dependencies: ["CSQLite", "NavigationModel", "POSIX", "SQLite"],
        path: "Sources/Platform/DatabaseFiles", swiftSettings: settings),
    // Shared by a daemon and its clients: endpoints, channels, and keys in files.
    .target(
        name: "NavigationTransport", dependencies: ["POSIX", "ZeroMQ"],
        path: "Sources/Platform/NavigationTransport", swiftSettings: settings),
    .target(
        name: "NavigationStore",
        dependencies: [
            "CSQLite", "DatabaseFiles", "NavigationModel", "NavigationProto", "NavigationSync",
            "NavigationWire", "POSIX", "SQLite",
        ], path: "Sources/Daemon/NavigationStore", swiftSettings: settings),
    // A device's database: the mirrored scenes, the outbox, the undo journal, the pairing.
    .target(
        name: "DeviceStore",
        dependencies: [
            "DatabaseFiles", "NavigationModel", "NavigationProto", "NavigationSync",
            "NavigationWire", "POSIX", "SQLite",
        ], path: "Sources/Client/DeviceStore", swiftSettings: settings),
    // Metrics as text, over http: of our own, since packages bound neither the connections, the heads
    // nor the time of those who ask, and one user could take the descriptors and the memory of all.
    .target(
        name: "NavigationMetrics", dependencies: ["POSIX", "Reactor", "ZeroMQ"],
        path: "Sources/Daemon/NavigationMetrics", swiftSettings: settings),
    .target(
        name: "NavigationServer",
        dependencies: [
            "CAcceptGuard", "NavigationModel", "NavigationStore", "NavigationSync",
            "NavigationTransport", "NavigationWire", "POSIX", "Reactor", "ZeroMQ", deque, logging,
        ], path: "Sources/Daemon/NavigationServer", swiftSettings: settings),
    .target(
        name: "NavigationClient",
        dependencies: [
            "DeviceStore", "NavigationModel", "NavigationSync", "NavigationText",
            "NavigationTransport", "NavigationWire", "POSIX", "Reactor", "ZeroMQ", deque,
        ], path: "Sources/Client/NavigationClient", swiftSettings: settings),
    .target(
        name: "NavigationApp",
        dependencies: ["NavigationClient", "NavigationModel", "NavigationSync"],
        path: "Sources/Client/NavigationApp", swiftSettings: settings),
]

/// The command line in parts: what all commands share, the commands of bars and scene files, and the
/// demo. The tree of commands is in navctl.
let commands: [Target] = [
    .target(
        name: "CommandLine",
        dependencies: [
            "NavigationBars", "NavigationClient", "NavigationModel", "NavigationProperties",
            "NavigationSceneFile", "NavigationStore", "NavigationSync", "NavigationText",
            "NavigationWire", "POSIX", "ZeroMQ", argumentParser,
        ], path: "Sources/Client/CommandLine", swiftSettings: settings),
    .target(
        name: "BarCommands",
        dependencies: [
            "CommandLine", "NavigationBars", "NavigationClient", "NavigationModel",
            "NavigationProperties", "NavigationSceneFile", "NavigationText", argumentParser,
        ], path: "Sources/Bars/BarCommands", swiftSettings: settings),
    .target(
        name: "Demo",
        dependencies: [
            "CommandLine", "NavigationBars", "NavigationClient", "NavigationModel",
            "NavigationSceneFile", "NavigationSync", "NavigationText", "NavigationWire", "POSIX",
            "ZeroMQ", argumentParser, unixSignals,
        ], path: "Sources/Client/Demo", swiftSettings: settings),
]

let executables: [Target] = [
    // QR codes, for invitations.
    .systemLibrary(name: "CQREncode", path: "Sources/Client/CQREncode"),
    .executableTarget(
        name: "navctl",
        dependencies: [
            "BarCommands", "CommandLine", "CQREncode", "Demo", "DeviceStore", "NavigationBars",
            "NavigationClient", "NavigationModel", "NavigationProperties", "NavigationStore",
            "NavigationSync", "NavigationText", "NavigationWire", "POSIX", "ZeroMQ", argumentParser,
            unixSignals,
        ], path: "Sources/Client/navctl", swiftSettings: settings),
    .executableTarget(
        name: "navsyncd",
        dependencies: [
            "NavigationMetrics", "NavigationModel", "NavigationServer", "NavigationStore",
            "NavigationSync", "NavigationText", "NavigationWire", "NavigationYAML", "POSIX",
            argumentParser, logging,
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"), unixSignals,
        ], path: "Sources/Daemon/navsyncd", swiftSettings: settings),
]

let suites: [Target] = [
    // One generator for all that is random in tests: a seed repeats a run.
    .target(name: "SeededRandom", path: "Tests/Support/SeededRandom", swiftSettings: optimized),
    // The scene by the text of the design, the slow way: what the product is compared with.
    .target(
        name: "NavigationReference", dependencies: ["NavigationModel"],
        path: "Tests/Support/NavigationReference", swiftSettings: optimized),
    // The protocol as a later version could speak it.
    .target(
        name: "NewerProtocol", dependencies: [protobuf], path: "Tests/Support/NewerProtocol",
        exclude: ["newer.proto", "Generated/newer.proto.sha256"], swiftSettings: settings),
    tests("NavigationTextTests", ["NavigationText", "SeededRandom"]),
    tests("RepositoryTests", ["DescribedRows"]),
    // Database files that tests look into, damage and kill the writers of, past the stores.
    .target(
        name: "DatabaseHarness", dependencies: ["CSQLite", "SQLite"],
        path: "Tests/Support/DatabaseHarness", swiftSettings: settings),
    tests("SQLiteTests", ["DatabaseHarness", "SQLite"]),
    tests(
        "DatabaseFilesTests",
        [
            "DatabaseFiles", "DatabaseHarness", "NavigationModel", "NavigationStore",
            "NavigationSync", "StoreSamples",
        ]),
    tests(
        "DeviceStoreTests",
        [
            "DatabaseFiles", "DatabaseHarness", "DeviceStore", "NavigationModel", "NavigationSync",
            "NavigationWire", "POSIX", "SeededRandom", "StoreSamples", "StoreWriter", "SQLite",
        ], resources: [.copy("Fixtures")]),
    tests(
        "NavigationStoreTests",
        [
            "DatabaseFiles", "DatabaseHarness", "DeviceStore", "InMemoryStore", "NavigationModel",
            "NavigationStore", "NavigationSync", "NavigationWire", "POSIX", "SeededRandom",
            "StoreSamples", "StoreWriter", "SQLite",
        ], resources: [.copy("Fixtures")]),
    // What the tests of the store kill: a process that writes.
    .executableTarget(
        name: "StoreWriter",
        dependencies: [
            "DeviceStore", "NavigationModel", "NavigationStore", "NavigationSync", "NavigationWire",
            "StoreSamples",
        ], path: "Tests/Programs/StoreWriter", swiftSettings: settings),
    // The store's contract without a disk, failing on order.
    .target(
        name: "InMemoryStore",
        dependencies: [
            "NavigationModel", "NavigationStore", "NavigationSync", "NavigationWire",
        ], path: "Tests/Support/InMemoryStore", swiftSettings: settings),
    .target(
        name: "StoreSamples",
        dependencies: ["NavigationModel", "NavigationSync", "NavigationWire"],
        path: "Tests/Support/StoreSamples", swiftSettings: settings),
    tests(
        "NavigationModelTests",
        [
            "NavigationModel", "NavigationProto", "NavigationReference", "NavigationText",
            "SeededRandom",
        ]),
    tests("NavigationPropertiesTests", ["NavigationModel", "NavigationProperties"]),
    tests(
        "NavigationWireTests",
        ["NavigationModel", "NavigationProto", "NavigationWire", "SeededRandom"],
        exclude: ["Golden"]),
    tests(
        "DemoTests",
        [
            "CommandLine", "Demo", "navctl", "NavigationBars", "NavigationModel",
            "NavigationSceneFile", "NavigationText", "navsyncd", "POSIX", "ZeroMQ",
        ], exclude: ["Golden"]),
    // A daemon and its devices in one process, from one seed; and a command that runs it at length.
    .target(
        name: "NavigationSimulator",
        dependencies: [
            "DeviceStore", "InMemoryStore", "NavigationClient", "NavigationModel",
            "NavigationReference", "NavigationStore", "NavigationSync", "NavigationWire",
            "SeededRandom",
        ], path: "Tests/Support/NavigationSimulator", swiftSettings: optimized),
    .executableTarget(
        name: "navsim", dependencies: ["NavigationSimulator", argumentParser],
        path: "Tests/Programs/navsim", swiftSettings: settings),
    tests(
        "NavigationSyncTests",
        [
            "DeviceStore", "InMemoryStore", "NavigationModel", "NavigationSimulator",
            "NavigationStore", "NavigationSync", "NavigationWire", "navsim", "NewerProtocol",
            "SeededRandom",
        ]),
    tests(
        "NavigationClientTests",
        [
            "DescribedRows", "DeviceStore", "InMemoryStore", "NavigationClient", "NavigationModel",
            "NavigationServer", "NavigationStore", "NavigationSync", "NavigationTransport",
            "NavigationWire", "ZeroMQ", logging,
        ]),
    tests(
        "NavsyncdTests",
        [
            "NavigationServer", "NavigationSync", "NavigationText", "navsyncd", "SeededRandom",
            logging,
        ]),
    tests(
        "NavigationAppTests",
        ["NavigationApp", "NavigationClient", "NavigationModel", "NavigationSync"]),
    tests("NavigationMetricsTests", ["NavigationMetrics"]),
    tests("NavigationTransportTests", ["NavigationTransport", "ZeroMQ"]),
    tests(
        "NavigationServerTests",
        [
            "CAcceptGuard", "InMemoryStore", "NavigationClient", "NavigationModel",
            "NavigationServer", "NavigationStore", "NavigationSync", "NavigationTransport",
            "NavigationWire", "POSIX", "Reactor", "ZeroMQ", logging,
        ]),
    tests(
        "NavigationSceneFileTests",
        [
            "NavigationModel", "NavigationProperties", "NavigationSceneFile", "SeededRandom",
        ]),
    // What the bars are described to do, row by row, with the figures that tests hold them to.
    .target(
        name: "DescribedRows", path: "Tests/Support/DescribedRows", exclude: ["Rows"],
        swiftSettings: settings),
    tests(
        "NavigationBarsTests",
        [
            "DescribedRows", "NavigationBars", "NavigationModel", "NavigationProperties",
            "NavigationSceneFile", "NavigationText", "SeededRandom",
        ], exclude: ["Golden"]),
    // Programs under test: started, read as they print, waited for, and not left behind.
    .target(
        name: "RunningProcesses", path: "Tests/Support/RunningProcesses", swiftSettings: settings),
    // A device as a process, for the fault campaigns: see .ci/faults.
    .executableTarget(
        name: "FaultDevice",
        dependencies: ["NavigationClient", "NavigationModel", "NavigationWire"],
        path: "Tests/Programs/FaultDevice", swiftSettings: settings),
    // The daemon's speed beside the least server's; optimized, so that it is not measured itself.
    .executableTarget(
        name: "navbench",
        dependencies: [
            "CSQLite", "CZeroMQ", "NavigationModel", "NavigationWire", "RunningProcesses", "ZeroMQ",
            argumentParser,
        ], path: "Tests/Programs/navbench", swiftSettings: optimized),
    tests("NavbenchTests", ["navbench", "NavigationModel", "NavigationWire"]),
    // It starts the two binaries, so they are built first; and with the tests what .ci/faults starts.
    tests(
        "EndToEndTests",
        [
            "CSodium", "CommandLine", "DescribedRows", "DeviceStore", "FaultDevice", "navctl",
            "navsyncd", "NavigationClient", "NavigationModel", "NavigationWire",
            "RunningProcesses", "ZeroMQ", "SeededRandom", argumentParser,
            // Databases are filled past the daemon, so that copying them takes its time.
            "SQLite",
        ]),
    // The service under a systemd that is booted for the test; the two binaries as well.
    tests(
        "SystemdTests", ["navctl", "NavigationServer", "navsyncd", "RunningProcesses"],
        exclude: ["boot-systemd"]),
]

/// What is fuzzed of all that decodes bytes from outside: a function for each, which the ordinary
/// tests hand every kept input, and the fuzzer as many as there is time for.
let fuzzing: [Target] = [
    .target(
        name: "FuzzTargets",
        dependencies: [
            "BarCommands", "CommandLine", "DeviceStore", "InMemoryStore", "NavigationBars",
            "NavigationMetrics", "NavigationModel", "NavigationReference",
            "NavigationSceneFile", "NavigationServer", "NavigationStore", "NavigationSync",
            "NavigationText", "NavigationTransport", "NavigationWire", "NavigationYAML",
            "SeededRandom", "StoreSamples", "ZeroMQ",
            // What it prints is looked at from within.
            "navctl",
            // Rows are damaged past the store.
            "SQLite",
        ], path: "Tests/Support/FuzzTargets", swiftSettings: settings),
    tests(
        "FuzzTests", ["FuzzTargets", "SeededRandom", "navctl"],
        exclude: ["Corpus", "Crashes", "Dictionaries"]),
]

/// Libraries for apps, with the modules of the values that they hand out. What is `public` there is
/// stable, and listed in .ci/api.txt; all else that modules share is `package`.
let libraries = [
    // A device: mirrors of scenes, and changes to them.
    "NavigationClient": ["NavigationModel", "NavigationSync", "NavigationWire"],
    // Comforts for apps: a scene for views, scenes in memory, payloads as values.
    "NavigationApp": ["NavigationClient", "NavigationModel", "NavigationSync"],
    // Scenes, and intents to change them.
    "NavigationModel": ["NavigationProperties"],
    // Pictures, positions and speech of bars.
    "NavigationBars": ["NavigationModel", "NavigationProperties"],
    // Scenes as YAML files.
    "NavigationSceneFile": ["NavigationModel"],
]

let package = Package(
    name: "navsync",
    products: libraries.sorted { $0.key < $1.key }.map { name, others in
        .library(name: name, targets: [name] + others)
    },
    dependencies: [
        // The command line: parsing, help, completions.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Deque: queues. Heap: what is due first. TreeDictionary: copies that share.
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        // The daemon's log.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // The wire.
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
        // Signals and a graceful stop.
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: platform + pure + shells + commands + executables + suites + fuzzing)

/// Leaves the named targets, what they depend on, and the packages that these come from.
@MainActor func keep(_ names: Set<String>) {
    var (kept, packages, pending) = (Set<String>(), Set<String>(), Array(names))
    while let name = pending.popLast() {
        guard kept.insert(name).inserted else { continue }
        for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
            switch dependency {
            case .byNameItem(let name, _), .targetItem(let name, _): pending.append(name)
            case .productItem(_, let name, _, _): if let name { packages.insert(name) }
            @unknown default: break
            }
        }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { !kept.isSuperset(of: [$0.name] + (libraries[$0.name] ?? [])) }
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return true }
        return !packages.contains { location.hasSuffix("/" + $0) }
    }
}

// A part of the package, with a scratch path of its own: names of targets, or one of the names below.
switch Context.environment["NAVSYNC_PACKAGE"] {
case nil:
    break
case "platform":
    keep(["POSIXTests", "ReactorTests", "ZeroMQTests"])
case "programs":
    // The programs and nothing that tests them: see Config/debian/rules.
    keep(["navctl", "navsyncd"])
case "fuzz":
    // See .ci/fuzz. libFuzzer brings `main`, so navctl is a library here, looked at from within.
    package.targets.removeAll { $0.name == "navctl" }
    package.targets += executables.filter { $0.name == "navctl" }.map { executable in
        Target.target(
            name: executable.name, dependencies: executable.dependencies, path: executable.path,
            exclude: ["Main.swift"], swiftSettings: settings + [.unsafeFlags(["-enable-testing"])])
    }
    package.targets.append(
        .executableTarget(
            name: "navfuzz", dependencies: ["FuzzTargets"], path: "Tests/Programs/navfuzz",
            // The older linker can't read what the compiler writes.
            swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-use-ld=lld"])]))
    keep(["navfuzz"])
case "benchmarks":
    // NAVSYNC_PACKAGE=benchmarks swift package --scratch-path .build/benchmarks benchmark
    package.dependencies.append(
        // Percentiles over many runs, and comparisons with kept baselines.
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []))
    package.targets +=
        [
            ("MergeCost", ["NavigationModel"]), ("BarCost", ["NavigationBars", "NavigationModel"]),
            ("SealCost", ["NavigationModel", "NavigationWire"]),
        ]
        .map { name, dependencies in
            .executableTarget(
                name: name,
                dependencies: dependencies.map { .init(stringLiteral: $0) } + [
                    .product(name: "Benchmark", package: "benchmark")
                ],
                path: "Tests/Programs/Benchmarks/\(name)", swiftSettings: settings,
                plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
        }
        + [
            // A program of its own: it starts a daemon, and processes that abuse it.
            .executableTarget(
                name: "AbuseCost",
                dependencies: [
                    "NavigationClient", "NavigationModel", "NavigationSync", "NavigationTransport",
                    "NavigationWire", "POSIX", "Reactor", "RunningProcesses", "SeededRandom",
                    "ZeroMQ", argumentParser,
                ], path: "Tests/Programs/AbuseCost", swiftSettings: settings)
        ]
    keep(["AbuseCost", "BarCost", "MergeCost", "SealCost"])
case .some(let names):
    keep(Set(names.split(separator: ",").map(String.init)))
}
