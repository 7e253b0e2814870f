@testable import NavigationModel
import SeededRandom

/// A small scene in which every operation has something to act on, and the operations that make a
/// difference there.
struct SmallScope {
    /// The state that every device has observed.
    let base: Fleet
    private let ids: [String: ScreenID]
    private let modal: ModalID

    init() throws {
        let stage = try Stage(tabs: ["a", "b", "d"], routes: ["/root", "/1"])
        try stage.now(.removeTab("d"), by: 0)
        try stage.now(.addToBadge("a", 1), by: 0)
        try stage.now(.push("/gone"), by: 0)
        let gone = stage.id("/gone")
        try stage.now(.push("/on-gone"), by: 0)
        try stage.now(.popScreen(gone), by: 0)
        try stage.now(
            .presentModal(
                ModalDescription(route: "/m", stack: ["/m1", "/m2"].map { .init(route: $0) })),
            by: 0)
        try stage.now(.setBar("app.tint", "red"), by: 0)
        for (bar, route) in [("p", "/p1"), ("q", "/q1")] {
            let items = [ScreenDescription(route: route)]
            try stage.now(
                .declareBar(.init(id: StandaloneBarID(unchecked: bar), items: items)), by: 0)
        }
        try stage.now(.removeBar("q"), by: 0)
        try stage.now(.setProperties(.tab("a"), ["prompt": "A"]), by: 0)
        try stage.now(.updateTab("a", title: "A1"), by: 0)
        try stage.now(.keepSelection(.own), by: 2)
        base = stage.fleet
        let modal = stage.scene.modals.first
        self.modal = modal?.id ?? "missing"
        ids = [
            "/root": stage.id("/root"), "/1": stage.id("/1"), "/on-gone": stage.id("/on-gone"),
            "/gone": gone, "/m1": modal?.stack.first?.id ?? "missing",
            "/m2": modal?.stack.last?.id ?? "missing",
        ]
    }

    /// Every case of Operation, with every target that makes a difference, as a device sends it
    /// that has seen the base.
    func operations(of device: Int) -> [Operation] {
        tabOperations + stackOperations(of: device) + modalOperations(of: device)
            + barOperations(of: device) + selectionOperations(of: device)
            + [
                .setBar("app.tint", "blue"), .setBar("app.tint", nil), .rekey, .prune(through: 1),
                .unknown,
            ]
    }

    /// The number of operations of each device.
    var count: Int { operations(of: 0).count }

    /// Returns a Boolean value indicating whether a device that goes by its own projection can send
    /// it: it names nothing that was popped or removed.
    func namesOnlyWhatIsSeen(_ operation: Operation) -> Bool {
        switch operation.payload {
        case let it as DeclareTabOperation: it.id != "d"
        case let it as UpdateTabOperation: it.id != "d"
        case let it as SetSelectionOperation: it.selection.tab != "d"
        case is RestoreOperation: false
        case let it as DeclareBarOperation: it.id != "q"
        case let it as UpdateBarOperation: it.id != "q"
        case let it as PushOperation: it.stack != "d" && it.below != ids["/gone"]
        case let it as UpdateScreenOperation: it.id != ids["/gone"]
        case let it as SetItemsOperation: !it.items.contains { $0.id == ids["/gone"] }
        default: true
        }
    }

    /// Returns a Boolean value indicating whether it makes a screen of one stack an item of
    /// another: that is for good.
    func takesFromElsewhere(_ operation: Operation) -> Bool {
        guard let setting = operation.payload as? SetItemsOperation else { return false }
        return setting.items.contains { item in
            base.raw.placement(of: item.id).map { $0.placement.stack != setting.stack } ?? false
        }
    }

    /// Returns the operations that conflict the most.
    func riskiest(of device: Int) -> [Operation] {
        [
            push(1, "/new", onto: "a", on: "/on-gone", of: device),
            push(2, "/twin", onto: "a", on: "/1", of: device),
            pop(["/1", "/on-gone"], from: "a"), restore(["/gone"]),
            .setItems("a", [item("/root"), fresh(3, "/2", of: device)]), .removeTab("a"),
        ]
    }

    private var tabOperations: [Operation] {
        [
            .declareTab("n", at: key(200), attributes: [title("N")]),
            .declareTab("d", at: key(200), attributes: [title("D")]),
            .declareTab("a", at: key(9), attributes: [title("again")]),
            .updateTab("a", attributes: [title("new")]),
            .updateTab(
                "a", attributes: [Attribute(field: TabField.isEnabled, value: .flag(false))]),
            .updateTab("d", attributes: [title("hidden")]),
            .moveTab("a", to: key(128)), .moveTab("b", to: key(128)),
            .removeTab("a"), .removeTab("b"), .selectTab("a"), .selectTab("b"), .refreshTab("a"),
            .setBadge("a", .cleared, seen: seen), .setBadge("a", .text("5"), seen: seen),
            .setBadge("a", .dot, seen: []), .addToBadge("a", 2),
        ]
    }

    private func stackOperations(of device: Int) -> [Operation] {
        [
            push(1, "/new", onto: "a", on: "/on-gone", of: device),
            push(2, "/twin", onto: "a", on: "/1", of: device),
            push(10, "/twin", onto: "a", on: "/1", and: [title("draft \(device)")], of: device),
            push(11, "/t", onto: "a", on: "/1", and: [identity, title("\(device)")], of: device),
            push(3, "/on-popped", onto: "a", on: "/gone", of: device),
            push(4, "/hidden", onto: "d", on: nil, of: device),
            push(5, "/m3", onto: .modal(modal), on: "/m2", of: device),
            pop(["/on-gone"], from: "a"), pop(["/1", "/on-gone"], from: "a"),
            .pop(.spans(spans(["/1", "/on-gone"])), from: "a"),
            .restore(.spans(spans(["/gone"])), to: "a"),
            pop(["/root"], from: "a"), pop(["/m2"], from: .modal(modal)),
            restore(["/gone"]), .setItems("a", []),
            .setItems("a", [item("/root"), fresh(6, "/2", of: device)]),
            .setItems("a", [item("/gone"), item("/root")]),
            .setItems("b", [item("/1")]),
            .setItems(.modal(modal), [fresh(7, "/m4", of: device)]),
            .updateScreen(id("/on-gone"), attributes: [title("new")]),
            .updateScreen(id("/gone"), attributes: [title("unseen")]),
        ]
    }

    private func modalOperations(of device: Int) -> [Operation] {
        let route = Attribute(field: ModalField.route, value: .text("/other"))
        return [
            .presentModal(ModalID(unchecked: "m\(device)"), attributes: [route]),
            .presentModal(modal, attributes: []), .updateModal(modal, attributes: [title("new")]),
            .dismissModal(modal), .answerModal(modal, .cancel), .answerModal(modal, .preferred),
        ]
    }

    /// Of a device's own selection, and those that it sends another to.
    private func selectionOperations(of device: Int) -> [Operation] {
        let (own, other) = (Fleet.id(of: device), Fleet.id(of: device == 2 ? 1 : 2))
        return [
            .setSelection(of: own, .shared), .setSelection(of: own, .own("b")),
            .setSelection(of: own, .own("d")), .setSelection(of: own, .following(other)),
            .setSelection(of: other, .own("b")),
        ]
    }

    private func barOperations(of device: Int) -> [Operation] {
        [
            .declareBar("n", attributes: [prompt("N")]), .declareBar("q", attributes: []),
            .declareBar("p", attributes: [prompt("again")]),
            .updateBar("p", attributes: [prompt("new")]),
            .updateBar("q", attributes: [prompt("Q")]),
            .removeBar("p"), .updateTab("a", attributes: [prompt("new")]),
            .updateTab("a", attributes: [prompt("")]),
            push(8, "/p2", onto: .bar("p"), on: nil, of: device),
            .setItems(.bar("p"), [fresh(9, "/p3", of: device)]),
        ]
    }

    // MARK: Parts

    private func prompt(_ text: String) -> Attribute {
        Attribute(field: ItemField.property("prompt"), value: .text(text))
    }

    private func id(_ route: String) -> ScreenID { ids[route] ?? "missing" }

    /// Titles of tabs, screens and modals have one number.
    private func title(_ text: String) -> Attribute {
        Attribute(field: TabField.title, value: .text(text))
    }

    private func key(_ byte: UInt8) -> PositionKey {
        PositionKey(bytes: [byte]) ?? .between(nil, nil)
    }

    private var seen: [ObservedAdditions] { base.raw.additions(to: "a") }

    private func placed(_ routes: [String]) -> [ObservedScreen] {
        routes.compactMap { route in
            base.raw.placement(of: id(route)).map {
                ObservedScreen(id: id(route), placement: $0.stamp)
            }
        }
    }

    private func push(
        _ number: Int, _ route: String, onto stack: StackID, on below: String?,
        and more: [Attribute] = [], of device: Int
    ) -> Operation {
        .push(
            ScreenID(unchecked: "fresh\(number)-\(device)"), onto: stack, on: below.map(id),
            attributes: [Attribute(field: ScreenField.route, value: .text(route))] + more)
    }

    private var identity: Attribute {
        Attribute(field: ScreenField.identity, value: .text("one"))
    }

    private func spans(_ routes: [String]) -> [ObservedSpan] {
        base.raw.spans(of: placed(routes), on: "a")
    }

    private func pop(_ routes: [String], from stack: StackID) -> Operation {
        .pop(.named(placed(routes)), from: stack)
    }

    private func restore(_ routes: [String]) -> Operation {
        .restore(.named(placed(routes)), to: "a")
    }

    private func item(_ route: String) -> Operation.Item {
        Operation.Item(id: id(route), attributes: [])
    }

    private func fresh(_ number: Int, _ route: String, of device: Int) -> Operation.Item {
        Operation.Item(
            id: ScreenID(unchecked: "fresh\(number)-\(device)"),
            attributes: [Attribute(field: ScreenField.route, value: .text(route))])
    }
}
