internal import ArgumentParser

/// A duration as people write it: `5`, `5s`, `1.5s` or `500ms`.
struct Timeout: ExpressibleByArgument, Hashable, CustomStringConvertible {
    /// The time.
    let duration: Duration

    init(duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        let isMilliseconds = argument.hasSuffix("ms")
        let digits =
            isMilliseconds
            ? argument.dropLast(2)
            : argument.hasSuffix("s")
                ? argument.dropLast() : argument[...]
        guard let number = Double(digits), number >= 0, number <= 86_400_000 else { return nil }
        duration = .seconds(isMilliseconds ? number / 1_000 : number)
    }

    var description: String {
        let seconds = duration / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s"
    }

    var defaultValueDescription: String { description }
}
