/// The raw state of a scene: records of registers that join.
///
/// Joining is commutative, associative and idempotent, so the order, duplication and delay of
/// effects cannot change the result. What people see is the projection, ``scene``.
public struct SceneState: Hashable, Sendable {
    /// Every register ever written, by object and field.
    public private(set) var records: [RecordID: [Field: Register]] = [:]
    /// The digest of all registers, kept up to date by ``join(_:at:)``.
    public private(set) var digest: Digest = .zero
    /// The greatest time of any stamp joined so far: the lower bound for what has seen this state.
    public private(set) var latest: Timestamp = .zero
    /// Every tab with a record: an index over `records`, as is the next.
    private(set) var tabs: Set<TabID> = []
    /// The screens last placed in each tab, above its floor: never joined on its own.
    private(set) var screensByTab: [TabID: Set<ScreenID>] = [:]

    /// The state of a scene that nothing has happened in.
    public init() {}

    /// Joins one effect that the commit with `revision` carries; says whether anything changed.
    ///
    /// Costs the size of the effect, whatever the size of the state.
    @discardableResult
    public mutating func join(_ effect: Effect, at revision: Revision) -> Bool {
        latest = max(latest, effect.stamp.time)
        let register = Register(stamp: effect.stamp, value: effect.value, revision: revision)
        let former = records[effect.record]?[effect.field]
        if let former {
            guard former.yields(to: register) else { return false }
            digest.remove(former, at: effect.field, of: effect.record)
        }
        digest.insert(register, at: effect.field, of: effect.record)
        records[effect.record, default: [:]][effect.field] = register
        index(effect, from: former, to: register)
        return true
    }

    /// The register at `field` of `record`, if it was ever written.
    public subscript(_ record: RecordID, _ field: Field) -> Register? {
        records[record]?[field]
    }

    /// The digest, computed from all registers anew: what the incremental one must equal.
    public var recomputedDigest: Digest {
        var digest = Digest.zero
        for (record, fields) in records {
            for (field, register) in fields {
                digest.insert(register, at: field, of: record)
            }
        }
        return digest
    }

    /// Every register as an effect with its revision, in the canonical order of snapshots.
    public var entries: [(effect: Effect, revision: Revision)] {
        records.keys.sorted().flatMap { record in
            (records[record] ?? [:]).sorted { $0.key < $1.key }.map { field, register in
                let effect = Effect(
                    record: record, field: field, stamp: register.stamp, value: register.value)
                return (effect, register.revision)
            }
        }
    }

    private mutating func index(
        _ effect: Effect, from former: Register?, to register: Register
    ) {
        switch (effect.record.kind, effect.field) {
        case (.screen, ScreenField.placement):
            let id = ScreenID(unchecked: effect.record.name)
            if let placement = former.flatMap({ Placement($0.value) }) {
                keep(screensByTab[placement.tab]?.filter { $0 != id }, in: placement.tab)
            }
            if let placement = Placement(register.value),
                register.stamp > stamp(.tab(placement.tab), TabField.floor)
            {
                screensByTab[placement.tab, default: []].insert(id)
            }
        case (.tab, let field):
            let id = TabID(unchecked: effect.record.name)
            tabs.insert(id)
            guard field == TabField.floor else { return }
            // What is under the floor is never read again: a stack costs what is above it.
            let kept = screensByTab[id]?.filter {
                stamp(.screen($0), ScreenField.placement) > register.stamp
            }
            keep(kept, in: id)
        default:
            return
        }
    }

    private mutating func keep(_ screens: Set<ScreenID>?, in tab: TabID) {
        // No empty set stays behind: equal registers must make equal states.
        screensByTab[tab] = screens?.isEmpty == true ? nil : screens
    }
}
