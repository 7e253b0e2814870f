internal import NavigationClient

/// A visit, or a client, that has to be closed when a command is done with it.
protocol Closable: Sendable {
    /// Lets go of all it holds, in its own time. Idempotent.
    func close() async
}

extension Closable {
    /// Does something with it, and closes it whatever comes of that.
    func closing<Value>(
        after body: (Self) async throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await body(self)) } catch { result = .failure(error) }
        await close()
        return try result.get()
    }
}

extension OneShotSession: Closable {}
extension AdminSession: Closable {}
extension NavigationClient: Closable {}
