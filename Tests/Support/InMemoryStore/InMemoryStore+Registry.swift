internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire

extension InMemoryStore {
    /// The registry's part of the contract of ``Store``.
    struct Registry {
        private(set) var accounts: [UserID: UserAccount] = [:]

        /// Applies a change; throws ``StoreError/registryConflict(_:)`` if it conflicts with the
        /// present rows, and has changed nothing then.
        mutating func make(_ change: RegistryChange) throws(StoreError) {
            switch change {
            case .user(let user):
                let others = accounts.values.lazy.map(\.user).filter { other in
                    other.name != user.name && other.removed == nil && other.uid == user.uid
                }
                guard user.uid == nil || user.removed != nil || others.isEmpty else {
                    throw .registryConflict(change)
                }
                accounts[user.name, default: UserAccount(user: user)].user = user
            case .device(let device, let user, _):
                if case .key(let key) = device.credential {
                    let holders = holders(of: key)
                    guard holders.allSatisfy({ $0 == .device(device.id, user) }) else {
                        throw .registryConflict(change)
                    }
                }
                guard accounts[user] != nil else { throw .registryConflict(change) }
                accounts[user]?.devices[device.id] = device
            case .invitation(let invitation, let user):
                let isFree = accounts.allSatisfy { name, account in
                    name == user || account.invitations[invitation.id] == nil
                }
                let holders = holders(of: invitation.key)
                guard isFree, holders.allSatisfy({ $0 == .invitation(invitation.id) }),
                    accounts[user] != nil
                else { throw .registryConflict(change) }
                accounts[user]?.invitations[invitation.id] = invitation
            case .deleteInvitation(let invitation, let user):
                accounts[user]?.invitations[invitation] = nil
            case .release(let device, let user, _): accounts[user]?.devices[device.id] = nil
            case .eraseScene, .moveScene, .heal, .erase: break
            }
        }

        /// Records the histories that were replaced, and their store.
        mutating func note(_ former: [FormerHistory], of key: SceneKey, _ store: StoreID) {
            accounts[key.user]?.note(former, of: key.scene, store)
        }

        /// Forgets that a history of a scene was replaced.
        mutating func forget(_ epoch: Epoch, of key: SceneKey) {
            accounts[key.user]?.forget(epoch, of: key.scene)
        }

        /// Searches all users for the owner of a principal.
        func owner(of principal: Principal) -> UserID? {
            accounts.values.first { account in
                switch principal {
                case .local(let uid):
                    account.user.uid == uid && account.user.removed == nil
                case .device(let key):
                    account.device(with: key) != nil
                        || account.invitations.values.contains { $0.key == key }
                case .invitation(let id): account.invitations[id] != nil
                }
            }?.user.name
        }

        /// Returns existing users, sorted.
        func users(after name: UserID?, limit: Int) -> [RegisteredUser] {
            let users = accounts.values.lazy.map(\.user).filter { user in
                user.removed == nil && (name.map { $0 < user.name } ?? true)
            }
            return Array(users.sorted { $0.name < $1.name }.prefix(max(0, limit)))
        }

        /// The possible owners of a key.
        private enum Holder: Equatable {
            case device(DeviceID, UserID)
            case invitation(InvitationID)
        }

        private func holders(of key: PublicKey) -> [Holder] {
            accounts.flatMap { name, account in
                account.devices.values.filter { $0.credential == .key(key) }
                    .map { Holder.device($0.id, name) }
                    + account.invitations.values.filter { $0.key == key }
                    .map { Holder.invitation($0.id) }
            }
        }
    }
}
