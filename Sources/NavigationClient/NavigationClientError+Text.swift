internal import NavigationModel

extension NavigationClientError {
    /// A way out that a message names in words that fit any program, and that a program may name in its
    /// own: as the command or the button that it has for it.
    public enum Remedy: Hashable, Sendable {
        /// To make the device one of the store that was found, or to use another device.
        case adopt
        /// To answer the topmost modal, or to change its own stack.
        case answerModal
        /// To let this device do more, from another one.
        case changeRole
        /// To take changes out of the outbox.
        case dropWaiting
        /// To bring back what this device has, if the store that was found is there in the place of its own.
        case heal
        /// To invite this device once more.
        case invite
        /// To look which screens there are.
        case listScreens
        /// To look which changes are on the shelf.
        case listShelf
        /// To make the scene by what is first declared in it.
        case makeScene
        /// To have what the daemon has stored mended, by whoever runs it.
        case mendStore
        /// To name the daemon's endpoint.
        case nameEndpoint
        /// To name the endpoint of another daemon.
        case nameOtherEndpoint
        /// To pair this device.
        case pair
        /// To pair this device once more, by an invitation that another device makes.
        case pairAgain
        /// To pair this device once more instead of restoring its key.
        case pairAnew
        /// To look for a fault in the daemon's database.
        case seekFault
        /// To wait longer.
        case waitLonger

        /// The same in words that fit any program: a part of a sentence.
        public var words: String {
            switch self {
            case .adopt: "adopt the store, or use another device"
            case .answerModal: "answer it first, or change its own stack"
            case .changeRole, .pairAnew: ""
            case .dropWaiting: ", or drop some"
            case .heal: ", or bring back what this device has if the other is gone"
            case .invite: "ask for another"
            case .listScreens: ""
            case .listShelf: ""
            case .makeScene: "it comes into being by declaring a tab or a bar"
            case .mendStore: "whoever runs the daemon has to restore a backup"
            case .nameEndpoint: "or name its endpoint"
            case .nameOtherEndpoint: "name the endpoint of another daemon for those"
            case .pair: "pair it with an invitation"
            case .pairAgain: "with an invitation"
            case .seekFault: "have the daemon's database audited"
            case .waitLonger: "wait longer"
            }
        }
    }

    /// A message in parts, of which some are ways out.
    struct Text: Sendable, ExpressibleByStringInterpolation {
        /// A part of a message.
        enum Part: Sendable {
            case words(String)
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

        /// The interpolation of words, of other errors and of ways out.
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

            mutating func appendInterpolation(remedy: Remedy) {
                parts.append(.remedy(remedy))
            }
        }
    }

    /// The message with ways out as a program words them.
    ///
    /// - Parameter words: a part of a sentence for each, as ``Remedy/words`` is.
    public func message(wording words: (Remedy) -> String) -> String {
        text.parts.map { part in
            switch part {
            case .words(let words): words
            case .remedy(let remedy): words(remedy)
            }
        }.joined()
    }

    /// The ways out that the message names, in order.
    public var remedies: [Remedy] {
        text.parts.compactMap { if case .remedy(let remedy) = $0 { remedy } else { nil } }
    }
}
