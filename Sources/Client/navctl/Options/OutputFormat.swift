internal import ArgumentParser

/// The formats of results.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// For people.
    case text
    /// For programs: one object, or one a line.
    case json
}
