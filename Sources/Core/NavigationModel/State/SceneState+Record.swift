extension SceneState {
    /// The registers of an object.
    ///
    /// Most objects have a dozen and are seldom written again, popped screens above all, and a
    /// dictionary takes many times the bytes of what is in it: these are packed. Where there are
    /// more, as of a tab with all properties, they are in a dictionary, so that a write costs its
    /// own size.
    package struct Record: Sendable {
        private enum Content: Sendable {
            case packed(PackedRegisters)
            indirect case table(Table)
        }

        private struct Table: Sendable {
            var registers: [Field: Register] = [:]
            /// The number of those that are properties.
            var propertyCount = 0
            /// Bytes of the values, and of the parts of the fields.
            var length = 0

            mutating func join(_ register: Register, at field: Field) -> Joined {
                if let index = registers.index(forKey: field) {
                    let former = registers.values[index]
                    guard former.yields(to: register) else { return (former, false) }
                    length += register.value.bytes.count - former.value.bytes.count
                    registers.values[index] = register
                    return (former, true)
                }
                registers[field] = register
                length += register.value.bytes.count + field.part.utf8.count
                if field.number == ItemField.propertyNumber { propertyCount += 1 }
                return (nil, true)
            }
        }

        /// The most registers that are packed.
        private static let packedCount = 64
        /// Bytes that packed registers take at most.
        private static let packedLength = 4_096
        /// Bytes of an array beside its elements.
        private static let arraySize = 48
        /// Bytes of a register without its value, in a table that has just grown.
        private static let entrySize = 264

        private var content = Content.packed(PackedRegisters())

        /// A record without registers.
        init() {}

        /// A record without registers, with room for those that writes are about to add.
        init(reservingCapacityFor writes: ArraySlice<RegisterWrite>) {
            content = .packed(PackedRegisters(reservingCapacityFor: writes))
        }

        /// A Boolean value indicating whether nothing was ever written.
        package var isEmpty: Bool {
            switch content {
            case .packed(let registers): registers.isEmpty
            case .table(let table): table.registers.isEmpty
            }
        }

        /// The number of registers.
        package var count: Int {
            switch content {
            case .packed(let registers): registers.count { _ in true }
            case .table(let table): table.registers.count
            }
        }

        /// Bytes of the values.
        var valueLength: Int {
            switch content {
            case .packed(let registers): registers.valueLength
            case .table(let table): table.registers.values.reduce(0) { $0 + $1.value.bytes.count }
            }
        }

        /// Bytes that the registers take in memory, about.
        var size: Int {
            switch content {
            case .packed(let registers): isEmpty ? 0 : Self.arraySize + registers.length
            case .table(let table): table.registers.count * Self.entrySize + table.length
            }
        }

        /// The number of registers that are properties.
        var propertyCount: Int {
            switch content {
            case .packed(let registers): registers.count { $0 == ItemField.propertyNumber }
            case .table(let table): table.propertyCount
            }
        }

        /// The register of a field, if it was ever written.
        package subscript(field: Field) -> Register? {
            switch content {
            case .packed(let registers): registers.register(field)
            case .table(let table): table.registers[field]
            }
        }

        /// Returns the stamp of a register, without its value.
        func stamp(_ field: Field) -> Stamp? {
            switch content {
            case .packed(let registers): registers.stamp(field)
            case .table(let table): table.registers[field]?.stamp
            }
        }

        /// Returns the commit that last wrote a register.
        func revision(_ field: Field) -> Revision? {
            switch content {
            case .packed(let registers): registers.revision(field)
            case .table(let table): table.registers[field]?.revision
            }
        }

        /// The newest commit that wrote one of the registers; zero if there is none.
        var newestRevision: Revision {
            switch content {
            case .packed(let registers): registers.newestRevision
            case .table(let table): table.registers.values.map(\.revision).max() ?? .zero
            }
        }

        /// All registers, in the order of their fields.
        package var registers: [(field: Field, register: Register)] {
            switch content {
            case .packed(let registers): registers.all
            case .table(let table):
                table.registers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            }
        }

        /// The register that was there before, and a Boolean value indicating whether another one
        /// has changed it.
        typealias Joined = (former: Register?, isChanged: Bool)

        /// Adds a register, or replaces one that yields to it.
        mutating func join(_ register: Register, at field: Field) -> Joined {
            if var table = takeTable() {
                defer { content = .table(table) }
                return table.join(register, at: field)
            }
            guard case .packed(var registers) = content else { return (nil, false) }
            content = .packed(PackedRegisters())
            let joined = registers.join(register, at: field)
            if registers.length > Self.packedLength
                || joined.former == nil && registers.count(where: { _ in true }) > Self.packedCount
            {
                content = Self.table(registers)
            } else {
                content = .packed(registers)
            }
            return joined
        }

        /// Takes the table out of the record, which is empty then; `nil` if there is none.
        ///
        /// A write copies the dictionary unless it has the only reference. A `switch` over the content
        /// would keep another one, that of the box, to its end.
        private mutating func takeTable() -> Table? {
            guard case .table(let table) = content else { return nil }
            content = .packed(PackedRegisters())
            return table
        }

        private static func table(_ packed: PackedRegisters) -> Content {
            var table = Table()
            for (field, register) in packed.all { _ = table.join(register, at: field) }
            return .table(table)
        }
    }
}

extension SceneState.Record: Equatable {
    /// Returns a Boolean value indicating whether both have the same registers.
    package static func == (left: SceneState.Record, right: SceneState.Record) -> Bool {
        switch (left.content, right.content) {
        case (.packed(let left), .packed(let right)): left == right
        case (.table(let left), .table(let right)): left.registers == right.registers
        case (.packed, .table), (.table, .packed):
            left.registers.elementsEqual(right.registers, by: ==)
        }
    }
}
