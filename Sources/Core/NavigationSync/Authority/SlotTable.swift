/// A table whose values are read and changed in place: a dictionary copies a value out for each look,
/// with all that it holds. A value is found by its key once, and then by its slot.
struct SlotTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The place of a value; valid until a value is removed.
    struct Slot: Hashable, Sendable {
        fileprivate let number: Int
    }

    private var numbers: [Key: Int] = [:]
    /// The keys, in the order in which they were added, but for the last taking the place of a removed
    /// one: the same calls always give the same order.
    private(set) var keys: [Key] = []
    /// The values, in the order of their keys.
    private(set) var values: [Value] = []
    /// The number of the value that was changed last, if it is still there: the next look is often
    /// for the same key, and costs a comparison then.
    private var recent = 0

    /// The number of values.
    var count: Int { values.count }

    var isEmpty: Bool { values.isEmpty }

    /// Returns the slot of a key; `nil` if it has no value.
    func slot(of key: Key) -> Slot? { number(of: key).map(Slot.init) }

    /// Returns a Boolean value indicating whether a key has a value.
    func contains(_ key: Key) -> Bool { number(of: key) != nil }

    private func number(of key: Key) -> Int? {
        recent < keys.count && keys[recent] == key ? recent : numbers[key]
    }

    /// The value in a slot.
    subscript(slot: Slot) -> Value {
        _read { yield values[slot.number] }
        _modify {
            recent = slot.number
            yield &values[slot.number]
        }
    }

    /// The value of a key, copied; set to `nil` to remove it.
    subscript(key: Key) -> Value? {
        get { number(of: key).map { values[$0] } }
        set {
            if let newValue { set(newValue, for: key) } else { removeValue(forKey: key) }
        }
    }

    /// Sets the value of a key; returns its slot.
    @discardableResult
    mutating func set(_ value: Value, for key: Key) -> Slot {
        if let number = number(of: key) {
            values[number] = value
            return Slot(number: number)
        }
        recent = values.count
        numbers[key] = recent
        keys.append(key)
        values.append(value)
        return Slot(number: recent)
    }

    /// Changes the value of a key in place, which is made if there is none.
    mutating func update(
        _ key: Key, default value: @autoclosure () -> Value, _ body: (inout Value) -> Void
    ) {
        let number = number(of: key) ?? set(value(), for: key).number
        recent = number
        body(&values[number])
    }

    /// Removes the values that satisfy a condition. Scans all.
    mutating func removeAll(where isRemoved: (Value) -> Bool) {
        for (key, value) in zip(keys, values) where isRemoved(value) { removeValue(forKey: key) }
    }

    /// Removes and returns the value of a key. The last one takes its slot.
    @discardableResult
    mutating func removeValue(forKey key: Key) -> Value? {
        guard let number = numbers.removeValue(forKey: key) else { return nil }
        let last = values.count - 1
        if number != last {
            keys.swapAt(number, last)
            values.swapAt(number, last)
            numbers[keys[number]] = number
        }
        keys.removeLast()
        return values.removeLast()
    }
}
