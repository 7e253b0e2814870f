package import NavigationModel

extension Change {
    /// Returns the same change under another number and on another base.
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
            .pop(screens.renumbered(numbers, by: device), from: stack)
        case .restore(let screens, let stack):
            .restore(screens.renumbered(numbers, by: device), to: stack)
        case .setBadge(let tab, let badge, let seen):
            .setBadge(
                tab, badge,
                seen: seen.map { seen in
                    ObservedAdditions(
                        device: seen.device, stamp: seen.stamp.renumbered(numbers, by: device),
                        total: seen.total)
                })
        case .declareTab, .updateTab, .moveTab, .removeTab, .selectTab, .refreshTab, .addToBadge,
            .push, .setItems, .updateScreen, .presentModal, .updateModal, .dismissModal,
            .answerModal, .setBar, .declareBar, .updateBar, .removeBar, .prune, .rekey,
            .deviceRevoked, .devicePaired, .unknown:
            self
        }
    }
}

extension [Operation] {
    /// Returns the same operations, with references to the device's earlier changes by their new
    /// numbers.
    func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> [Operation] {
        map { $0.renumbered(numbers, by: device) }
    }
}

extension ObservedScreens {
    fileprivate func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> ObservedScreens {
        switch self {
        case .named(let screens): .named(screens.map { $0.renumbered(numbers, by: device) })
        case .spans(let spans): .spans(spans.flatMap { $0.renumbered(numbers, by: device) })
        }
    }
}

extension ObservedSpan {
    /// Returns the span up to the first renumbered number, and the new numbers of later ones: a
    /// number between them without a successor may be that of a change in another copy of the
    /// device's state, which this one has not observed.
    fileprivate func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> [ObservedSpan] {
        let covered = numbers.filter { first.sequence <= $0.key && $0.key <= last.sequence }
        guard self.device == device,
            let start = covered.filter({ $0.key != $0.value }).map(\.key).min()
        else { return [self] }
        var spans: [ObservedSpan] = []
        if first.sequence < start {
            let before = SequenceNumber(rawValue: start.rawValue - 1)
            spans.append(span(first, Number(sequence: before, index: .max)))
        }
        for (former, number) in covered.sorted(by: { $0.value < $1.value }) where former >= start {
            let end = Number(
                sequence: number, index: former == last.sequence ? last.index : .max)
            if let open = spans.last, open.last.sequence.next == number, open.last.index == .max {
                spans[spans.count - 1] = span(open.first, end)
            } else {
                let index = former == first.sequence ? first.index : 0
                spans.append(span(Number(sequence: number, index: index), end))
            }
        }
        return spans
    }

    private func span(_ first: Number, _ last: Number) -> ObservedSpan {
        ObservedSpan(device: device, first: first, last: last)
    }
}

extension ObservedScreen {
    fileprivate func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> ObservedScreen {
        ObservedScreen(id: id, placement: placement.renumbered(numbers, by: device))
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
