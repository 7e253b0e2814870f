package import NavigationModel

extension Change {
    /// The same change under another number and on another base.
    ///
    /// - Parameter numbers: the new numbers of all that are renumbered with it: operations name
    ///   what the device did before by those numbers.
    package func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], on base: Base
    ) -> Change {
        Change(
            device: device, sequence: numbers[sequence] ?? sequence, base: base,
            requiredRevision: requiredRevision, animated: animated,
            operations: operations.map { $0.renumbered(numbers, by: device) })
    }
}

extension Operation {
    fileprivate func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> Operation {
        switch self {
        case .pop(let screens, let stack):
            .pop(screens.map { $0.renumbered(numbers, by: device) }, from: stack)
        case .restore(let screens, let stack):
            .restore(screens.map { $0.renumbered(numbers, by: device) }, to: stack)
        case .setBadge(let tab, let badge, let seen):
            .setBadge(
                tab, badge,
                seen: seen.map { seen in
                    SeenAdditions(
                        device: seen.device, stamp: seen.stamp.renumbered(numbers, by: device),
                        total: seen.total)
                })
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .addToBadge,
            .push, .setItems, .updateScreen, .presentModal, .updateModal, .dismissModal,
            .answerModal, .setBar, .declareBar, .updateBar, .removeBar, .prune, .rekey,
            .deviceRevoked, .unknown:
            self
        }
    }
}

extension SeenScreen {
    fileprivate func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> SeenScreen {
        SeenScreen(id: id, placement: placement.renumbered(numbers, by: device))
    }
}

extension Stamp {
    fileprivate func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> Stamp {
        guard self.device == device, let number = numbers[sequence] else { return self }
        return Stamp(time: time, device: device, sequence: number, index: index)
    }
}
