internal import DeviceStore
internal import NavigationModel
internal import NavigationWire

extension NavigationClientError {
    /// A remedy that a message names in words that fit any program, and that a program may replace
    /// by its own: the command or the button that it has for it.
    public enum Remedy: Hashable, Sendable {
        /// To make the device adopt the store of the daemon, or to use another device.
        case adopt
        /// To answer the topmost modal, or to change its own stack.
        case answerModal
        /// To raise this device's role, from another device.
        case changeRole
        /// To drop changes from the outbox.
        case dropWaiting
        /// To heal the store from this device, if it stands in for the device's own.
        case heal
        /// To invite this device again.
        case invite
        /// To list the screens.
        case listScreens
        /// To list the changes on the shelf.
        case listShelf
        /// To create the scene by declaring a tab or a bar in it.
        case makeScene
        /// To restore the daemon's data, which only its operator can.
        case restoreStore
        /// To name the daemon's endpoint.
        case nameEndpoint
        /// To name the endpoint of another daemon.
        case nameOtherEndpoint
        /// To pair this device.
        case pair
        /// To pair this device again, by an invitation that another device makes.
        case pairAgain
        /// To pair this device again instead of restoring its key.
        case pairAnew
        /// To audit the daemon's database.
        case seekFault
        /// To wait longer.
        case waitLonger

        /// The remedy in words that fit any program: a part of a sentence.
        public var words: String {
            switch self {
            case .adopt: "adopt the store, or use another device"
            case .answerModal: "answer it first, or change its own stack"
            case .changeRole, .pairAnew: ""
            case .dropWaiting: ", or drop some"
            case .heal: ", or restore this device's state if the other store is lost"
            case .invite: "create another invitation"
            case .listScreens: ""
            case .listShelf: ""
            case .makeScene: "declare a tab or a bar to create it"
            case .restoreStore: "the operator has to restore a backup"
            case .nameEndpoint: "or set its endpoint"
            case .nameOtherEndpoint: "set the endpoint for another daemon"
            case .pair: "pair it with an invitation"
            case .pairAgain: "with an invitation"
            case .seekFault: "audit the daemon's database"
            case .waitLonger: "wait longer"
            }
        }
    }

    /// A message in parts: the failure, and what to do about it.
    struct Text: Sendable, ExpressibleByStringInterpolation {
        /// A part of a message.
        enum Part: Sendable {
            case words(String)
            case advice(String)
            case remedy(Remedy)
        }

        var parts: [Part]

        init(_ parts: [Part]) {
            self.parts = parts
        }

        init(stringLiteral words: String) {
            parts = [.words(words)]
        }

        init(stringInterpolation: StringInterpolation) {
            parts = stringInterpolation.parts
        }

        /// The interpolation of words, of other errors, and of what to do.
        struct StringInterpolation: StringInterpolationProtocol {
            var parts: [Part] = []

            init(literalCapacity: Int, interpolationCount: Int) {}

            mutating func appendLiteral(_ words: String) {
                parts.append(.words(words))
            }

            mutating func appendInterpolation(_ value: some CustomStringConvertible) {
                parts.append(.words(value.description))
            }

            mutating func appendInterpolation(messageOf error: NavigationClientError) {
                parts += error.text.parts
            }

            mutating func appendInterpolation(advice: String) {
                parts.append(.advice(advice))
            }

            mutating func appendInterpolation(remedy: Remedy) {
                parts.append(.remedy(remedy))
            }
        }
    }

    /// Returns the message with remedies in a program's own words.
    ///
    /// - Parameter words: Returns a part of a sentence for each remedy, as ``Remedy/words`` is.
    public func message(wording words: (Remedy) -> String) -> String {
        text.parts.map { part in
            switch part {
            case .words(let words), .advice(let words): words
            case .remedy(let remedy): words(remedy)
            }
        }.joined()
    }

    /// Returns what to do, without the failure; `nil` if the message does not say it.
    ///
    /// - Parameter words: Returns a part of a sentence for each remedy, as ``Remedy/words`` is.
    package func advice(wording words: (Remedy) -> String) -> String? {
        var sentences = [""]
        for part in text.parts {
            switch part {
            case .words(""): continue
            case .words: sentences.append("")
            case .advice(let words): sentences[sentences.count - 1] += words
            case .remedy(let remedy): sentences[sentences.count - 1] += words(remedy)
            }
        }
        let advice = sentences.map { sentence in
            let words = sentence.drop { [",", ";", ":", " "].contains($0) }
            return words.hasPrefix("or ") ? words.dropFirst(3) : words
        }.filter { !$0.isEmpty }
        return advice.isEmpty ? nil : advice.joined(separator: "; ")
    }

    /// The remedy that the underlying error has, as a part of the message; `nil` if it has none.
    package var causeAdvice: String? {
        switch cause {
        case let error as IntentError: error.advice
        case let error as DeviceDatabaseError: error.advice
        case let failure as Failure: failure.advice
        default: nil
        }
    }

    /// The remedies that the message names, in order.
    public var remedies: [Remedy] {
        text.parts.compactMap { if case .remedy(let remedy) = $0 { remedy } else { nil } }
    }
}
