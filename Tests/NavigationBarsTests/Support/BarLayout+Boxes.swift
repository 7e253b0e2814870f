import NavigationModel

@testable import NavigationBars

extension BarLayout {
    /// The location of a part of the layout on the screen.
    enum Box: Hashable {
        /// A shape: its frame to a tenth of a point.
        case shape(Rect)
        /// A text: as wide as it was measured, standing on its baseline.
        case text(TextElement)
    }

    /// Every part with the id that a drawing gives it, from the layout alone.
    var boxes: [String: Box] {
        var boxes: [String: Box] = ["content.frame": .shape(content.frame)]
        if let navigationBar { navigationBar.add(to: &boxes) }
        if let tabBar { tabBar.add(to: &boxes, id: "tabBar") }
        content.add(to: &boxes, id: "content")
        for row in tabBar?.more?.rows ?? [] { row.add(to: &boxes, id: "tabBar.more") }
        for bar in standaloneBars {
            bar.navigationBar?.add(to: &boxes)
            bar.tabBar?.add(to: &boxes, id: bar.id)
        }
        if let modal {
            boxes["\(modal.id).sheet"] = .shape(modal.frame)
            if let step = modal.step { boxes["\(modal.id).step"] = .text(step) }
            modal.navigationBar.add(to: &boxes)
            modal.content.add(to: &boxes, id: "\(modal.id).content")
        }
        return boxes
    }
}

extension NavigationBarLayout {
    fileprivate func add(to boxes: inout [String: BarLayout.Box]) {
        boxes["\(id).frame"] = .shape(frame)
        if background.kind == .translucent || background.kind == .opaque {
            boxes["\(id).background"] = .shape(background.frame)
        }
        boxes["\(id).title"] = title.map { .text($0) }
        boxes["\(id).prompt"] = prompt.map { .text($0) }
        boxes["\(id).shadow.image"] = shadowImage.map { .shape($0.frame) }
        if let back {
            boxes["\(id).back.indicator"] = .shape(back.indicator.frame)
            boxes["\(id).back.touch"] = .shape(back.touch)
            boxes["\(id).back.label"] = back.label.map { .text($0) }
        }
        for button in left + right where button.accessibility != nil {
            boxes["\(id).\(button.id).touch"] = .shape(button.touch)
            boxes["\(id).\(button.id).icon"] = button.icon.map { .shape($0.frame) }
            boxes["\(id).\(button.id).label"] = button.label.map { .text($0) }
        }
        boxes["\(id).search.touch"] = searchField.map { .shape($0.frame) }
        boxes["\(id).search.label"] = searchField?.label.map { .text($0) }
        boxes["\(id).cancelSearch.label"] = searchField?.cancel.map { .text($0) }
        for (index, segment) in (segmentedControl?.segments ?? []).enumerated() {
            boxes["\(id).segments.\(index).touch"] = .shape(segment.frame)
            boxes["\(id).segments.\(index).label"] = .text(segment.label)
        }
    }
}

extension TabBarLayout {
    fileprivate func add(to boxes: inout [String: BarLayout.Box], id: String) {
        boxes["\(id).frame"] = .shape(frame)
        boxes["\(id).background"] = .shape(background.frame)
        boxes["\(id).accessory.touch"] = accessoryControl.map { .shape($0.touch) }
        boxes["\(id).accessory.label"] = accessory.map { .text($0) }
        for item in items {
            boxes["\(item.id).frame"] = .shape(item.frame)
            boxes["\(item.id).touch"] = .shape(item.touch)
            boxes["\(item.id).marker"] = item.marker.map { .shape($0.frame) }
            boxes["\(item.id).icon"] = item.icon.map { .shape($0.frame) }
            boxes["\(item.id).label"] = item.label.map { .text($0) }
            boxes["\(item.id).badge"] = item.badge.map { .shape($0.frame) }
            boxes["\(item.id).badge.label"] = item.badge?.label.map { .text($0) }
        }
    }
}

extension ContentLayout {
    fileprivate func add(to boxes: inout [String: BarLayout.Box], id: String) {
        boxes["\(id).placeholder"] = placeholder.map { .text($0) }
        for row in rows { row.add(to: &boxes, id: id) }
        for pane in panes {
            boxes["\(id).pane.\(pane.id).frame"] = .shape(pane.frame)
            pane.navigationBar?.add(to: &boxes)
        }
    }
}

extension ContentLayout.Row {
    fileprivate func add(to boxes: inout [String: BarLayout.Box], id: String) {
        let id = "\(id).row.\(self.id)"
        boxes["\(id).frame"] = .shape(frame)
        boxes["\(id).label"] = .text(label)
        boxes["\(id).icon"] = icon.map { .shape($0.frame) }
        boxes["\(id).badge"] = badge.map { .shape($0.frame) }
        boxes["\(id).badge.label"] = badge?.label.map { .text($0) }
        boxes["\(id).disclosure"] = disclosure.map { .shape($0.frame) }
    }
}

extension BarLayout {
    /// A phone that shows an app which has declared nothing.
    static var nothing: BarLayout {
        BarLayout(
            .empty,
            on: DeviceTraits(platform: Platform(.iOS, 18), size: Size(width: 393, height: 852)))
    }
}
