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

/// State, merge and wire, and messages about them: what all do that hold scenes.
let core: [Target.Dependency] = [
    "NavigationModel", "NavigationSync", "NavigationText", "NavigationWire",
]

/// Products of other packages that several targets use.
let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser")
let deque: Target.Dependency = .product(name: "DequeModule", package: "swift-collections")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let protobuf: Target.Dependency = .product(name: "SwiftProtobuf", package: "swift-protobuf")
let unixSignals: Target.Dependency = .product(
    name: "UnixSignals", package: "swift-service-lifecycle")

/// Returns a module, in a folder of its name.
func module(
    _ name: String, in folder: String, _ dependencies: [Target.Dependency] = [],
    exclude: [String] = [], resources: [Resource] = [], _ settings: [SwiftSetting] = settings
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "\(folder)/\(name)", exclude: exclude,
        resources: resources, swiftSettings: settings)
}

/// Returns the tests of a module, in a folder of their name.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources,
        swiftSettings: settings)
}

/// Returns a program, in a folder of its name: of tests and measurements, unless another is given.
func program(
    _ name: String, in folder: String = "Tests/Programs", _ dependencies: [Target.Dependency],
    _ settings: [SwiftSetting] = settings
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "\(folder)/\(name)",
        swiftSettings: settings)
}

/// The system, the binding on libzmq, and the loop over both: what the sanitizers build.
let platform: [Target] = [
    .systemLibrary(name: "CPOSIX", path: "Sources/Platform/CPOSIX"),  // Calls of Linux.
    module("POSIX", in: "Sources/Platform", ["CPOSIX"]),  // Files, locks, threads, processes.
    tests("POSIXTests", ["POSIX"]),
    .systemLibrary(name: "CZeroMQ", path: "Sources/Platform/CZeroMQ"),
    module("ZeroMQ", in: "Sources/Platform", ["CPOSIX", "CZeroMQ", "POSIX"]),
    tests("ZeroMQTests", ["SocketHarness", "ZeroMQ"]),
    // A thread that runs actors, polls sockets and descriptors, and keeps timers.
    module("Reactor", in: "Sources/Platform", ["CPOSIX", "POSIX", "ZeroMQ"]),
    tests("ReactorTests", ["Reactor", "SocketHarness", "ZeroMQ"]),
    // Sockets on a thread of their own, connected in each way there is, and waited for.
    module("SocketHarness", in: "Tests/Support", ["POSIX", "Reactor", "ZeroMQ"]),
]

/// State, operations, merge, projection; and what is drawn and written of it. No I/O, no clock.
let pure: [Target] = [
    module("NavigationText", in: "Sources/Core", [], optimized),  // What may be printed.
    // The generated messages: it alone imports protobuf.
    module(
        "NavigationProto", in: "Sources/Core", [protobuf],
        exclude: ["navsync.proto", "Generated/navsync.proto.sha256"]),
    // SHA-256 for digests, by the processor's instructions: libsodium's takes five times as long.
    .systemLibrary(name: "CNettle", path: "Sources/Core/CNettle"),
    // ChaCha20-Poly1305 for the feed: libzmq encrypts with libsodium as well, so it is loaded anyway.
    .systemLibrary(name: "CSodium", path: "Sources/Core/CSodium"),
    module(
        "NavigationModel", in: "Sources/Core",
        [
            "CNettle", "CSodium", "NavigationProto", "NavigationText",
            .product(name: "HashTreeCollections", package: "swift-collections"),
        ], optimized),
    // The names of properties that mean something to bars, and the texts that they accept.
    module(
        "NavigationProperties", in: "Sources/Core", ["NavigationModel", "NavigationText"], optimized
    ),
    module(
        "NavigationWire", in: "Sources/Core", ["NavigationModel", "NavigationProto"], optimized),
    module(
        "NavigationSync", in: "Sources/Core",
        [
            "NavigationModel", "NavigationProto", "NavigationText", "NavigationWire", deque,
            .product(name: "HeapModule", package: "swift-collections"),
        ], optimized),
    module(
        "NavigationBars", in: "Sources/Bars",
        ["NavigationModel", "NavigationProperties", "NavigationText"], optimized),
    .systemLibrary(name: "CYaml", path: "Sources/Platform/CYaml"),
    // YAML with line and column, for scene files and for the daemon's settings.
    module("NavigationYAML", in: "Sources/Platform", ["CYaml", "NavigationText"], optimized),
    module(
        "NavigationSceneFile", in: "Sources/Bars",
        ["NavigationModel", "NavigationProperties", "NavigationText", "NavigationYAML"], optimized),
]

/// Disk and network.
let shells: [Target] = [
    module("CAcceptGuard", in: "Sources/Platform"),  // libzmq's accept, recv, send, getpid.
    .systemLibrary(name: "CSQLite", path: "Sources/Platform/CSQLite"),
    module("SQLite", in: "Sources/Platform", ["CSQLite"]),  // Connections, statements, rows.
    // A database file: made, recognised, checked, migrated.
    module(
        "DatabaseFiles", in: "Sources/Platform",
        ["CSQLite", "NavigationModel", "NavigationText", "POSIX", "SQLite"]),
    // Shared by a daemon and its clients: endpoints, channels, and keys in files.
    module("NavigationTransport", in: "Sources/Platform", ["POSIX", "ZeroMQ"]),
    module(
        "NavigationStore", in: "Sources/Daemon",
        core + ["CSQLite", "DatabaseFiles", "NavigationProto", "POSIX", "SQLite", deque]),
    // A fleet's store, by libpq, which is opened at the first connection: no build has need of it.
    module("CPostgreSQL", in: "Sources/Platform"),
    module("PostgreSQL", in: "Sources/Platform", ["CPostgreSQL"]),
    module(
        "NavigationPostgres", in: "Sources/Daemon",
        core + ["DatabaseFiles", "NavigationProto", "NavigationStore", "POSIX", "PostgreSQL"]),
    // A device's database: the mirrored scenes, the outbox, the undo journal, the pairing.
    module(
        "DeviceStore", in: "Sources/Client",
        core + ["DatabaseFiles", "NavigationProto", "POSIX", "SQLite"]),
    // Metrics as text, over HTTP.
    module("NavigationMetrics", in: "Sources/Daemon", ["POSIX", "Reactor", "ZeroMQ"]),
    module(
        "NavigationServer", in: "Sources/Daemon",
        core + [
            "CAcceptGuard", "NavigationStore", "NavigationTransport", "POSIX", "Reactor", "ZeroMQ",
            deque, logging,
        ]),
    module(
        "NavigationClient", in: "Sources/Client",
        core + ["DeviceStore", "NavigationTransport", "POSIX", "Reactor", "ZeroMQ", deque]),
    module(
        "NavigationApp", in: "Sources/Client",
        ["NavigationClient", "NavigationModel", "NavigationSync"]),
]

/// What stands on the client: objects in JSON; libnavsync with its header, for C; and the command line in
/// parts, whose tree is in navctl: what all commands share, those of bars and scene files, the demo.
let surfaces: [Target] = [
    module(
        "NavigationJSON", in: "Sources/Client",
        core + ["NavigationBars", "NavigationClient", "NavigationProperties"]),
    .systemLibrary(name: "CNavsync", path: "Sources/Client/CNavsync"),
    module(
        "LibNavsync", in: "Sources/Client",
        core + [
            "CNavsync", "CPOSIX", "NavigationClient", "NavigationJSON", "NavigationSceneFile",
            "POSIX",
        ]),
    module(
        "CommandLine", in: "Sources/Client",
        core + [
            "NavigationBars", "NavigationClient", "NavigationJSON", "NavigationProperties",
            "NavigationSceneFile", "NavigationStore", "POSIX", "ZeroMQ", argumentParser,
        ]),
    module(
        "BarCommands", in: "Sources/Bars",
        [
            "CommandLine", "NavigationBars", "NavigationClient", "NavigationModel",
            "NavigationProperties", "NavigationSceneFile", "NavigationText", "POSIX",
            argumentParser,
        ]),
    // Devices in browsers: pages, gestures, rules for requests; the server is navctl-web.
    module(
        "Web", in: "Sources/Client",
        core + [
            "CommandLine", "NavigationBars", "NavigationClient", "NavigationJSON",
            "POSIX", argumentParser,
        ],
        resources: [.embedInCode("Assets")]),
    // A device in a terminal: pure; its shell is in navctl.
    module(
        "Live", in: "Sources/Client",
        [
            "CommandLine", "NavigationBars", "NavigationClient", "NavigationModel",
            "NavigationSync", "NavigationText",
        ]),
    module(
        "Demo", in: "Sources/Client",
        core + [
            "CommandLine", "NavigationBars", "NavigationClient", "NavigationSceneFile",
            "POSIX", "ZeroMQ", argumentParser, unixSignals,
        ]),
]

let executables: [Target] = [
    .systemLibrary(name: "CQREncode", path: "Sources/Client/CQREncode"),  // For invitations.
    program(
        "navctl", in: "Sources/Client",
        core + [
            "BarCommands", "CommandLine", "CQREncode", "Demo", "DeviceStore", "Live",
            "NavigationBars", "NavigationClient", "NavigationPostgres", "NavigationProperties",
            "NavigationStore", "POSIX", "Web", "ZeroMQ", argumentParser, unixSignals,
        ]),
    // Devices in browsers: apart from navctl, since its HTTP server brings all of Foundation.
    program(
        "navctl-web", in: "Sources/Client",
        core + [
            "CommandLine", "NavigationBars", "NavigationClient", "NavigationJSON", "POSIX", "Web",
            argumentParser, unixSignals,
            .product(name: "FlyingFox", package: "FlyingFox"),
            .product(name: "FlyingSocks", package: "FlyingFox"),
        ]),
    program(
        "navsyncd", in: "Sources/Daemon",
        [
            "NavigationMetrics", "NavigationModel", "NavigationPostgres", "NavigationServer",
            "NavigationStore", "NavigationSync", "NavigationText", "NavigationWire",
            "NavigationYAML", "POSIX", argumentParser, logging,
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"), unixSignals,
        ]),
]

let suites: [Target] = [
    module("SeededRandom", in: "Tests/Support", [], optimized),  // A seed repeats a run.
    module("ProcessorTime", in: "Tests/Support", []),
    // The scene by the text of the design, the slow way: what the product is compared with.
    module("NavigationReference", in: "Tests/Support", ["NavigationModel"], optimized),
    // The protocol as a later version could speak it.
    module(
        "NewerProtocol", in: "Tests/Support", [protobuf],
        exclude: ["newer.proto", "Generated/newer.proto.sha256"]),
    tests("NavigationTextTests", ["NavigationText", "SeededRandom"]),
    tests("RepositoryTests", ["DescribedRows"]),
    // Database files that tests look into, damage and kill the writers of, past the stores.
    module("DatabaseHarness", in: "Tests/Support", ["CSQLite", "RunningProcesses", "SQLite"]),
    tests("SQLiteTests", ["DatabaseHarness", "SQLite"]),
    tests(
        "DatabaseFilesTests",
        [
            "DatabaseFiles", "DatabaseHarness", "NavigationModel", "NavigationStore",
            "NavigationSync", "StoreSamples",
        ]),
    tests(
        "DeviceStoreTests",
        core + [
            "DatabaseFiles", "DatabaseHarness", "DeviceStore", "POSIX", "SeededRandom",
            "StoreSamples", "StoreWriter", "SQLite",
        ], resources: [.copy("Fixtures")]),
    tests(
        "NavigationStoreTests",
        core + [
            "DatabaseFiles", "DatabaseHarness", "DeviceStore", "InMemoryStore",
            "NavigationPostgres", "NavigationStore", "POSIX", "PostgreSQL", "ProcessorTime",
            "RunningProcesses", "SeededRandom", "StoreSamples", "StoreWriter", "SQLite",
        ], resources: [.copy("Fixtures")]),
    // A process that writes, to be killed; and the store's contract without a disk, failing on order.
    program("StoreWriter", core + ["DeviceStore", "NavigationStore", "StoreSamples"]),
    module("InMemoryStore", in: "Tests/Support", core + ["NavigationStore"]),
    module("StoreSamples", in: "Tests/Support", core),
    tests(
        "NavigationModelTests",
        [
            "NavigationModel", "NavigationProto", "NavigationReference", "NavigationText",
            "ProcessorTime", "SeededRandom",
        ]),
    tests("NavigationPropertiesTests", ["NavigationModel", "NavigationProperties"]),
    tests(
        "NavigationWireTests",
        ["NavigationModel", "NavigationProto", "NavigationWire", "SeededRandom"],
        exclude: ["Golden"]),
    tests(
        "DemoTests",
        [
            "CommandLine", "Demo", "navctl", "NavigationBars", "NavigationModel", "navsyncd",
            "NavigationSceneFile", "NavigationText", "POSIX", "RunningProcesses", "ZeroMQ",
        ], exclude: ["Golden"]),
    // A daemon and its devices in one process, from one seed; and a command that runs it at length.
    module(
        "NavigationSimulator", in: "Tests/Support",
        core + [
            "DeviceStore", "InMemoryStore", "NavigationClient", "NavigationReference",
            "NavigationStore", "NavigationTransport", "SeededRandom",
        ], optimized),
    program("navsim", ["NavigationSimulator", argumentParser]),
    tests(
        "NavigationSyncTests",
        core + [
            "DeviceStore", "InMemoryStore", "NavigationSimulator", "NavigationStore", "navsim",
            "NewerProtocol", "RunningProcesses", "SeededRandom",
        ]),
    tests(
        "NavigationClientTests",
        core + [
            "CNavsync", "DescribedRows", "DeviceStore", "InMemoryStore", "LibNavsync", logging,
            "NavigationApp", "NavigationClient", "NavigationJSON", "NavigationServer",
            "NavigationStore", "NavigationTransport", "POSIX", "RunningProcesses", "ZeroMQ",
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
    tests(
        "LiveTests",
        [
            "CommandLine", "Live", "NavigationBars", "NavigationModel", "NavigationSync",
            "NavigationText", "SeededRandom",
        ], exclude: ["Golden"]),
    tests(
        "WebTests",
        core + ["NavigationBars", "NavigationClient", "NavigationJSON", "POSIX", "Web"]),
    tests("NavigationMetricsTests", ["NavigationMetrics"]),
    tests("NavigationTransportTests", ["NavigationTransport", "ZeroMQ"]),
    tests(
        "NavigationServerTests",
        core + [
            "CAcceptGuard", "InMemoryStore", "NavigationClient", "NavigationServer", "POSIX",
            "NavigationStore", "NavigationTransport", "Reactor", "RunningProcesses", "ZeroMQ",
            logging,
        ]),
    tests(
        "NavigationSceneFileTests",
        ["NavigationModel", "NavigationProperties", "NavigationSceneFile", "SeededRandom"]),
    module("DescribedRows", in: "Tests/Support", exclude: ["Rows"]),  // What bars do.
    tests(
        "NavigationBarsTests",
        [
            "DescribedRows", "NavigationBars", "NavigationModel", "NavigationProperties",
            "NavigationSceneFile", "NavigationText", "RunningProcesses", "SeededRandom",
        ], exclude: ["Golden"]),
    module("RunningProcesses", in: "Tests/Support", ["CPOSIX"]),  // Programs under test.
    program("FaultDevice", ["NavigationClient", "NavigationModel", "NavigationWire"]),
    // The daemon's speed beside the least server's; optimized, so that it is not measured itself.
    program(
        "navbench",
        [
            "CSQLite", "CZeroMQ", "NavigationModel", "NavigationWire", "RunningProcesses", "ZeroMQ",
            argumentParser,
        ], optimized),
    // What the benchmarks of one function measure.
    module(
        "MeasuredSubjects", in: "Tests/Support",
        ["NavigationBars", "NavigationModel", "NavigationWire", "SeededRandom"], optimized),
    tests(
        "NavbenchTests",
        ["MeasuredSubjects", "navbench", "NavigationBars", "NavigationModel", "NavigationWire"]),
    program(
        "AbuseCost",  // What a good device pays for each abuse.
        core + [
            "NavigationClient", "NavigationTransport", "POSIX", "Reactor", "RunningProcesses",
            "SeededRandom", "ZeroMQ", argumentParser,
        ]),
    // It starts the binaries, so they are built first; and with the tests what .ci/faults starts.
    tests(
        "EndToEndTests",
        [
            "CSodium", "CommandLine", "DescribedRows", "DeviceStore", "FaultDevice", "navctl",
            "navctl-web", "navsyncd", "NavigationClient", "NavigationModel", "NavigationWire",
            "RunningProcesses", "ZeroMQ", "SeededRandom", argumentParser,
            "SQLite",  // Databases are filled past the daemon.
        ]),
    // The service under a systemd that is booted for the test; the two binaries as well.
    tests(
        "SystemdTests", ["navctl", "NavigationServer", "navsyncd", "RunningProcesses"],
        exclude: ["boot-systemd"]),
]

/// What is fuzzed of all that decodes bytes from outside: a function for each, which the ordinary
/// tests hand every kept input, and the fuzzer as many as there is time for.
let fuzzing: [Target] = [
    module(
        "FuzzTargets", in: "Tests/Support",
        [
            "BarCommands", "CommandLine", "DeviceStore", "InMemoryStore", "Live", "NavigationBars",
            "NavigationMetrics", "NavigationModel", "NavigationReference",
            "NavigationSceneFile", "NavigationServer", "NavigationStore", "NavigationSync",
            "NavigationText", "NavigationTransport", "NavigationWire", "NavigationYAML",
            "SeededRandom", "StoreSamples", "ZeroMQ",
            "navctl",  // What it prints is looked at from within.
            "SQLite",  // Rows are damaged past the store.
        ]),
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
    "NavigationModel": ["NavigationProperties"],  // Scenes, and intents to change them.
    // Pictures, positions and speech of bars.
    "NavigationBars": ["NavigationModel", "NavigationProperties"],
    "NavigationSceneFile": ["NavigationModel"],  // Scenes as YAML files.
]

let package = Package(
    name: "navsync",
    products: [.library(name: "navsync", type: .dynamic, targets: ["LibNavsync"])]
        + libraries.sorted { $0.key < $1.key }.map { name, others in
            .library(name: name, targets: [name] + others)
        },
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),  // The daemon's log.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),  // Browsers' HTTP.
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: platform + pure + shells + surfaces + executables + suites + fuzzing)

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
    package.products.removeAll { !kept.isSuperset(of: ($0 as? Product.Library)?.targets ?? []) }
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return true }
        return !packages.contains { location.hasSuffix("/" + $0) }
    }
}

// A part of the package, with a scratch path of its own: names of targets, or one of these.
switch Context.environment["NAVSYNC_PACKAGE"] {
case nil: break
case "platform": keep(["POSIXTests", "ReactorTests", "ZeroMQTests"])
case "programs":
    // The library brings the Swift runtime, hidden, and is never unloaded: see Config/debian/rules.
    keep(["AbuseCost", "LibNavsync", "navbench", "navctl", "navctl-web", "navsyncd"])
    let map = "--version-script=Sources/Client/CNavsync/libnavsync.map"
    let options = ["-soname=libnavsync.so.0", map, "-z", "nodelete", "--no-undefined"]
    let runtime = ["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"]
    let flags = runtime + options.flatMap { ["-Xlinker", $0] }
    package.targets.first { $0.name == "LibNavsync" }?.linkerSettings = [.unsafeFlags(flags)]
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
            swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-use-ld=lld"])]))
    keep(["navfuzz"])
case "benchmarks":
    // NAVSYNC_PACKAGE=benchmarks swift package --scratch-path .build/benchmarks benchmark
    package.dependencies.append(
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []))
    package.targets += ["BarCost", "MergeCost", "SealCost"].map { name in
        .executableTarget(
            name: name,
            dependencies: [
                "MeasuredSubjects", "NavigationBars",
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Tests/Programs/Benchmarks/\(name)", swiftSettings: settings,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
    }
    keep(["BarCost", "MergeCost", "SealCost"])
case .some(let names): keep(Set(names.split(separator: ",").map(String.init)))
}
