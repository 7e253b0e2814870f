extension ObservedScreens {
    /// Returns the screens with the new numbers of the changes that placed them.
    func renumbered(
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
    func renumbered(
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
    /// Returns the stamp with the new number of its change.
    func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> Stamp {
        guard self.device == device, let number = numbers[sequence] else { return self }
        return Stamp(time: time, device: device, sequence: number, index: index)
    }
}
