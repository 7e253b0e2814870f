extension SceneState {
    /// The registers of an object.
    ///
    /// Most objects have a dozen and are seldom written again, popped screens above all, and a
    /// dictionary takes many times the bytes of what is in it: these are packed. Where there are
    /// more, as of a tab with all properties, they are in a dictionary, so that a write costs its
    /// own size.
    public struct Record: Sendable {
        private enum Content: Sendable {
            case packed(PackedRegisters)
            indirect case table([Field: Register], propertyCount: Int)
        }

        /// The most registers that are packed.
        private static let packedCount = 32
        /// Bytes that packed registers take at most.
        private static let packedLength = 4_096

        private var content = Content.packed(PackedRegisters())

        /// A record without registers.
        init() {}

        /// A Boolean value indicating whether nothing was ever written.
        public var isEmpty: Bool {
            switch content {
            case .packed(let registers): registers.isEmpty
            case .table(let registers, _): registers.isEmpty
            }
        }

        /// The number of registers.
        public var count: Int {
            switch content {
            case .packed(let registers): registers.count { _ in true }
            case .table(let registers, _): registers.count
            }
        }

        /// The number of registers that are properties.
        var propertyCount: Int {
            switch content {
            case .packed(let registers): registers.count { $0 == ItemField.propertyNumber }
            case .table(_, let count): count
            }
        }

        /// The register of a field, if it was ever written.
        public subscript(field: Field) -> Register? {
            switch content {
            case .packed(let registers): registers.register(field)
            case .table(let registers, _): registers[field]
            }
        }

        /// Returns the stamp of a register, without its value.
        func stamp(_ field: Field) -> Stamp? {
            switch content {
            case .packed(let registers): registers.stamp(field)
            case .table(let registers, _): registers[field]?.stamp
            }
        }

        /// Returns the commit that last wrote a register.
        func revision(_ field: Field) -> Revision? {
            switch content {
            case .packed(let registers): registers.revision(field)
            case .table(let registers, _): registers[field]?.revision
            }
        }

        /// The newest commit that wrote one of the registers; zero if there is none.
        var newestRevision: Revision {
            switch content {
            case .packed(let registers): registers.newestRevision
            case .table(let registers, _): registers.values.map(\.revision).max() ?? .zero
            }
        }

        /// All registers, in the order of their fields.
        public var registers: [(field: Field, register: Register)] {
            switch content {
            case .packed(let registers): registers.all
            case .table(let registers, _):
                registers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            }
        }

        /// Adds a register, or replaces it.
        mutating func set(_ register: Register, at field: Field) {
            switch content {
            case .packed(var registers):
                content = .packed(PackedRegisters())
                registers.set(register, at: field)
                if registers.length > Self.packedLength
                    || registers.count(where: { _ in true }) > Self.packedCount
                {
                    content = Self.table(registers)
                } else {
                    content = .packed(registers)
                }
            case .table(var registers, var propertyCount):
                // The only reference to the dictionary, which a write would copy otherwise.
                content = .packed(PackedRegisters())
                let former = registers.updateValue(register, forKey: field)
                if former == nil, field.number == ItemField.propertyNumber {
                    propertyCount += 1
                }
                content = .table(registers, propertyCount: propertyCount)
            }
        }

        private static func table(_ packed: PackedRegisters) -> Content {
            let registers = Dictionary(packed.all.map { ($0.field, $0.register) }) { first, _ in
                first
            }
            return .table(
                registers,
                propertyCount: packed.count { $0 == ItemField.propertyNumber })
        }
    }
}

extension SceneState.Record: Equatable {
    /// Returns a Boolean value indicating whether both have the same registers.
    public static func == (left: SceneState.Record, right: SceneState.Record) -> Bool {
        switch (left.content, right.content) {
        case (.packed(let left), .packed(let right)): left == right
        case (.table(let left, _), .table(let right, _)): left == right
        case (.packed, .table), (.table, .packed):
            left.registers.elementsEqual(right.registers, by: ==)
        }
    }
}
