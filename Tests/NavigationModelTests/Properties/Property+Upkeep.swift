import NavigationModel

extension Property {
    /// The daemon's own commits change nothing that people see.
    static let unseenUpkeep = Property([.upkeep]) { fleet in
        for case .upkeep(let upkeep) in fleet.events where upkeep.before.scene != upkeep.after.scene
        {
            return "\(upkeep.commit.operations) is seen"
        }
        return nil
    }
}
