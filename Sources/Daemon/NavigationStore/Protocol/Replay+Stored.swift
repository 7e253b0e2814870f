package import NavigationModel
package import NavigationSync
package import NavigationWire

/// A replay of what a store has, with its errors.
extension Replay {
    /// Decodes the next commits, and applies them; throws ``StoreError/damagedScene(_:_:)`` if one is
    /// invalid or missing.
    package mutating func apply(
        _ commits: [EncodedCommit], of key: SceneKey
    ) throws(StoreError) {
        var decoded: [Commit] = []
        decoded.reserveCapacity(commits.count)
        for commit in commits {
            do { decoded.append(try commit.decoded()) } catch {
                throw .damagedScene(key, "revision \(commit.revision): \(error)")
            }
        }
        do throws(DamagedScene) { try apply(decoded) } catch {
            throw .damagedScene(error.key, error.reason)
        }
    }

    /// Throws ``StoreError/damagedScene(_:_:)`` unless the log has ended at a revision.
    package func check(isAt end: Revision, of key: SceneKey) throws(StoreError) {
        guard revision == end else {
            throw .damagedScene(key, "the log ends at revision \(revision), not \(end)")
        }
    }
}
