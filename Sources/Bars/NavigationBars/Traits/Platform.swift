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
