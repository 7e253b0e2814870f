import DescribedRows
import Testing

extension RowsOnTwoDevices {
    @Suite("Modals")
    struct ModalRows {
        /// Presents a modal over two tabs, and gives its id back.
        private func present(
            _ devices: TwoDevices, _ kind: String = "simple", _ texts: String...
        ) async throws -> String {
            let options = texts.flatMap { ["--set", $0] }
            let presented = try await devices.change(
                ["modal", "present", "task://", "--kind", kind, "--title", "Task"] + options)
            return try #require(presented["modal"]?.string)
        }

        @Test("D-19: a modal rises from the lower edge, on every device")
        func edge() async throws {
            let devices = try await TwoDevices("D-19", MailScene.twoTabs)
            _ = try await present(devices)
            let shown = try await devices.both()["scene"]?["modals"]?[0]
            #expect(shown?["presentationEdge"]?.string == devices.row["edge"])
            let modal = try await devices.layout(by: "tablet")["modal"]
            #expect(modal?["presentationEdge"]?.string == devices.row["edge"])
            #expect(modal?["motion"]?["kind"]?.string == "rise")
        }

        @Test(
            "D-20: screens beneath a modal are not changed by mistake, and are as they were after it"
        )
        func interruption() async throws {
            let devices = try await TwoDevices("D-20", MailScene.twoTabs)
            let before = try await devices.both()["scene"]
            let id = try await present(devices)
            for device in ["desk", "tablet"] {
                for command in [["push", "mail://2"], ["pop"], ["tab", "select", "search"]] {
                    let words = try await devices.refused(as: device, command)
                    for option in devices.row.list("options") {
                        #expect(words.contains(option), "\(command): \(words)")
                    }
                }
            }
            try await devices.change("modal", "answer", id, "cancel")
            #expect(try await devices.both()["scene"] == before)
            let other = try await present(devices)
            try await devices.change("push", "mail://2", "--beneath")
            try await devices.change("modal", "answer", other, "cancel")
            #expect(
                try await devices.both().tab("inbox")?.routes == [
                    "mail://", "mail://1", "mail://2",
                ])
        }

        @Test("D-23: a simple task is identified by its kind")
        func simple() async throws {
            let devices = try await TwoDevices("D-23", MailScene.twoTabs)
            let id = try await present(devices, devices.row["kind"])
            #expect(try await devices.both().modal(id)?["kind"]?.string == devices.row["kind"])
        }

        @Test("D-24: a task of several steps has the number of the shown one")
        func severalSteps() async throws {
            let devices = try await TwoDevices("D-24", MailScene.twoTabs)
            let (kind, property) = (devices.row["kind"], devices.row["property"])
            let id = try await present(devices, kind, "steps=3")
            for step in 1...3 {
                try await devices.change("modal", "update", id, "--set", "\(property)=\(step)")
                let modal = try await devices.both().modal(id)
                #expect(modal?["kind"]?.string == kind)
                #expect(modal?[property]?.integer == Int64(step))
                #expect(modal?["steps"]?.integer == 3)
            }
        }

        @Test("D-25: content on the full screen covers the tab bar")
        func fullScreen() async throws {
            let devices = try await TwoDevices("D-25", MailScene.twoTabs)
            let id = try await present(devices, devices.row["kind"])
            #expect(try await devices.both().modal(id)?["kind"]?.string == devices.row["kind"])
            let layout = try await devices.layout(by: "tablet")
            #expect(layout["modal"]?["frame"] == layout["screen"])
        }

        @Test("D-26: a modal is left by cancel or by its preferred action")
        func leaving() async throws {
            let devices = try await TwoDevices("D-26", MailScene.twoTabs)
            for answer in devices.row.list("answers") {
                let id = try await present(devices)
                let reported = try await devices.reported {
                    try await devices.change("modal", "answer", id, answer)
                }
                #expect(reported.last?["operations"]?[0]?["answer"]?.string == answer)
                #expect(try await devices.both()["scene"]?["modals"]?.array == [])
            }
        }

        @Test("D-28: cancel gives up what was begun: nothing of the draft is left")
        func abandoned() async throws {
            let devices = try await TwoDevices("D-28", MailScene.twoTabs)
            let id = try await present(devices, "simple", "draft=Buy milk")
            #expect(try await devices.both().modal(id)?["draft"]?.string == "Buy milk")
            let reported = try await devices.reported {
                try await devices.change("modal", "answer", id, "cancel")
            }
            let operation = reported.last?["operations"]?[0]
            #expect(operation?["modal"]?.string == id)
            #expect(operation?["answer"]?.string == devices.row["answer"])
            // The tablet is told who gave it up.
            #expect(reported.last?["author"]?.string == "desk")
            let shown = try await devices.both()
            #expect(shown.modal(id) == nil)
            #expect(try await !devices.text("export").contains("Buy milk"))
        }

        @Test("D-29: cancel confirms before data is lost: the property has to be set")
        func confirmation() async throws {
            let devices = try await TwoDevices("D-29", MailScene.twoTabs)
            let id = try await present(devices, "simple", "isDirty=true")
            let words = try await devices.refused("modal", "answer", id, "cancel")
            #expect(words.contains(devices.row["option"]), "\(words)")
            #expect(try await devices.both().modal(id) != nil)
            try await devices.change("modal", "answer", id, "cancel", devices.row["option"])
            #expect(try await devices.both().modal(id) == nil)
        }

        @Test("D-30: a preferred action that can't be taken is refused until fields are filled in")
        func inactive() async throws {
            let devices = try await TwoDevices("D-30", MailScene.twoTabs)
            let property = devices.row["property"]
            let id = try await present(devices, "simple", "\(property)=false")
            let preferred = try await devices.both().modal(id)?["preferred"]
            #expect(preferred?["enabled"]?.boolean == false)
            for device in ["desk", "tablet"] {
                try await devices.refused(as: device, "modal", "answer", id, "preferred")
            }
            try await devices.change("modal", "update", id, "--set", "\(property)=true")
            try await devices.change("modal", "answer", id, "preferred")
            #expect(try await devices.both().modal(id) == nil)
        }

        @Test(
            "D-34: within a modal people navigate by pushes and popovers, and lint finds nothing")
        func subNavigation() async throws {
            let devices = try await TwoDevices("D-34", MailScene.twoTabs)
            #expect(devices.row.list("ways") == ["popover", "push"])
            let id = try await present(devices)
            try await devices.change("push", "task://when", "--modal", id, "--title", "When")
            #expect(try await devices.both().modal(id)?.routes == ["task://when"])
            #expect(try await modalsOverModals(devices).isEmpty)
            let popover = try await present(devices, "simple", "popover.source=right.add")
            let modal = try await devices.both().modal(popover)
            #expect(modal?["popover"]?["source"]?.string == "right.add")
            #expect(try await modalsOverModals(devices).isEmpty)
            // The same without an item that it points to is a modal over a modal.
            try await devices.change("modal", "update", popover, "--set", "popover.source=")
            #expect(try await modalsOverModals(devices) == [popover])
        }

        /// The modals that lint finds over others.
        private func modalsOverModals(_ devices: TwoDevices) async throws -> [String?] {
            let findings = try await devices.change("lint")["findings"]?.array ?? []
            let code = DescribedRow("D-33")["code"]
            return findings.filter { $0["code"]?.string == code }.map { $0["item"]?["id"]?.string }
        }
    }
}
