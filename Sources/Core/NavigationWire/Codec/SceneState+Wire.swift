internal import FoundationEssentials
public import NavigationModel
public import NavigationProto

extension SceneState {
    /// Decodes a snapshot; throws a description of the first fault.
    public init(snapshot bytes: [UInt8]) throws(WireError) {
        let snapshot = try Navsync_V1_Snapshot(decoding: bytes, as: "Snapshot")
        self.init()
        join(
            entries: try decodeAll(snapshot.entries) { entry throws(WireError) in
                let effect = RegisterWrite(
                    record: try RecordID(wire: entry.kind, entry.name),
                    field: Field(number: entry.field, part: entry.part),
                    stamp: try Stamp(wire: entry.stamp), value: Value(bytes: [UInt8](entry.value)))
                return (effect, Revision(rawValue: entry.revision))
            })
    }

    /// The encoded state, in canonical order: equal states have equal snapshots, up to the
    /// revisions that explain them.
    public var snapshot: [UInt8] {
        let snapshot = Navsync_V1_Snapshot {
            $0.entries = entries.map { effect, revision in
                .init {
                    $0.kind = effect.record.kind.rawValue
                    $0.name = effect.record.name
                    $0.field = effect.field.number
                    $0.part = effect.field.part
                    $0.value = .init(effect.value.bytes)
                    $0.stamp = effect.stamp.wire
                    $0.revision = revision.rawValue
                }
            }
        }
        return snapshot.encodedBytes
    }
}
