internal import NavigationClient

/// A session, or a client, that has to be closed when a command has finished with it.
protocol Closable: Sendable {
    /// Releases all resources. Idempotent.
    func close() async
}

extension Closable {
    /// Runs `body`, and closes the resource whether or not it throws.
    func closing<Value>(
        after body: (Self) async throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await body(self)) } catch { result = .failure(error) }
        await close()
        return try result.get()
    }
}

extension NavigationClient: Closable {}

extension SceneMirror: Closable {
    func close() async { await client.close() }
}

extension Administration: Closable {
    func close() async { await client.close() }
}
