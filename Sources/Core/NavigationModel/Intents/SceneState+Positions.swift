extension SceneState {
    /// Returns keys that put tabs in the order of `ids` and move as few as possible of those in the
    /// bar.
    ///
    /// Equal keys, from devices that added tabs at the same time, stay as they are until something
    /// has to go between them.
    ///
    /// - Parameter moved: a tab that is to move, whatever else could.
    func positions(for ids: [TabID], moving moved: TabID? = nil) -> [TabID: PositionKey] {
        let present = ids.filter { $0 != moved && isVisible($0) && position(of: $0) != nil }
        let keys = keys(for: ids, keeping: Set(longestRun(of: present, orderedBy: visibleTabs)))
        let isCrowded = keys.contains { id, key in
            key.bytes.count > PositionKey.comfortableLength && key != position(of: id)
        }
        return isCrowded ? self.keys(for: ids, keeping: []) : keys
    }

    /// Returns keys for the tabs of the bar whose key is longer than the daemon leaves it; the
    /// others stay as they are, unless no short key fits between them.
    func shorterPositions() -> [TabID: PositionKey] {
        let isShort = { (id: TabID) in
            (self.position(of: id)?.bytes.count ?? 0) <= PositionKey.keptLength
        }
        let bar = visibleTabs
        guard !bar.allSatisfy(isShort) else { return [:] }
        var keys = self.keys(for: bar, keeping: Set(bar.filter(isShort)))
        if keys.values.contains(where: { $0.bytes.count > PositionKey.keptLength }) {
            keys = self.keys(for: bar, keeping: [])
        }
        return keys.filter { $0.value != position(of: $0.key) }
    }

    /// Returns the operations that give tabs of the bar these keys, where they have others.
    func moves(_ keys: [TabID: PositionKey]) -> [Operation] {
        visibleTabs.compactMap { id in
            keys[id].flatMap { $0 == position(of: id) ? nil : .moveTab(id, to: $0) }
        }
    }

    private func keys(for ids: [TabID], keeping staying: Set<TabID>) -> [TabID: PositionKey] {
        var keys: [TabID: PositionKey] = [:]
        var last: (key: PositionKey, id: TabID)?
        for (index, id) in ids.enumerated() {
            var own = staying.contains(id) ? position(of: id) : nil
            if let last, let key = own, (key, id) <= last { own = nil }
            let key =
                own ?? .between(last?.key, nextKey(in: ids[index...], staying, above: last?.key))
            keys[id] = key
            last = (key, id)
        }
        return keys
    }

    private func nextKey(
        in ids: ArraySlice<TabID>, _ staying: Set<TabID>, above lower: PositionKey?
    ) -> PositionKey? {
        ids.lazy.filter(staying.contains).compactMap(position).first { key in
            lower.map { $0 < key } ?? true
        }
    }

    /// Returns the longest subsequence of `ids` that already stands in the order of `shown`.
    private func longestRun(of ids: [TabID], orderedBy shown: [TabID]) -> [TabID] {
        let places = ids.map { shown.firstIndex(of: $0) ?? 0 }
        var runs: [[Int]] = []
        for index in places.indices {
            let before = runs.filter { run in
                run.last.map { places[$0] < places[index] } ?? true
            }
            runs.append((before.max { $0.count < $1.count } ?? []) + [index])
        }
        return (runs.max { $0.count < $1.count } ?? []).map { ids[$0] }
    }
}
