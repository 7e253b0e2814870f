import CommandLine
import Live
import NavigationModel
import Testing

@Suite("The selection of the device in a terminal")
struct LiveSelectionTests {
    private let tablet = DeviceID(high: 0, low: 2)

    @Test("s keeps an own selection, follows a device that is there until a touch, and shares")
    func selection() throws {
        var person = try Person()
        try person.press(.character("s"), .character("o"))
        #expect(person.scene.selection == .own("inbox"))
        #expect(person.screen.first?.contains("own selection") == true)
        try person.press(.right)
        #expect(person.scene.selectedTab == "search" && person.sharedTab == "inbox")

        let row = PresentRow(
            id: tablet, name: "tablet", tab: "inbox", screen: nil, used: nil, isOwn: false)
        person.take(.present([row]))
        try person.press(.character("s"), .character("1"))
        #expect(person.scene.selection == .following(tablet))
        #expect(person.screen.first?.contains("follows tablet") == true)
        #expect(person.scene.selectedTab == "inbox")
        try person.press(.right)
        #expect(person.scene.selection == .own("search"), "a touch ends following")

        try person.press(.character("s"), .character("s"))
        #expect(person.scene.selection == .shared && person.scene.selectedTab == "inbox")
        #expect(person.screen.first?.contains("selection") == false)
    }
}
