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
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: ["YAML"]),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CZeroMQ"),
        .target(name: "ZeroMQ", dependencies: ["CZeroMQ"], swiftSettings: settings),
        .target(
            name: "NavigationModel",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: settings),
        .target(
            name: "NavigationWire",
            dependencies: [
                "NavigationModel", .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["navsync.proto", "Generated/navsync.proto.sha256"],
            swiftSettings: settings),
        .target(
            name: "NavigationSync",
            dependencies: [
                "NavigationModel", "NavigationWire",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: settings),
        .target(
            name: "NavigationTransport",
            dependencies: [
                "NavigationWire", "ZeroMQ",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "NavigationSyncTests",
            dependencies: ["NavigationModel", "NavigationSync", "NavigationWire"],
            swiftSettings: settings),
        .target(
            name: "NavigationSceneFile",
            dependencies: ["NavigationModel", .product(name: "Yams", package: "Yams")],
            swiftSettings: settings),
        .target(
            name: "NavigationBars", dependencies: ["NavigationModel"], swiftSettings: settings),
        .testTarget(
            name: "NavigationSceneFileTests",
            dependencies: ["NavigationModel", "NavigationSceneFile"], swiftSettings: settings),
        .testTarget(
            name: "NavigationBarsTests",
            dependencies: ["NavigationBars", "NavigationModel", "NavigationSceneFile"],
            exclude: ["Golden"], swiftSettings: settings),
    ])
