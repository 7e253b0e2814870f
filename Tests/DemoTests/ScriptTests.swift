import NavigationModel
import NavigationText
import Testing

@testable import CommandLine
@testable import Demo

@Suite("The script of the demo")
struct ScriptTests {
    private func app(_ tabs: [TabDescription]) -> SceneDescription {
        SceneDescription(tabs: tabs)
    }

    @Test("Every app with a tab that can be selected has a script", arguments: 1...6)
    func anyApp(count: Int) throws {
        let tabs = (1...count).map { TabDescription(id: TabID(unchecked: "\($0)"), title: "Tab") }
        let script = try DemoScript(for: app(tabs), in: "app.yaml")
        let ids = Set(tabs.map(\.id.rawValue))
        for command in script.steps.flatMap(\.commands.values).joined() {
            switch command {
            case .apply(let file): #expect(file == "app.yaml")
            case .select(let tab), .push(_, _, let tab), .pop(let tab), .popToRoot(let tab),
                .addToBadge(let tab, _):
                #expect(ids.contains(tab))
            }
        }
    }

    @Test("It cuts the connection once, mends it, and ends with all devices equal")
    func cable() throws {
        let script = try DemoScript(
            for: app([TabDescription(id: "a", title: "A")]), in: "app.yaml")
        #expect(script.steps.compactMap(\.cable) == [.cut, .restored])
        #expect(script.steps.last?.expectation == .equal(Set(DemoDevice.allCases)))
    }

    @Test("An app without a tab to select is refused with a reason")
    func noTab() {
        let disabled = TabDescription(id: "a", title: "A", isEnabled: false)
        for tabs in [[], [disabled]] {
            #expect {
                try DemoScript(for: app(tabs), in: "app.yaml")
            } throws: {
                ($0 as? CommandError)?.message.description.contains("'app.yaml' has no tab") == true
            }
        }
    }
}
