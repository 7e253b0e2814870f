/// An operating system with its version, which decides the bars that there are, and their look.
package struct Platform: Hashable, Sendable, Encodable {
    /// The operating systems that the bars are described for.
    package enum System: String, Hashable, Sendable, CaseIterable, Encodable {
        /// On a phone of Apple's.
        case iOS
        /// On a tablet of Apple's.
        case iPadOS
        /// An iPad app on a Mac.
        case macCatalyst
        /// On a television.
        case tvOS
        /// In a headset.
        case visionOS
        /// On a phone or tablet with Material components.
        case android
    }

    /// The system.
    package let system: System
    /// The first number of its version.
    package let major: Int
    /// The second.
    package let minor: Int

    /// Joins the parts.
    package init(_ system: System, _ major: Int, _ minor: Int = 0) {
        self.system = system
        self.major = major
        self.minor = minor
    }

    /// Returns a Boolean value indicating whether the version is this or a later one.
    package func isAtLeast(_ major: Int, _ minor: Int = 0) -> Bool {
        (self.major, self.minor) >= (major, minor)
    }
}

extension Platform {
    /// The reason that a text names no platform that has these bars.
    package enum ParseError: Error, Hashable, Sendable, CustomStringConvertible {
        /// It is no system with a version, as `iOS 18.0`.
        case malformed(String)
        /// The bars came later to the system.
        case tooOld(System, first: String)

        /// The problem and its remedy.
        package var description: String { "\(reason): \(advice)" }

        /// The problem alone.
        package var reason: String {
            switch self {
            case .malformed(let text): "'\(text)' is not a platform"
            case .tooOld(let system, let first):
                "\(system.rawValue) has these bars since \(first)"
            }
        }

        /// The remedy alone.
        package var advice: String {
            switch self {
            case .malformed:
                "use a system and its version, as 'iOS 18.0'; the systems are "
                    + System.allCases.map(\.rawValue).joined(separator: ", ")
            case .tooOld: "use that or a later version"
            }
        }
    }

    /// Reads `iOS 18.0`, `iOS 18` or `iOS18`; the system in any case.
    package init(parsing text: String) throws(ParseError) {
        let letters = text.prefix { $0.isLetter }
        let version = text.dropFirst(letters.count).drop { $0 == " " || $0 == "-" }
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map {
            $0.count <= 4 && $0.allSatisfy(\.isASCII) ? UInt16($0) : nil
        }
        guard
            let system = System.allCases.first(where: {
                $0.rawValue.lowercased() == letters.lowercased()
            }), let major = numbers[0], numbers.count <= 3,
            numbers.allSatisfy({ $0 != nil })
        else { throw .malformed(text) }
        let minor = numbers.count > 1 ? numbers[1] ?? 0 : 0
        self.init(system, Int(major), Int(minor))
        guard let first = system.first else { return }
        guard isAtLeast(first.major, first.minor) else {
            throw .tooOld(system, first: "\(first.major).\(first.minor)")
        }
    }

    /// `iOS 18.0`
    package var name: String { "\(system.rawValue) \(major).\(minor)" }
}

extension Platform {
    /// A Boolean value indicating whether the system has a search tab with a field: `UISearchTab`,
    /// since iOS 18 and visionOS 2.
    var hasSearchTab: Bool {
        switch system {
        case .iOS, .iPadOS, .macCatalyst: isAtLeast(18)
        case .visionOS: isAtLeast(2)
        case .tvOS, .android: false
        }
    }
}

extension Platform.System {
    /// The first version with a navigation bar, by the description of the navigation bar; `nil`
    /// where it names none: tvOS has a question mark there, and Android is not UIKit's.
    package var first: (major: Int, minor: Int)? {
        switch self {
        case .iOS, .iPadOS: (2, 0)
        case .macCatalyst: (13, 1)
        case .visionOS: (1, 0)
        case .tvOS, .android: nil
        }
    }
}
