internal import NavigationModel

/// What a scene takes in memory is estimated from what it takes on the wire, which is known anyway.
///
/// The factors are measured: `SceneCostTests` compares them with what the allocator hands out, for
/// scenes of several shapes. They fit scenes of many small registers, 6.1 to 7.6 bytes for each byte
/// of the state and 2.7 to 4 for each of the commits; long texts take little more than their length,
/// so a scene that is made of them is let go earlier than it would have to be.
extension SceneAuthority {
    /// Bytes of a scene in which nothing has happened: itself, its place in tables, its marks.
    static let ownCost = 2_048
    /// Bytes in memory for each byte of the state's encoding.
    static let stateFactor = 8
    /// Bytes in memory for each byte of the encoding of a commit that is kept.
    static let tailFactor = 4
    /// Bytes of a settled change without its outcomes.
    static let settlementCost = 224

    /// Bytes that the scene takes in memory, about. Costs nothing worth mentioning.
    var cost: Int {
        Self.ownCost + age.stateLength * Self.stateFactor + tailLength * Self.tailFactor
            + settlementsCost
    }

    /// Bytes that a settled change takes.
    static func cost(of settlement: Settlement) -> Int {
        settlementCost + settlement.outcomes.count * MemoryLayout<Outcome>.stride
    }
}
