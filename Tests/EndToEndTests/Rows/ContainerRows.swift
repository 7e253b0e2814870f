import DescribedRows
import Testing

extension RowsOnTwoDevices {
    @Suite("Screens that hold others")
    struct ContainerRows {
        /// Says it of a screen that is pushed, and returns the screen as both devices have it.
        private func push(_ devices: TwoDevices, _ texts: String...) async throws -> JSON? {
            let options = texts.flatMap { ["--set", $0] }
            let pushed = try await devices.change(["push", "mail://wide"] + options)
            let stack = try await devices.both().tab("inbox")?["stack"]?.array
            return stack?.first { $0["id"] == pushed["screen"] }
        }

        @Test("N-106: a container of the app's own combines several screens")
        func container() async throws {
            let devices = try await TwoDevices("N-106", MailScene.twoTabs)
            let (kind, property) = (devices.row["kind"], devices.row["property"])
            let screen = try await push(
                devices, "kind=\(kind)", "\(property)=map,list", "children.map.route=map://")
            #expect(screen?["kind"]?.string == kind)
            #expect(screen?["children"]?.ids == ["map", "list"])
            #expect(screen?["children"]?[0]?["route"]?.string == "map://")
        }

        @Test("N-115: a split view has panes side by side, each with its own properties")
        func split() async throws {
            let devices = try await TwoDevices("N-115", MailScene.twoTabs)
            let (kind, property) = (devices.row["kind"], devices.row["property"])
            let screen = try await push(
                devices, "kind=\(kind)", "\(property)=list,letter", "panes.list.title=Letters")
            #expect(screen?["kind"]?.string == kind)
            #expect(screen?["panes"]?.ids == ["list", "letter"])
            #expect(screen?["panes"]?[0]?["title"]?.string == "Letters")
        }

        @Test("N-116: a page view shows one page of several; the next one is for everyone")
        func pages() async throws {
            let devices = try await TwoDevices("N-116", MailScene.twoTabs)
            let (kind, property) = (devices.row["kind"], devices.row["property"])
            let screen = try #require(try await push(devices, "kind=\(kind)", "pages=3"))
            #expect(screen["kind"]?.string == kind)
            #expect(screen["page"]?.integer == 0 && screen["pages"]?.integer == 3)
            let id = try #require(screen["id"]?.string)
            try await devices.change("screen", "update", id, "--set", "\(property)=1")
            let stack = try await devices.both().tab("inbox")?["stack"]?.array
            #expect(stack?.last?["page"]?.integer == 1)
            let seen = try await devices.layout(by: "tablet")["content"]
            #expect(seen?["page"]?.integer == 1 && seen?["pageCount"]?.integer == 3)
            try await devices.refused("screen", "update", id, "--set", "\(property)=-1")
        }

        @Test("N-104: a popover points to an item by name, for everyone")
        func popover() async throws {
            let devices = try await TwoDevices("N-104", MailScene.twoTabs)
            let screen = try await push(devices, "\(devices.row["property"])=right.edit")
            #expect(screen?["popover"]?["source"]?.string == "right.edit")
        }
    }
}
