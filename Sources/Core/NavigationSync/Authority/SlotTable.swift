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

    /// The number of values.
    var count: Int { values.count }

    var isEmpty: Bool { values.isEmpty }

    /// Returns the slot of a key; `nil` if it has no value.
    func slot(of key: Key) -> Slot? { numbers[key].map(Slot.init) }

    /// Returns a Boolean value indicating whether a key has a value.
    func contains(_ key: Key) -> Bool { numbers[key] != nil }

    /// The value in a slot.
    subscript(slot: Slot) -> Value {
        _read { yield values[slot.number] }
        _modify { yield &values[slot.number] }
    }

    /// The value of a key, copied; set to `nil` to remove it.
    subscript(key: Key) -> Value? {
        get { numbers[key].map { values[$0] } }
        set {
            if let newValue { set(newValue, for: key) } else { removeValue(forKey: key) }
        }
    }

    /// Sets the value of a key; returns its slot.
    @discardableResult
    mutating func set(_ value: Value, for key: Key) -> Slot {
        if let number = numbers[key] {
            values[number] = value
            return Slot(number: number)
        }
        numbers[key] = values.count
        keys.append(key)
        values.append(value)
        return Slot(number: values.count - 1)
    }

    /// Changes the value of a key in place, which is made if there is none.
    mutating func update(
        _ key: Key, default value: @autoclosure () -> Value, _ body: (inout Value) -> Void
    ) {
        let number = numbers[key] ?? set(value(), for: key).number
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
