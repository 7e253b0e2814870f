import MeasuredSubjects
import NavigationBars
import NavigationModel
import NavigationWire
import Testing

@Suite("Subjects of benchmarks")
struct MeasuredSubjectsTests {
    @Test("A push and a pop leave the stack as deep as it was, but are written")
    func merge() throws {
        let subject = MergeSubject(depth: 10)
        let before = subject.mirror.digest
        subject.pushAndPop()
        #expect(subject.mirror.digest != before)
        #expect(try #require(subject.mirror.scene.tabs.first).stack.count == 10)
    }

    @Test("A publication is sealed, opened and decoded, up to the most pushes of a frame")
    func seal() throws {
        for pushes in [0, 1, SealSubject.mostPushes] {
            let subject = SealSubject(pushes: pushes)
            let message = try #require(subject.decoded())
            let isSame = message.encoded == subject.encoded() && subject.opened() == .feed(message)
            #expect(isSame, "\(pushes) pushes")
        }
        #expect(SealSubject(pushes: SealSubject.mostPushes + 1).sealed().isEmpty)
    }

    @Test("A scene is laid out with its tabs")
    func bars() {
        let subject = BarSubject(tabs: 5, depth: 100)
        #expect(subject.name == "5 tabs on 100 screens")
        #expect(subject.layout.tabBar != nil)
        #expect(SVGDrawing(of: subject.layout).text.contains("Message 100"))
    }
}
