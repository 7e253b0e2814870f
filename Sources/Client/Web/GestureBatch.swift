package import NavigationJSON

/// A gesture of a person in a browser.
package struct Gesture: Hashable, Sendable {
    /// The action that a gesture asks for.
    package enum Action: Hashable, Sendable {
        /// To perform an intent.
        case perform(RequestedChange)
        /// To undo this device's last change.
        case undo
        /// To redo the change that was undone last.
        case redo
        /// The browser kept something that is no gesture, which has to be refused and not retried.
        case unreadable
    }

    /// The number in the browser's journal.
    package let number: Int64
    /// The action.
    package let action: Action
}

/// The gestures that a browser hands over, in the order in which they were made.
package struct GestureBatch: Hashable, Sendable {
    /// The id of the browser's journal, which numbers the gestures.
    package let journal: String
    /// The gestures; their numbers ascend.
    package let gestures: [Gesture]

    /// Reads the body of a request; `nil` if it is no batch. A gesture that can't be read is part of
    /// it: the browser would send it again for ever.
    package init?(_ text: String) {
        guard case .object(let members)? = try? JSON(parsing: text), members.count == 2,
            case .string(let journal)? = members["journal"], journal.utf8.count == 32,
            journal.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "f") ~= $0 }),
            case .array(let elements)? = members["gestures"],
            elements.count <= WebLimits.gestures
        else { return nil }
        self.journal = journal
        var gestures: [Gesture] = []
        for element in elements {
            guard case .object(let members) = element,
                case .integer(let number)? = members["number"],
                number > gestures.last?.number ?? 0
            else { return nil }
            gestures.append(Gesture(number: number, action: Gesture.Action(members)))
        }
        self.gestures = gestures
    }
}

extension Gesture.Action {
    fileprivate init(_ members: [String: JSON]) {
        switch (members["intent"], members["step"]) {
        case (nil, .string("undo")): self = .undo
        case (nil, .string("redo")): self = .redo
        case (let intent?, nil):
            self = (try? RequestedChange(intent)).map(Self.perform) ?? .unreadable
        // A gesture has either an intent or a step.
        default: self = .unreadable
        }
    }
}

/// The gestures that a browser has handed over, by the last number of each journal.
///
/// A number is noted as begun before its change is made, with the last change of the device by then.
/// After a crash in between, a newer change of the device shows that the gesture was performed.
package struct HandedOver: Hashable, Sendable, Codable {
    /// A journal with the last number that was handed over.
    struct Journal: Hashable, Sendable, Codable {
        let id: String
        var last: Int64
    }

    /// A gesture that was begun.
    struct Begun: Hashable, Sendable, Codable {
        let journal: String
        let number: Int64
        let lastChange: Int64
    }

    private(set) var journals: [Journal] = []
    private(set) var begun: Begun?

    /// The most journals that are remembered: a browser begins one when its data was deleted.
    static let journalLimit = 8

    /// Nothing was handed over yet.
    package init() {}

    /// Returns a Boolean value indicating whether a gesture was handed over.
    package func contains(_ number: Int64, of journal: String) -> Bool {
        journals.contains { $0.id == journal && $0.last >= number }
    }

    /// Notes that a gesture is about to be performed.
    package mutating func begin(_ number: Int64, of journal: String, lastChange: Int64) {
        begun = Begun(journal: journal, number: number, lastChange: lastChange)
    }

    /// Notes that the gesture that was begun is performed, or refused for good.
    package mutating func end() {
        guard let begun else { return }
        self.begun = nil
        journals.removeAll { $0.id == begun.journal && $0.last < begun.number }
        guard !contains(begun.number, of: begun.journal) else { return }
        journals.append(Journal(id: begun.journal, last: begun.number))
        journals.removeFirst(max(0, journals.count - Self.journalLimit))
    }

    /// Decides, after a start, about the gesture that was begun: it was performed if the device has a
    /// newer change.
    package mutating func recover(lastChange: Int64) {
        if let begun, lastChange > begun.lastChange { end() }
        begun = nil
    }
}
