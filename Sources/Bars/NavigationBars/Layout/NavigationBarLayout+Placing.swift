internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

extension NavigationBarLayout {
    /// Lays out a bar at its place; `nil` if it is hidden.
    init?(_ state: NavigationBarState, at site: NavigationBarPlacement, on traits: DeviceTraits) {
        let properties = state.properties
        guard !properties.flag(.isHidden) else { return nil }
        let item = state.topItem
        let title = item?.titleView == nil ? item?.screen.barTitle(in: traits.locale) : nil
        let prompt = item?.screen.prompt(in: traits.locale)
        let style = state.style(on: traits, width: site.area.width)
        let metrics = NavigationBarMetrics(
            hasPrompt: prompt != nil,
            isLarge: title != nil && site.position != "bottom" && state.isLarge(on: traits),
            hasSearchField: state.searchField != nil && traits.platform.hasSearchTab,
            style: style, on: traits)
        let look = NavigationBarLook(
            NavigationBarLook.Context(
                properties: properties, position: site.position, metrics: metrics,
                isBorderless: site.isBorderless, traits: traits))

        let frame = site.frame(height: metrics.height)
        let strips = NavigationBarRows(frame, metrics)
        let leading = site.leadingInset(on: traits)
        let trailing = site.trailingInset(on: traits)
        let line = ReadingLine(bounds: strips.row, isRightToLeft: traits.isRightToLeft)
        let control = SegmentedControlLayout.naturalWidth(item)
        let shown = metrics.isLarge ? nil : title
        let titleWidth = shown.map { TextMetrics.width(of: $0.printable, in: look.titleFont) }
        let middleWidth = titleWidth ?? control
        let row = NavigationBarRow(
            NavigationBarRow.Content(
                id: site.id, item: item,
                back: item?.hidesBackButton == true || style.backForm == .none
                    ? nil : state.backItem?.screen,
                middleWidth: middleWidth, look: look, properties: properties, style: style,
                taken: site.taken(on: traits), traits: traits),
            in: line, leading: leading, trailing: trailing)
        let middle = NavigationBarTitleArea(
            of: row, width: middleWidth, style: style, leading: leading, in: line)

        self.init(
            id: site.id, frame: frame, metrics: metrics.name, position: site.position,
            activeAppearance: look.appearance.kind,
            background: look.background.background(in: site.background(of: frame)),
            separator: look.separatorColor.map {
                let height = NavigationBarMetrics.separatorHeight
                return Separator(frame: site.edge(of: frame, height: height), color: $0)
            },
            shadowImage: look.shadowImage.map {
                ImageElement(shadow: $0, properties, at: site, of: frame, on: traits)
            },
            titleMode: title == nil ? .none : metrics.isLarge ? .large : .standard,
            title: nil, prompt: nil, back: row.back, left: row.left, right: row.right,
            segmentedControl: SegmentedControlLayout(
                item, at: middle.start, width: middle.width, in: line, on: traits),
            alpha: properties.number(.alpha) ?? 1, transition: NavigationBarMetrics.pushMotion,
            pushEdge: traits.isRightToLeft ? "left" : "right",
            accessibility: AccessibilityElement(
                .navigationBar, label: title ?? "", traits: [.userInteractionEnabled],
                identifier: state.accessibilityIdentifier, largeContentTitle: title),
            heading: title.map { AccessibilityElement(.heading, label: $0, traits: [.header]) },
            mode: state.mode, isTranslucent: look.isTranslucent, tintColor: look.tintColor,
            behavioralStyle: state.behavioralStyle(on: traits.platform),
            toolbarSection: state.toolbarSection(on: traits.platform))
        self.title =
            metrics.isLarge
            ? strips.largeTitle(
                title, style, leading: leading, trailing: trailing, color: look.largeTitleColor,
                on: traits)
            : middle.title(shown, look, on: traits)
        searchField = strips.searchField(
            metrics.hasSearchField ? state.searchField : nil, id: site.id, leading: leading,
            trailing: trailing, tint: look.tintColor, on: traits)
        self.prompt = strips.prompt(
            prompt, style, leading: leading, trailing: trailing, color: look.titleColor, on: traits)
    }
}

extension NavigationBarState {
    /// Returns a Boolean value indicating whether the title that shows is a large one: where the
    /// bar prefers such, there is height for it, the content is at its top, and the screen allows
    /// it. A screen that leaves it open does as the one below it (UIKit; not described).
    func isLarge(on traits: DeviceTraits) -> Bool {
        guard prefersLargeTitle(on: traits) else { return false }
        return !traits.isScrolled
    }

    /// Returns the lengths and fonts on a device: an Android app's bar is medium where it says so,
    /// and large where large titles are preferred.
    func style(on traits: DeviceTraits, width: Double) -> NavigationBarStyle {
        if traits.isMaterial, properties.text(.appBarSize) == "medium" {
            return NavigationBarStyle.materialMedium.adapted(to: traits)
        }
        if behavioralStyle(on: traits.platform) == "mac" {
            return NavigationBarStyle.mac.adapted(to: traits)
        }
        return .on(traits, width: width)
    }

    /// A Boolean value indicating whether titles are large unless a screen says otherwise: by the
    /// size of an Android app's bar, else as large titles are preferred.
    private func prefersLargeTitle(by traits: DeviceTraits) -> Bool {
        switch traits.isMaterial ? properties.text(.appBarSize) : nil {
        case "small": false
        case "medium", "large": true
        default: properties.flag(.prefersLargeTitles)
        }
    }

    /// Returns the same, wherever the content is scrolled to.
    func prefersLargeTitle(on traits: DeviceTraits) -> Bool {
        guard prefersLargeTitle(by: traits), !traits.isCompactHeight,
            topItem?.titleView == nil
        else { return false }
        let mode = items.reversed().lazy.map(\.largeTitleDisplayMode).first { $0 != "automatic" }
        return mode != "never"
    }
}

extension ImageElement {
    /// Places an image of the app's own below a bar, or above one at the bottom, and as wide: the
    /// part between its caps is stretched.
    fileprivate init(
        shadow name: String, _ properties: BarProperties, at site: NavigationBarPlacement,
        of frame: Rect, on traits: DeviceTraits
    ) {
        let numbers = properties.numbers(.shadowImageCapInsets).map { $0.bounded(by: 100) }
        let caps = numbers.count == 4 ? numbers : [0, 0, 0, 0]
        let across = caps[1] + caps[3]
        let narrowed = across > frame.width ? frame.width / across : 1
        let height = max(NavigationBarMetrics.shadowHeight, caps[0] + caps[2])
        let (leading, trailing) = (caps[1] * narrowed, caps[3] * narrowed)
        self.init(
            name: name.printable, frame: site.edge(of: frame, height: height),
            capInsets: Insets(
                top: caps[0], left: traits.isRightToLeft ? trailing : leading, bottom: caps[2],
                right: traits.isRightToLeft ? leading : trailing))
    }
}
