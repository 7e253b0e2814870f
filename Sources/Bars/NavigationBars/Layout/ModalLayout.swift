internal import NavigationModel
internal import NavigationProperties

/// A modal, laid out.
package struct ModalLayout: Hashable, Sendable, Encodable {
    /// Its id.
    package var id: String
    /// `simple`, `multiStep` or `fullScreen`.
    package var kind: String
    /// The sheet.
    package var frame: Rect
    /// The radius of its corners; of a sheet at the lower edge, of the upper ones.
    package var cornerRadius: Double
    /// The handle by which it is dragged; `nil` without one.
    package var handle: Background?
    /// The way in which it points to its source; `nil` if it is no popover.
    package var popover: PopoverLayout?
    /// The colour that dims the rest; `nil` if nothing of it is seen.
    package var dimming: Color?
    /// The colour behind its content.
    package var background: Color
    /// The edge that it comes from: `bottom`.
    package var presentationEdge: String
    /// The motion of its presentation.
    package var motion: Motion
    /// Its bar, with cancel or close before the title and the preferred action after it.
    package var navigationBar: NavigationBarLayout
    /// The words for the step that is shown, of a task with several.
    package var step: TextElement?
    /// The content below its bar.
    package var content: ContentLayout
    /// The element for screen readers.
    package var accessibility: AccessibilityElement
}

extension ModalLayout {
    /// The topmost modal, beside its source if it is a popover and there is room for one; `nil` if
    /// nothing is presented.
    init?(_ scene: Scene, from source: LaidOutElement?, on traits: DeviceTraits) {
        guard let modal = scene.modals.last else { return nil }
        var traits = traits
        let isFullScreen = modal.kind == .fullScreen || traits.coversWithModals
        // A sheet over something else is a level higher, which shows in dark.
        traits.isElevated = traits.isElevated || !isFullScreen
        let placed =
            isFullScreen ? nil : source.flatMap { PopoverLayout.placed(at: $0, on: traits) }
        let frame =
            placed?.frame ?? (isFullScreen ? traits.screen : Self.sheet(on: traits))

        let background =
            traits.isMaterial && !isFullScreen
            ? traits.scheme.surfaceContainerLow : traits.screenBackground
        let state = scene.navigationBar(of: modal, in: traits.locale).asModal(modal, on: traits)
        let isSheet = !isFullScreen && placed == nil
        let handle = isSheet ? Self.handle(of: frame, on: traits) : nil
        // The bar begins below the handle's room.
        let below = handle == nil ? 0 : min(Self.handleRoom, frame.height)
        let site = NavigationBarPlacement(
            "modal.navigationBar", in: frame.inset(by: Insets(top: below)),
            position: handle == nil ? "topAttached" : "top", on: traits)
        guard var bar = NavigationBarLayout(state, at: site, on: traits) else { return nil }
        // A bottom sheet has no bar of its own: title and buttons stand on it.
        if traits.isMaterial, isSheet { bar.background.color = background }
        var room = frame
        room.height = max(0, min(frame.maxY, traits.safeRoom.maxY) - frame.y)
        room = room.without(bar.frame)
        let step = modal.step(in: room, on: traits)
        if step != nil { room = room.inset(by: Insets(top: min(Self.stepHeight, room.height))) }

        self.init(
            id: "modal", kind: modal.kind.rawValue, frame: frame,
            cornerRadius: isFullScreen
                ? 0
                : placed == nil
                    ? Self.cornerRadius(on: traits) : PopoverLayout.cornerRadius,
            handle: handle, popover: placed?.popover,
            dimming: isFullScreen ? nil : Self.dimming(on: traits),
            background: background,
            presentationEdge: "bottom", motion: Self.motion, navigationBar: bar, step: step,
            content: ContentLayout(state, on: traits, in: room),
            accessibility: AccessibilityElement(
                .dialog, label: modal.title(in: traits.locale) ?? bar.accessibility.label,
                identifier: modal.properties.explicitText(.accessibilityIdentifier)))
    }

    /// Returns the radius of a sheet's corners: UIKit's, not described, rounder from iOS 26 on, and
    /// Material's (`SheetBottomTokens`, `ShapeTokens.CornerExtraLarge`).
    private static func cornerRadius(on traits: DeviceTraits) -> Double {
        traits.isMaterial ? 28 : traits.hasGlass ? 38 : 10
    }

    /// Returns the handle of Material's bottom sheet, 32 × 4 with 22 points above and below
    /// (`SheetBottomTokens`, `DragHandleVerticalPadding`); `nil` elsewhere.
    private static func handle(of sheet: Rect, on traits: DeviceTraits) -> Background? {
        guard traits.isMaterial else { return nil }
        let frame = Rect(x: sheet.midX - 16, y: sheet.y + 22, width: 32, height: 4).within(sheet)
        return Background(
            kind: .opaque, color: traits.scheme.onSurfaceVariant, frame: frame,
            cornerRadius: frame.height / 2)
    }

    /// The room of the handle with what is above and below it.
    private static let handleRoom = 48.0
    /// The greatest width of Material's bottom sheet (`BottomSheetDefaults.SheetMaxWidth`).
    private static let bottomSheetWidth = 640.0
    /// The height of the screen that stays in sight above Material's bottom sheet: our own.
    private static let bottomSheetPeek = 72.0
    /// The height of the screen below a sheet that stays in sight, under the status bar (UIKit; not
    /// described).
    private static let peek = 10.0
    /// The size of a sheet on a tablet (UIKit; not described).
    private static let formSize = Size(width: 540, height: 620)
    /// Returns the colour over the rest of the screen: our own, but for Material's scrim.
    private static func dimming(on traits: DeviceTraits) -> Color {
        Color(0x000000, opacity: traits.isMaterial ? MaterialScheme.scrimOpacity : 0.2)
    }

    /// The motion of its presentation (UIKit; not described).
    private static let motion = Motion(.rise, duration: 0.5, isSpring: true)
    /// The height of the line that counts the steps: our own.
    fileprivate static let stepHeight = 28.0

    /// Returns the frame of a sheet: as wide as the screen from below the status bar on; of a
    /// form's size in the middle of a tablet; all of the screen where there is little height.
    private static func sheet(on traits: DeviceTraits) -> Rect {
        let screen = traits.screen
        if traits.isMaterial {
            let width = min(screen.width, bottomSheetWidth)
            let top = min(bottomSheetPeek, screen.height / 2)
            return Rect(
                x: screen.midX - width / 2, y: top, width: width, height: screen.height - top)
        }
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

extension DeviceTraits {
    /// A Boolean value indicating whether every modal covers the screen: on a television, and on an
    /// iPhone before iOS 13, which had no sheets (UIKit's `automatic` presentation style).
    fileprivate var coversWithModals: Bool {
        switch platform.system {
        case .tvOS: true
        case .iOS: !platform.isAtLeast(13)
        case .iPadOS, .macCatalyst, .visionOS, .android: false
        }
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

extension NavigationBarState {
    /// Returns the bar of a modal: its screens' items, and the buttons that dismiss it. The one
    /// that abandons the task is before the title of its first screen, in the place of the back
    /// button that the others have; the one that finishes it is after the title of each, outermost.
    /// The bar never hides, for it has the ways out.
    func asModal(_ modal: Modal, on traits: DeviceTraits) -> NavigationBarState {
        let locale = traits.locale
        let top = topItem?.screen
        var shown = top?.properties ?? Properties()
        let actions = modal.dismissActions
        if screens.count < 2 {
            if actions.contains("cancel") {
                shown.prepend("cancel", to: "left", title: modal.cancelTitle(in: locale), locale)
            } else if actions.contains("close") {
                let title = LocalizedString.close.text(in: locale)
                shown.prepend("close", to: "left", title: title, locale)
            }
        }
        if actions.contains("preferred") {
            shown.prepend("preferred", to: "right", title: modal.preferredTitle(in: locale), locale)
            shown[Property.buttonStyle.name("right", "preferred")] = "done"
            shown[Property.buttonIsEnabled.name("right", "preferred")] =
                modal.properties.flag(.preferredIsEnabled) ? "true" : "false"
        }
        let title = top?.barTitle(in: locale) ?? (screens.count < 2 ? modal.title(in: locale) : nil)
        shown[Property.itemTitle.name().language(locale.description)] = title
        let screen = Screen(
            id: top?.id ?? ScreenID(unchecked: modal.id.rawValue),
            route: top?.route ?? modal.route, title: top?.title, properties: shown)
        var own = properties.own
        own[Property.isHidden.name()] = "false"
        return showing(screen, BarProperties(own: own, appearance: properties.appearance))
    }
}

extension Properties {
    /// Puts a button before those of one side; one of the app's own with its name gives way.
    fileprivate mutating func prepend(
        _ name: String, to side: String, title: String, _ locale: LanguageTag
    ) {
        let list = side == "left" ? Property.left : Property.right
        let others = self.list(list).filter { $0 != name }
        for part in [Property.buttonKind, .buttonImage, .buttonStyle, .buttonIsEnabled] {
            self[part.name(side, name)] = nil
        }
        self[list.name()] = ([name] + others).joined(separator: ",")
        self[Property.buttonTitle.name(side, name).language(locale.description)] = title
    }
}
