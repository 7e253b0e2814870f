internal import NavigationModel
internal import NavigationProperties

/// Guidelines for the line between a bar and its content.
extension Guideline {
    /// A line that is set below a large title at rest.
    static let largeTitleBorder = Guideline(
        "large-title-border", .warning, rows: ["H-22", "H-24"],
        "a bar with a large title has no border at rest, joining title and content"
    ) { context in
        guard context.device?.platform.hidesBordersOfLargeTitles ?? true else { return [] }
        return context.bars.filter { $0.prefersLargeTitles && !$0.isHidden }.flatMap { bar in
            bar.namesOfBorderAtRest.map { name in
                Violation(
                    bar.setter(of: name),
                    "'\(name)' gives a bar with a large title a border at rest, "
                        + "separating the title from its content",
                    fix: [Fix(bar.setter(of: name), name.rawValue, nil)])
            }
        }.unique
    }

    /// A bar without a large title whose line is removed.
    static let borderlessStandardBar = Guideline(
        "borderless-standard-bar", .warning, rows: ["H-25", "H-26"],
        "a standard bar keeps its border, setting off title and buttons"
    ) { context in
        context.bars.filter { bar in
            let isSplit = bar.items.contains { $0.properties.text(.kind) == "split" }
            return !bar.prefersLargeTitles && !bar.isHidden && !(context.isPad && isSplit)
        }.flatMap { bar in
            bar.clearedBorderNames.map { name in
                Violation(
                    bar.setter(of: name),
                    "'\(name)' removes the border of a standard bar, which sets off "
                        + "title and buttons",
                    fix: [Fix(bar.setter(of: name), name.rawValue, nil)])
            }
        }.unique
    }

    /// Panes side by side, one with a line and one without.
    static let splitBorderMismatch = Guideline(
        "split-border-mismatch", .warning, rows: ["H-26"],
        "the bars of a split view's panes match: all with a border or all without"
    ) { context in
        context.bars.flatMap(\.items).filter { $0.properties.text(.kind) == "split" }.compactMap {
            item in
            let properties = item.properties
            let panes = properties.list(.panes).filter {
                properties.flag(.paneBar, Property.paneBar.name($0))
            }
            let borderless = panes.filter {
                !properties.flag(.paneBorder, Property.paneBorder.name($0))
            }
            guard !borderless.isEmpty, borderless.count < panes.count else { return nil }
            return Violation(
                item.sceneItem,
                "the bar of pane \(borderless.map(quoted).joined(separator: ", ")) of \(item.name) "
                    + "has no border, unlike the others",
                fix: borderless.map {
                    Fix(item.sceneItem, Property.paneBorder.name($0).rawValue, nil)
                })
        }
    }
}

extension Platform {
    /// A Boolean value indicating whether a bar with a large title has neither background nor
    /// border at rest: from iOS 13.
    fileprivate var hidesBordersOfLargeTitles: Bool {
        system != .iOS && system != .iPadOS || isAtLeast(13)
    }
}

extension InspectedBar {
    /// The names of the properties that set a line while content is at the bar's edge: those of the
    /// appearance for that, and the shadow image of a background image, which is shown at all
    /// times.
    fileprivate var namesOfBorderAtRest: [PropertyName] {
        let effective = properties.effective
        let names = ["shadowColor", "shadowImage"].map { part in
            PropertyName(unchecked: "navigationBar.scrollEdgeAppearance.\(part)")
        }
        let hasImage = effective.names.contains { Property.backgroundImage.matches($0) }
        return (names + (hasImage ? [Property.shadowImage.name()] : [])).filter { name in
            effective[name].map { !$0.isClear } ?? false
        }
    }

    /// The names of the properties that remove the line of the standard looks.
    fileprivate var clearedBorderNames: [PropertyName] {
        let names = ["standardAppearance", "scrollEdgeAppearance"].map {
            PropertyName(unchecked: "navigationBar.\($0).shadowColor")
        }
        return names.filter { properties.effective[$0]?.isClear ?? false }
    }
}

extension String {
    /// A Boolean value indicating whether it names a transparent colour.
    fileprivate var isClear: Bool {
        self == "clear" || first == "#" && utf8.count == 9 && hasSuffix("00")
    }
}

extension Array where Element: Hashable {
    /// The elements without duplicates: a property that is set for all bars is found on each of
    /// them.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
