internal import NavigationModel
internal import NavigationProperties

extension ModalLayout {
    /// The topmost modal; `nil` if nothing is presented.
    init?(_ scene: Scene, on traits: DeviceTraits) {
        guard let modal = scene.modals.last else { return nil }
        var traits = traits
        let isFullScreen = modal.kind == .fullScreen
        // A sheet over something else is a level higher, which shows in dark.
        traits.isElevated = traits.isElevated || !isFullScreen
        let frame = isFullScreen ? traits.screen : Self.sheet(on: traits)

        let state = scene.navigationBar(of: modal, in: traits.locale).asModal(modal, on: traits)
        let site = NavigationBarPlacement(
            "modal.navigationBar", in: frame, position: "topAttached", on: traits)
        guard let bar = NavigationBarLayout(state, at: site, on: traits) else { return nil }
        var room = frame
        room.height = max(0, min(frame.maxY, traits.safeRoom.maxY) - frame.y)
        room = room.without(bar.frame)
        let step = modal.step(in: room, on: traits)
        if step != nil { room = room.inset(by: Insets(top: min(Self.stepHeight, room.height))) }

        self.init(
            id: "modal", kind: modal.kind.rawValue, frame: frame,
            cornerRadius: isFullScreen ? 0 : Self.cornerRadius,
            dimming: isFullScreen ? nil : Self.dimming,
            background: SystemColor.systemBackground.color(on: traits),
            presentationEdge: "bottom", motion: Self.motion, navigationBar: bar, step: step,
            content: ContentLayout(state, on: traits, in: room),
            accessibility: AccessibilityElement(
                .dialog, label: modal.title(in: traits.locale) ?? bar.accessibility.label,
                identifier: modal.properties.said(.accessibilityIdentifier)))
    }

    /// The radius of a sheet's corners (UIKit; not described).
    private static let cornerRadius = 10.0
    /// The height of the screen below a sheet that stays in sight, under the status bar (UIKit; not
    /// described).
    private static let peek = 10.0
    /// The size of a sheet on a tablet (UIKit; not described).
    private static let formSize = Size(width: 540, height: 620)
    /// The colour over the rest of the screen: our own.
    private static let dimming = Color(0x000000, opacity: 0.2)
    /// The motion of its presentation (UIKit; not described).
    private static let motion = Motion(.rise, duration: 0.5, isSpring: true)
    /// The height of the line that counts the steps: our own.
    fileprivate static let stepHeight = 28.0

    /// Returns the frame of a sheet: as wide as the screen from below the status bar on; of a
    /// form's size in the middle of a tablet; all of the screen where there is little height.
    private static func sheet(on traits: DeviceTraits) -> Rect {
        let screen = traits.screen
        guard !traits.isCompactHeight else { return screen }
        if screen.width > formSize.width, screen.height > formSize.height {
            return Rect(
                x: screen.midX - formSize.width / 2, y: screen.midY - formSize.height / 2,
                width: formSize.width, height: formSize.height)
        }
        let top = min(max(traits.statusBarHeight, traits.safeArea.top) + peek, screen.height)
        return screen.inset(by: Insets(top: top))
    }
}

extension Modal {
    /// Returns the words for the step that is shown, of a task with several.
    fileprivate func step(in room: Rect, on traits: DeviceTraits) -> TextElement? {
        guard kind == .multiStep, let steps = properties.number(.steps),
            let step = properties.number(.step), steps > 1
        else { return nil }
        let font = NavigationBarMetrics.promptFont
        let sentence = SentencePattern.step.text(
            ["number": "\(Int(min(step, steps)))", "total": "\(Int(steps))"], in: traits.locale)
        return TextElement(
            line: sentence,
            at: Point(
                x: room.midX,
                y: room.y + ModalLayout.stepHeight / 2 + font.baselineBelowMiddle), anchor: .middle,
            room: room.width, font: font,
            color: SystemColor.secondaryLabel.color(on: traits))
    }
}
