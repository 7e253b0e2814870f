import Foundation
import Testing

@Suite("Scene files", .inTurns)
struct SceneFileTests {
    @Test("There are the files of three apps in three languages")
    func files() {
        #expect(Scenes.names.count >= 9)
    }

    @Test("A file that is applied is exported byte for byte, and applying it again changes nothing")
    func roundTrip() async throws {
        try await Installation.run { place in
            try await place.daemon()
            for name in Scenes.names {
                try await place.change("--scene", name, "apply", Scenes.path(name))
                let export = try await place.navctl("--scene", name, "export")
                #expect(export.ending == .exit(0), "\(export)")
                #expect(export.output.text == (try Scenes.text(name)), "\(name)")
                let again = try await place.navctl("--scene", name, "apply", Scenes.path(name))
                #expect(again.ending == .exit(0), "\(again)")
                #expect(again.output.text.contains("nothing to change"), "\(again)")
                let shown = try await place.ask("--scene", name, "show")
                #expect(shown["revision"]?.integer == 1)
            }
        }
    }

    @Test("Three devices that launch at once end with one set of tabs")
    func launchAtOnce() async throws {
        try await Installation.run { place in
            try await place.daemon()
            let file = Scenes.path("music.ko.yaml")
            let devices = ["phone", "tablet", "desk"]
            let applications = try devices.map { device in
                try place.startNavctl(as: device, ["apply", file])
            }
            for application in applications {
                let result = try await application.end()
                #expect(result.ending == .exit(0), "\(result)")
            }
            for device in devices {
                let export = try await place.navctl(as: device, "export")
                #expect(export.output.text == (try Scenes.text("music.ko.yaml")))
            }
        }
    }

    @Test("An export goes into a file, and an edited one changes what was edited")
    func edited() async throws {
        try await Installation.run { place in
            try await place.daemon()
            try await place.change("apply", Scenes.path("clock.en.yaml"))
            let path = place("edited.yaml")
            try await place.change("export", path)
            var text = try String(contentsOfFile: path, encoding: .utf8)
            text.replace("title: Alarms", with: "title: 알람")
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            try await place.change("apply", path)
            let export = try await place.navctl("export")
            #expect(export.output.text == text)
        }
    }
}
