extension SceneState {
    /// The sums over all registers of a scene, kept up to date at the cost of each write.
    ///
    /// A plain value: it is read in place, where a scene in memory would be copied with all that it
    /// holds.
    package struct Totals: Hashable, Sendable {
        /// The digest of all registers.
        package private(set) var digest = Digest.zero
        /// The number of records: screens, tabs and all else that was ever written and not dropped.
        package private(set) var records = 0
        /// The number of screens among them.
        package private(set) var screens = 0
        /// The number of registers.
        package private(set) var registers = 0
        /// Bytes of the values of all registers, and of the parts in their names.
        package private(set) var length = 0
        /// Bytes that the registers take in memory, about.
        package internal(set) var size = 0

        mutating func insert(_ register: Register, at field: Field, of record: RecordID) {
            digest.insert(register, at: field, of: record)
            registers += 1
            length += register.value.bytes.count + field.part.utf8.count
        }

        mutating func remove(_ register: Register, at field: Field, of record: RecordID) {
            digest.remove(register, at: field, of: record)
            registers -= 1
            length -= register.value.bytes.count + field.part.utf8.count
        }

        mutating func insert(_ record: RecordID) {
            records += 1
            if record.kind == .screen { screens += 1 }
        }

        mutating func remove(_ record: RecordID) {
            records -= 1
            if record.kind == .screen { screens -= 1 }
        }
    }

    /// The digest of all registers.
    package var digest: Digest { totals.digest }
}
