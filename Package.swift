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

let package = Package(
    name: "navsync",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(
            url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: ["YAML"]),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .target(
            name: "NavigationModel",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: settings),
        .target(
            name: "NavigationWire",
            dependencies: [
                "NavigationModel", .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["navsync.proto"], swiftSettings: settings),
        .target(
            name: "NavigationStore",
            dependencies: [
                "NavigationModel", "NavigationWire",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "NavigationStoreTests",
            dependencies: [
                "NavigationModel", "NavigationStore", "NavigationWire", "StoreSamples",
                "StoreWriter",
                // The tests look into files, and damage them, past the store.
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        // What the tests of the store kill: a process that writes.
        .executableTarget(
            name: "StoreWriter",
            dependencies: ["NavigationModel", "NavigationStore", "StoreSamples"],
            path: "Tests/StoreWriter", swiftSettings: settings),
        .target(
            name: "StoreSamples",
            dependencies: ["NavigationModel", "NavigationStore", "NavigationWire"],
            path: "Tests/StoreSamples", swiftSettings: settings),
    ])
