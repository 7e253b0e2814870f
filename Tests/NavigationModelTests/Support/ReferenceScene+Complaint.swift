@testable import NavigationModel
import NavigationReference

extension ReferenceScene {
    /// Where a state differs from what it should be; `nil` if it does not.
    func complaint(about state: SceneState) -> String? {
        let registers = registers
        guard state.records == registers.all else { return "the registers differ" }
        let scene = registers.scene
        guard state.scene == scene else { return "shows \(state.scene)\n  not \(scene)" }
        return nil
    }
}
