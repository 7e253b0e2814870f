import NavigationModel
import NavigationSceneFile
import Testing

/// The places of a scene's parts in its file.
@Suite("Places in a scene file") struct PositionTests {
    private static let file = """
        version: 1
        tabs:
          - id: mail
            title: Mail
            properties:
              title@ko: 메일
            stack:
              - route: mail://
              - route: mail://1
                properties:
                  rows: a
                  rows.a:
                    title: A
        modals:
          - route: ask://
            stack:
              - route: ask://1
        bars:
          tabBar.style: tabBar
        standaloneBars:
          - id: tools
            items:
              - route: tools://
        """

    @Test("Every item and every property has the line and column where it begins")
    func places() throws {
        let positions = try SceneFile.readWithPositions(Array(Self.file.utf8), name: "f").positions
        func place(_ position: SceneFilePositions.Position?) -> [Int]? {
            position.map { [$0.line, $0.column] }
        }
        let tab = try #require(positions.tabs.first)
        #expect(place(tab.position) == [3, 5])
        #expect(place(tab.names["title"]) == [4, 5])
        #expect(place(tab.names["title@ko"]) == [6, 7])
        #expect(tab.stack.map { place($0.position) } == [[8, 9], [9, 9]])
        #expect(place(tab.stack[1].names["rows"]) == [11, 11])
        #expect(place(tab.stack[1].names["rows.a.title"]) == [13, 13])
        #expect(positions.modals.map { place($0.position) } == [[15, 5]])
        #expect(positions.modals.first?.stack.map { place($0.position) } == [[17, 9]])
        #expect(place(positions.scene.names["tabBar.style"]) == [19, 3])
        #expect(positions.standaloneBars.first?.stack.map { place($0.position) } == [[23, 9]])
    }

    @Test("Every item of every scene file has a place", arguments: SceneFolder.names)
    func folder(name: String) throws {
        let bytes = try SceneFolder.bytes(of: name)
        let (scene, positions) = try SceneFile.readWithPositions(bytes, name: name)
        #expect(scene.tabs.map(\.stack.count) == positions.tabs.map(\.stack.count))
        #expect((scene.modals ?? []).count == positions.modals.count)
        #expect((scene.standaloneBars ?? []).count == positions.standaloneBars.count)
    }
}
