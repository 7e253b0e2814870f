import NavigationText
import Testing

@testable import NavigationBars

@Suite("Device profiles")
struct DeviceProfileTests {
    @Test("There are phones and tablets of both kinds, each under one name")
    func names() {
        let all = DeviceProfile.all
        #expect(Set(all.map(\.name)).count == all.count)
        #expect(all.count { $0.platform.system == .iOS } >= 3)
        let tablets = all.filter { $0.platform.system == .iPadOS }
        #expect(tablets.contains { $0.platform.isAtLeast(18) })
        #expect(tablets.contains { !$0.platform.isAtLeast(18) })
        let android = all.filter { $0.platform.system == .android }
        #expect(android.contains { $0.traits().size.width < 600 })
        #expect(android.contains { $0.traits().size.width >= 600 })
        #expect(Set(all.map(\.platform.system)) == Set(Platform.System.allCases))
        #expect(DeviceProfile.named("iphone-16")?.name == "iphone-16")
        #expect(DeviceProfile.named("no-such-phone") == nil)
    }

    @Test("Held the other way, the sides change places", arguments: DeviceProfile.all)
    func orientations(profile: DeviceProfile) throws {
        let portrait = profile.traits(orientation: .portrait)
        let landscape = profile.traits(orientation: .landscape)
        #expect(landscape.orientation == .landscape)
        if portrait.orientation == .portrait {
            #expect(portrait.size.width == landscape.size.height)
            #expect(portrait.size.height == landscape.size.width)
        } else {
            #expect(portrait == landscape)
        }
        for traits in [portrait, landscape] {
            #expect(traits.safeArea.left == traits.safeArea.right)
            #expect(traits.statusBarHeight <= traits.safeArea.top)
            #expect(traits.scrollOffset == 0 && !traits.areBarsHidden && !traits.isMoreShown)
        }
    }

    @Test("Appearance and language are as requested")
    func wishes() throws {
        let profile = try #require(DeviceProfile.named("ipad-11"))
        let arabic = try #require(LanguageTag("ar"))
        let traits = profile.traits(orientation: .landscape, appearance: .dark, locale: arabic)
        #expect(traits.appearance == .dark && traits.locale == arabic && traits.isRightToLeft)
        #expect(profile.traits().appearance == .light && profile.traits().locale == .english)
    }
}
