import DeviceStore
import Testing

@Suite("Times by the clock of a boot")
struct BootTimeInstantTests {
    @Test("An age ends with the boot in which it was measured")
    func agesEndWithTheBoot() {
        let made = BootTimeInstant(bootID: "a", nanoseconds: 1_000_000)
        #expect(made.age(at: BootTimeInstant(bootID: "a", nanoseconds: 3_500_000)) == 2_500)
        #expect(made.age(at: BootTimeInstant(bootID: "b", nanoseconds: 3_500_000)) == nil)
        #expect(made.age(at: BootTimeInstant(bootID: "a", nanoseconds: 0)) == nil)
        let unknown = BootTimeInstant(bootID: "", nanoseconds: 0)
        #expect(unknown.age(at: unknown) == nil)
        let now = BootTimeInstant.now()
        #expect(now.bootID.utf8.count == 36)
        #expect(now.age(at: .now()) != nil)
    }
}
