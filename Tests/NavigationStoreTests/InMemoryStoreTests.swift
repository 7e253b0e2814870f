import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationText
import StoreSamples
import Testing

/// Failures on order.
@Suite struct InMemoryStoreTests {
    static let errors: [StoreError] = [
        .fenced, .conflict(SampleHistory().key, expected: 1, found: 2), .unavailable("full"),
        .indeterminate("power"), .damaged("bits"), .unusable("taken"),
    ]

    @Test(arguments: errors)
    func theOrderedCallFailsAndDoesNothing(_ error: StoreError) async throws {
        let store = InMemoryStore()
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        await store.fail(call: 3, with: error)
        try await store.commit([history.write(1)], under: claim)
        let second = history.write(1)
        await #expect(throws: error) { try await store.commit([second], under: claim) }
        #expect(try await store.load(history.key, under: claim)?.revision == 1)
        try await store.commit([second], under: claim)
        #expect(await store.calls == 5)
    }

    @Test func anUnknownOutcomeMayHaveTakenEffect() async throws {
        let disk = InMemoryStore.Storage()
        let store = InMemoryStore(on: disk)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        await store.fail(call: 2, with: .indeterminate("power"), takingEffect: true)
        let write = history.write(2)
        await #expect(throws: StoreError.indeterminate("power")) {
            try await store.commit([write], under: claim)
        }
        let next = InMemoryStore(on: disk)
        let nextClaim = try await next.claim(.all, after: claim.term)
        #expect(try await next.load(history.key, under: nextClaim)?.revision == 2)
    }
}
