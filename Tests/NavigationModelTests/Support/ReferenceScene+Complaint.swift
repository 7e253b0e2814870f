@testable import NavigationModel
import NavigationReference

extension ReferenceScene {
    /// Where a state differs from what it should be; `nil` if it does not.
    func complaint(about state: SceneState) -> String? {
        let registers = registers
        guard state.registers == registers else { return "the registers differ" }
        let scene = registers.scene
        guard state.scene == scene else { return "shows \(state.scene)\n  not \(scene)" }
        return nil
    }
}

extension SceneState {
    /// The registers, for those who have rules of their own.
    var registers: Registers {
        var registers = Registers()
        for (effect, revision) in entries {
            registers[effect.record, effect.field] = Register(
                stamp: effect.stamp, value: effect.value, revision: revision)
        }
        return registers
    }
}
