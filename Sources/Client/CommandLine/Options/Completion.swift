package import ArgumentParser
package import NavigationClient
package import NavigationModel
internal import NavigationProperties
internal import POSIX

/// The completion of a name on a command line, by what the scene, the user and the daemon have.
///
/// A person waits for it: what does not answer at once is left out. The scene is then the mirrored
/// one; a device that is not there yet is not created.
package enum Completion {
    /// The time for the daemon's reply.
    private static let patience = Duration.milliseconds(500)

    /// Completes by the scene that the command line means.
    package static func scene(
        _ names: @escaping @Sendable (Scene) -> [String]
    ) -> CompletionKind {
        completion { words in
            let options = WordOptions(words)
            let mode = MirrorMode.oneShot(timeout: patience, flushesOutbox: false)
            guard
                let mirror = try? await NavigationClient(options.configuration).mirror(
                    of: options.scene, mode: mode)
            else { return [] }
            let scene = try? await mirror.closing { await $0.fetchScene().view.scene }
            return scene.map(names) ?? []
        }
    }

    /// Completes by what the daemon says to this device's user, or to its administrator.
    package static func administration(
        _ names: @escaping @Sendable (Administration) async throws -> [String]
    ) -> CompletionKind {
        completion { words in
            let client = try? await NavigationClient(WordOptions(words).configuration)
            guard let administration = try? await client?.administration(timeout: patience) else {
                return []
            }
            return (try? await administration.closing { try await names($0) }) ?? []
        }
    }

    /// Completes by names that it takes time to find. The thread that parses waits for them: the
    /// parser knows asynchronous completion only in trees whose every command is asynchronous.
    private static func completion(
        _ names: @escaping @Sendable ([String]) async -> [String]
    ) -> CompletionKind {
        .custom { words, _, prefix in
            let all = try? blocking { await names(words) }
            return (all ?? []).filter { $0.hasPrefix(prefix) }
        }
    }

    /// The names of properties, each with its equals sign if a value follows; patterns are left out.
    package static func properties(isSet: Bool) -> CompletionKind {
        .custom { _, _, prefix in
            let names = Property.Target.allCases.flatMap(PropertySchema.properties)
                .map(\.pattern).filter { !$0.contains("*") && !$0.contains("|") }
            return Set(names).sorted().filter { $0.hasPrefix(prefix) }.map {
                isSet ? $0 + "=" : $0
            }
        }
    }
}

/// The options of every command among the words of an unfinished command line.
private struct WordOptions {
    private let words: [String]

    init(_ words: [String]) { self.words = words }

    var configuration: ClientConfiguration {
        ClientConfiguration(
            endpoint: value("--endpoint"), deviceDirectory: value("--device"),
            user: (value("--user") ?? value("-u")).flatMap(UserID.init), createsDevice: false)
    }

    var scene: SceneID { value("--scene").flatMap(SceneID.init) ?? .main }

    /// Returns the value of an option: the next word, or what follows its equals sign.
    private func value(_ name: String) -> String? {
        for (index, word) in words.enumerated() {
            if word == name, index + 1 < words.count { return words[index + 1] }
            if word.hasPrefix(name + "=") { return String(word.dropFirst(name.count + 1)) }
        }
        return nil
    }
}
