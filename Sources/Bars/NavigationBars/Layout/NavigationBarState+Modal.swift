internal import NavigationModel
internal import NavigationProperties

extension NavigationBarState {
    /// Returns the bar of a modal: its screens' items, and the buttons that dismiss it. The one
    /// that abandons the task is before the title of its first screen, in the place of the back
    /// button that the others have; the one that finishes it is after the title of each, outermost.
    /// The bar never hides, for it has the ways out.
    func asModal(_ modal: Modal, on traits: DeviceTraits) -> NavigationBarState {
        let locale = traits.locale
        let top = topItem?.screen
        var said = top?.properties ?? Properties()
        let actions = modal.dismissActions
        if screens.count < 2 {
            if actions.contains("cancel") {
                said.prepend("cancel", to: "left", title: modal.cancelTitle(in: locale), locale)
            } else if actions.contains("close") {
                let title = LocalizedString.close.text(in: locale)
                said.prepend("close", to: "left", title: title, locale)
            }
        }
        if actions.contains("preferred") {
            said.prepend("preferred", to: "right", title: modal.preferredTitle(in: locale), locale)
            said[Property.buttonStyle.name("right", "preferred")] = "done"
            said[Property.buttonIsEnabled.name("right", "preferred")] =
                modal.properties.flag(.preferredIsEnabled) ? "true" : "false"
        }
        let title = top?.barTitle(in: locale) ?? (screens.count < 2 ? modal.title(in: locale) : nil)
        said[Property.itemTitle.name().language(locale.description)] = title
        let screen = Screen(
            id: top?.id ?? ScreenID(unchecked: modal.id.rawValue),
            route: top?.route ?? modal.route, title: top?.title, properties: said)
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
