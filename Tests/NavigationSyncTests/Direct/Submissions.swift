import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom

/// Devices that submit their changes to a daemon once, again, too early and under used numbers.
enum Submissions {
    enum Step: Hashable {
        /// A device submits its next change.
        case next(Int)
        /// It submits one of its changes again, so many before the last.
        case again(Int, back: Int)
        /// It leaves one out.
        case ahead(Int)
        /// It gives another change the number of its last.
        case reuse(Int)
        /// The daemon starts again from its disk.
        case restart
    }

    static func script(seed: UInt64) -> [Step] {
        var generator = SeededGenerator(seed: seed)
        return (0..<24).map { _ in
            let device = generator.below(3)
            switch generator.below(8) {
            case 0..<3: return .next(device)
            case 3, 4: return .again(device, back: generator.below(4))
            case 5: return .ahead(device)
            case 6: return .reuse(device)
            default: return .restart
            }
        }
    }

    static func story(_ script: [Step]) -> String {
        script.map { "  \($0)" }.joined(separator: "\n")
    }

    /// Returns a description of the first broken promise in a run of a script; `nil` if there is
    /// none.
    static func complaint(about script: [Step], isForgetful: Bool = false) -> String? {
        var world = World(isForgetful: isForgetful)
        for step in script {
            if let complaint = world.perform(step) { return complaint }
        }
        return world.finalComplaint
    }

    private struct World {
        private var daemon = DirectDaemon()
        private let isForgetful: Bool
        /// The changes that each device has submitted, with their first replies.
        private var settled: [[(bytes: [UInt8], receipt: Receipt)]] = [[], [], []]

        init(isForgetful: Bool) {
            self.isForgetful = isForgetful
            let tab = Operation.declareTab("a", at: .between(nil, nil), attributes: [])
            _ = hand(change(2, 1, [tab]), by: 2, after: 0)
        }

        mutating func perform(_ step: Step) -> String? {
            switch step {
            case .next(let device):
                let number = UInt64(settled[device].count + 1)
                return hand(push(device, number, "/\(number)"), by: device, after: number - 1)
            case .again(let device, let back):
                guard let index = settled[device].indices.dropLast(back).last else { return nil }
                return handAgain(index, by: device)
            case .ahead(let device):
                let number = UInt64(settled[device].count + 2)
                let result = daemon.submit(
                    push(device, number, "/early"), after: SequenceNumber(rawValue: number - 1),
                    by: id(device))
                let reached = SequenceNumber(rawValue: UInt64(settled[device].count))
                guard case .failure(let failure)? = result, failure.code == .sequenceExpected,
                    failure.expected ?? .zero == reached
                else { return "taken ahead of the one before: \(result, default: "nothing")" }
                return nil
            case .reuse(let device):
                let number = UInt64(settled[device].count)
                guard number > 0 else { return nil }
                let result = daemon.submit(
                    push(device, number, "/other"), after: SequenceNumber(rawValue: number - 1),
                    by: id(device))
                guard case .failure(let failure)? = result, failure.code == .sequenceReused else {
                    return "taken under a used number: \(result, default: "nothing")"
                }
                return nil
            case .restart:
                daemon.restart(isForgetful: isForgetful)
                return nil
            }
        }

        private mutating func hand(
            _ bytes: [UInt8], by device: Int, after: UInt64
        ) -> String? {
            let result = daemon.submit(
                bytes, after: SequenceNumber(rawValue: after), by: id(device))
            guard case .receipt(let receipt)? = result else {
                return "no receipt: \(result, default: "nothing")"
            }
            settled[device].append((bytes, receipt))
            return nil
        }

        private mutating func handAgain(_ index: Int, by device: Int) -> String? {
            let known = settled[device][index]
            let result = daemon.submit(
                known.bytes, after: SequenceNumber(rawValue: UInt64(index)), by: id(device))
            return result == .receipt(known.receipt)
                ? nil : "\(result, default: "nothing"), first \(known.receipt)"
        }

        /// A description of a change that is not in exactly the commits that its receipt names, one or
        /// none, or has not exactly one stored receipt; `nil` if there is no such change.
        var finalComplaint: String? {
            for (device, changes) in settled.enumerated() {
                for (index, change) in changes.enumerated() {
                    let sequence = SequenceNumber(rawValue: UInt64(index + 1))
                    let commits = daemon.commits.filter {
                        $0.stamp.device == id(device) && $0.stamp.sequence == sequence
                    }
                    let expected = change.receipt.revision.map { [$0] } ?? []
                    guard commits.map(\.revision) == expected else {
                        return "\(commits.count) commits of change \(sequence) of \(device)"
                    }
                    let count = daemon.storedReceipts.count {
                        $0.device == id(device) && $0.sequence == sequence
                    }
                    guard count == 1 else { return "\(count) outcomes of change \(sequence)" }
                }
            }
            return nil
        }

        private func id(_ device: Int) -> DeviceID { DeviceID(high: 5, low: UInt64(device + 1)) }

        private func change(_ device: Int, _ number: UInt64, _ operations: [Operation]) -> [UInt8] {
            Change(
                device: id(device), sequence: SequenceNumber(rawValue: number),
                base: Change.Base(revision: .zero, latest: .zero), operations: operations
            ).encoded
        }

        /// Some pushes are refused: they have their one outcome, too.
        private func push(_ device: Int, _ number: UInt64, _ route: String) -> [UInt8] {
            let screen = ScreenID(unchecked: "s\(device)-\(number)")
            let route = Attribute(field: ScreenField.route, value: .text(route))
            let stack: StackID = number % 3 == 0 ? "nowhere" : "a"
            return change(
                device, number, [.push(screen, onto: stack, on: nil, attributes: [route])])
        }
    }
}
