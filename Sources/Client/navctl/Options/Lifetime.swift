internal import ArgumentParser
internal import NavigationWire

/// The lifetime of an invitation, as people write it: `90s`, `10m`, `1h`; a number alone is
/// seconds.
struct Lifetime: ExpressibleByArgument, Hashable, CustomStringConvertible {
    /// Whole seconds, from one to a day.
    let duration: Duration

    init(duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        let unit = argument.last.flatMap { units[$0] }
        guard let number = Int64(unit == nil ? argument[...] : argument.dropLast()), number > 0,
            number <= 86_400
        else { return nil }
        let duration = Duration.seconds(number * (unit ?? 1))
        guard duration <= InviteRequest.longestLifetime else { return nil }
        self.duration = duration
    }

    var description: String { StatusReport.span(UInt64(duration.components.seconds)) }

    var defaultValueDescription: String {
        let seconds = duration.components.seconds
        return seconds.isMultiple(of: 60) ? "\(seconds / 60)m" : "\(seconds)s"
    }
}
