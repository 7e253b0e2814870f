internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// `navctl traits gesture`
struct TraitsGestureCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "gesture",
        abstract: "Make a gesture that hides or shows the bars.",
        discussion: """
              swipe    hides the bars; brings those of an immersive screen back if it
                       says so
              resize   hides the bars, as the resize of the view does
              tap      brings the bars back, also those of an immersive screen unless it
                       says otherwise under 'immersive.restoreGesture'

            EXAMPLES:
              navctl traits gesture swipe
              navctl traits gesture tap
            """)

    @Argument(help: "The gesture.")
    var gesture: Gesture

    @OptionGroup var options: GlobalOptions

    /// The gestures of a person.
    enum Gesture: String, ExpressibleByArgument, CaseIterable {
        /// One touch.
        case tap
        /// A touch that moves.
        case swipe
        /// Another size of the view.
        case resize
    }

    func change(_ traits: inout StoredTraits) async throws {
        let isImmersive = traits.isImmersive ?? false
        if isImmersive, gesture != .resize {
            let restoring = try await restoringGesture()
            if restoring == gesture.rawValue {
                traits.isImmersive = nil
                traits.areBarsHidden = nil
            } else {
                Console.print(
                    restoring == "none"
                        ? "no gesture brings the bars of this screen back"
                        : "the bars of this screen come back by a \(restoring)")
            }
            return
        }
        traits.areBarsHidden = gesture == .tap ? nil : true
    }

    /// Returns the gesture that restores the bars of the topmost screen, as this device knows the
    /// scene.
    private func restoringGesture() async throws -> String {
        let scene = try await options.session(flushesOutbox: false).closing { session in
            await session.fetchScene().view.scene
        }
        let screen = (scene.modals.last?.stack ?? scene.selected?.stack ?? []).last
        return (screen?.properties ?? [:]).text(.immersiveRestoreGesture) ?? "tap"
    }
}
