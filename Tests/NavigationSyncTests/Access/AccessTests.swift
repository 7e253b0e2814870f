import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

@Suite("The access of principals")
struct AccessTests {
    private static let owner = Principal.local(uid: 990)
    private static let phone = RegisteredDevice(
        id: DeviceID(high: 1, low: 1), name: "phone", platform: "", role: .full,
        credential: .key(.sample(1)), invitation: nil, added: .zero)

    private static func peer(_ principal: Principal) -> Peer {
        Peer(1, principal)
    }

    /// Nobody is cached yet.
    private var access = Access(.sample(owner: 990), devices: 10)

    private mutating func learn(_ result: StoreReadResult, at now: Duration = .zero) -> Bool {
        access.insert(result, at: now, GroupCommit()) == nil
    }

    private mutating func learnAnn(revoked: Timestamp? = nil) {
        var phone = Self.phone
        phone.revoked = revoked
        let account = UserAccount(
            user: RegisteredUser(name: "ann", uid: 1_000, added: .zero),
            devices: [phone.id: phone])
        #expect(learn(.account(account, UserUsage(scenes: ["main"]), of: "ann")))
    }

    /// The dependency to read before the caller is known.
    private func need(_ principal: Principal) -> Dependency? {
        do throws(RequestError) {
            _ = try access.caller(at: Self.peer(principal))
            return nil
        } catch {
            guard case .needs(let need) = error else { return nil }
            return need
        }
    }

    /// The code that the caller is refused with.
    private func refusal(_ principal: Principal) -> Failure.Code? {
        do throws(RequestError) {
            _ = try access.caller(at: Self.peer(principal))
            return nil
        } catch {
            guard case .refused(let failure, _) = error else { return nil }
            return failure.code
        }
    }

    @Test("A key is looked up in the store first, then its user's rows")
    mutating func lookup() throws {
        let key = Principal.device(.sample(1))
        #expect(
            need(key)
                == .owner(key))
        #expect(learn(.owner("ann", of: key)))
        #expect(
            need(key)
                == .account("ann"))
        learnAnn()
        #expect(try access.caller(at: Self.peer(key)) == .device(Self.phone, of: "ann"))
        access.end()
        #expect(try access.caller(at: Self.peer(key)) == .device(Self.phone, of: "ann"))
    }

    /// Returns the owner of a key that is to be registered for Ann, or the read that it needs.
    private func registration(
        _ key: Principal
    ) -> Result<UserID?, RequestError> {
        Result { () throws(RequestError) in try access.owner(of: key, registeringFor: "ann") }
    }

    @Test("A key that is to be registered is reserved first, for one user and one event")
    mutating func reservation() throws {
        let key = Principal.device(.sample(5))
        let (ann, bob) = (
            Registration(principal: key, user: "ann"), Registration(principal: key, user: "bob")
        )
        for other in [nil, bob] {
            if let other { #expect(learn(.reserved(nil, other))) }
            guard case .failure(.needs(.reservation(ann))) = registration(key) else {
                Issue.record("not reserved: \(registration(key))")
                return
            }
        }
        #expect(learn(.reserved(nil, ann)))
        #expect(try registration(key).get() == nil)
        access.end()
        #expect(throws: RequestError.self) { try registration(key).get() }
        // Of a user who has it no longer in memory, which is not durable yet.
        #expect(learn(.reserved("ann", ann)))
        learnAnn()
        guard case .failure(.refused(let failure, "ann")) = registration(key) else {
            Issue.record("not refused: \(registration(key))")
            return
        }
        #expect(failure.code == .busy)
        // It is of a user of another node: refused, not sent there.
        access.servedUsers = ServedUsers(version: 1, serving: [], nodes: [], owners: [:])
        #expect(learn(.reserved("zoe", ann)))
        #expect(try registration(key).get() == "zoe")
    }

    @Test("An owner read from the store is valid for one event")
    mutating func event() {
        let key = Principal.device(.sample(2))
        #expect(learn(.owner(nil, of: key)))
        #expect(
            refusal(key)
                == .notPermitted)
        access.end()
        #expect(
            need(key)
                == .owner(key))
    }

    @Test("A local user without a user is known as such for a second, or until a row changes")
    mutating func unknown() {
        let local = Principal.local(uid: 7)
        #expect(learn(.owner(nil, of: local)))
        access.end()
        access.begin(at: .milliseconds(999))
        #expect(
            refusal(local)
                == .notPermitted)
        access.begin(at: .seconds(1))
        #expect(
            need(local)
                == .owner(local))
        #expect(learn(.owner(nil, of: local), at: .seconds(1)))
        access.end()
        access.apply(
            .user(RegisteredUser(name: "bob", uid: 7, added: .zero)), of: "bob")
        #expect(
            need(local)
                == .owner(local))
    }

    @Test(
        "Root and the daemon's own local user administer, others don't", arguments: [0, 990, 1_000])
    func administrators(uid: UInt32) {
        #expect(access.isAdministrator(.local(uid: uid)) == (uid != 1_000))
    }

    @Test("A revoked key is refused, and denied once the revocation is durable")
    mutating func revoked() {
        let key = Principal.device(.sample(1))
        learnAnn(revoked: Timestamp(rawValue: 1))
        #expect(
            refusal(key)
                == .revoked)
        #expect(access.isDenied(key, GroupCommit()))
        var writing = GroupCommit()
        writing.add(.deleteInvitation(InvitationID(rawValue: 1), of: "ann"), of: "ann")
        #expect(!access.isDenied(key, writing))
        #expect(!access.isDenied(Self.owner, GroupCommit()))
    }

    @Test("A read under way is known until its result is taken")
    mutating func reading() {
        let id = ReadID(number: 1)
        access.begin(.users, as: id)
        #expect(access.isReading(.users) && access.hasRoomToRead)
        let needs = [access.takeDependency(id), access.takeDependency(id)]
        #expect(needs == [.users, nil] && !access.isReading(.users))
    }
}
