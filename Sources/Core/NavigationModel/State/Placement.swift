/// The place of a screen: the value of its `placement` register.
package struct Placement: Hashable, Sendable {
    /// The way in which a screen was placed.
    package enum Parent: Hashable, Sendable {
        /// As an item of setItems, in the order of the stamps.
        case item
        /// By a push, on the screen that its device observed on top; on nothing if the stack was
        /// empty.
        case pushed(on: ScreenID?)
    }

    /// The stack that it is on.
    package let stack: StackID
    /// The way in which it was placed.
    package let base: Parent
    /// The stamp of the placement whose place a restored screen has come back to; `nil` for a place
    /// as new as the placement.
    package let originalStamp: Stamp?

    /// Joins the parts.
    package init(stack: StackID, base: Parent, since: Stamp? = nil) {
        self.stack = stack
        self.base = base
        self.originalStamp = since
    }

    /// Reads a register; `nil` if a newer version wrote a form that this one does not know.
    package init?(_ value: Value) {
        guard let flags = value.bytes.first.map(Flags.init), flags.isSubset(of: .known) else {
            return nil
        }
        let bytes = value.bytes
        var start = 1
        var since: Stamp?
        if flags.contains(.restored) {
            guard bytes.count >= start + Stamp.canonicalLength else { return nil }
            since = Stamp(canonical: bytes[start..<start + Stamp.canonicalLength])
            start += Stamp.canonicalLength
        }
        // An identifier contains no zero byte: after a second one the rest is none.
        let end = bytes[start...].firstIndex(of: 0) ?? bytes.count
        guard let stack = value.text(in: start..<end).flatMap(flags.stack) else { return nil }
        var below: ScreenID?
        if end < bytes.count {
            guard flags.contains(.pushed),
                let id = value.text(in: end + 1..<bytes.count).flatMap(ScreenID.init(rawValue:))
            else { return nil }
            below = id
        }
        self.init(
            stack: stack, base: flags.contains(.pushed) ? .pushed(on: below) : .item, since: since)
    }

    /// The register's content: one byte of flags, the stamp of the place if it is an older one,
    /// then the names with a zero byte between them, which no identifier contains.
    package var value: Value {
        var flags: Flags =
            switch stack {
            case .tab: []
            case .modal: .modal
            case .bar: .bar
            }
        var names = Array(stack.description.utf8)
        if case .pushed(on: let below) = base {
            flags.insert(.pushed)
            if let below { names += [0] + below.rawValue.utf8 }
        }
        var encoder = CanonicalBytes()
        if let originalStamp {
            flags.insert(.restored)
            encoder.append(originalStamp)
        }
        return Value(bytes: [flags.rawValue] + encoder.bytes + names)
    }

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let pushed = Flags(rawValue: 1)
        static let modal = Flags(rawValue: 2)
        static let restored = Flags(rawValue: 4)
        static let bar = Flags(rawValue: 8)
        static let known: Flags = [.pushed, .modal, .restored, .bar]

        /// Returns the stack of this name; `nil` if the name or the flags are invalid.
        func stack(_ name: String) -> StackID? {
            switch (contains(.modal), contains(.bar)) {
            case (false, false): TabID(rawValue: name).map(StackID.tab)
            case (true, false): ModalID(rawValue: name).map(StackID.modal)
            case (false, true): StandaloneBarID(rawValue: name).map(StackID.bar)
            case (true, true): nil
            }
        }
    }
}
