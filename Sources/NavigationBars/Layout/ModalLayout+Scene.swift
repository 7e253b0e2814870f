internal import NavigationModel

extension ModalLayout {
    /// The topmost modal; `nil` if nothing is presented.
    init?(_ scene: Scene, on traits: DeviceTraits) {
        return nil
    }
}
