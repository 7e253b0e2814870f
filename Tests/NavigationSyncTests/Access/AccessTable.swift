import NavigationModel
import NavigationSync
import NavigationWire
import Testing

/// The answers to every principal for every call in every form, written down. A row is a call of the
/// protocol's Request, by its name there, with the user that it names: `-` for none; `ann`, `ben`,
/// `zoe`, who is not there, and `cat`, who was removed.
///
///     +  done                 .  NOT_PERMITTED      r  REVOKED        h  HELLO_FIRST
///     u  INVITATION_USED      n  NOT_FOUND          =  ALREADY_EXISTS
///     g  SNAPSHOT_GONE
///
/// The principals are ``AccessWorld/Party``.
enum AccessTable {
    static let text = """
        call                 about      root ownr ann  none ben  full view revo gone forn iopn iusd irvd iexp iwdr irev idem ukey

        hello                -          .    +    +    .    +    +    +    r    r    +    .    .    .    .    .    .    .    .
        hello                ann        +    +    +    .    .    +    +    r    r    .    .    .    .    .    .    .    .    .
        hello                ben        +    +    .    .    +    .    .    r    r    +    .    .    .    .    .    .    .    .
        hello                zoe        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        hello                cat        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .

        sync                 unheard    h    h    h    h    h    h    h    r    r    h    h    h    h    h    h    h    h    .
        snapshot_part        unheard    h    h    h    h    h    h    h    r    r    h    h    h    h    h    h    h    h    .
        submit               unheard    h    h    h    h    h    h    h    r    r    h    h    h    h    h    h    h    h    .
        presence             unheard    h    h    h    h    h    h    h    r    r    h    h    h    h    h    h    h    h    .
        history              unheard    h    h    h    h    h    h    h    r    r    h    h    h    h    h    h    h    h    .
        status               unheard    h    h    h    h    h    h    h    r    r    h    h    h    h    h    h    h    h    .
        state_at             unheard    h    h    h    h    h    h    h    r    r    h    h    h    h    h    h    h    h    .
        audit                unheard    h    h    h    h    h    h    h    r    r    h    h    h    h    h    h    h    h    .

        remember             unheard    h    h    h    h    h    h    h    r    r    h    h    h    h    h    h    h    h    .
        list_remembered      unheard    h    h    h    h    h    h    h    r    r    h    h    h    h    h    h    h    h    .
        heal                 unheard    h    h    h    h    h    h    h    r    r    h    h    h    h    h    h    h    h    .
        leave                unheard    h    h    h    h    h    h    h    r    r    h    h    h    h    h    h    h    h    .

        sync                 own        +    +    +    h    +    +    +    r    r    +    h    h    h    h    h    h    h    .
        snapshot_part        own        g    g    g    h    g    g    g    r    r    g    h    h    h    h    h    h    h    .
        submit               own        +    +    +    h    +    +    .    r    r    +    h    h    h    h    h    h    h    .
        presence             own        +    +    +    h    +    +    +    r    r    +    h    h    h    h    h    h    h    .
        history              own        +    +    +    h    +    +    +    r    r    +    h    h    h    h    h    h    h    .
        status               own        +    +    +    h    +    +    +    r    r    +    h    h    h    h    h    h    h    .
        state_at             own        +    +    +    h    +    +    +    r    r    +    h    h    h    h    h    h    h    .
        audit                own        +    +    +    h    +    +    +    r    r    +    h    h    h    h    h    h    h    .

        remember             own        +    +    +    h    +    +    +    r    r    +    h    h    h    h    h    h    h    .
        list_remembered      own        +    +    +    h    +    +    +    r    r    +    h    h    h    h    h    h    h    .
        heal                 own        n    n    n    h    n    n    .    r    r    n    h    h    h    h    h    h    h    .
        leave                own        +    +    +    h    +    .    .    r    r    .    h    h    h    h    h    h    h    .

        list_scenes          -          .    +    +    .    +    +    +    r    r    +    .    .    .    .    .    .    .    .
        list_scenes          ann        +    +    +    .    .    +    +    r    r    .    .    .    .    .    .    .    .    .
        list_scenes          ben        +    +    .    .    +    .    .    r    r    +    .    .    .    .    .    .    .    .
        list_scenes          zoe        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        list_scenes          cat        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .

        remove_scene         -          .    +    +    .    +    +    .    r    r    +    .    .    .    .    .    .    .    .
        remove_scene         ann        +    +    +    .    .    +    .    r    r    .    .    .    .    .    .    .    .    .
        remove_scene         ben        +    +    .    .    +    .    .    r    r    +    .    .    .    .    .    .    .    .
        remove_scene         zoe        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        remove_scene         cat        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .

        rename_scene         -          .    +    +    .    +    +    .    r    r    +    .    .    .    .    .    .    .    .
        rename_scene         ann        +    +    +    .    .    +    .    r    r    .    .    .    .    .    .    .    .    .
        rename_scene         ben        +    +    .    .    +    .    .    r    r    +    .    .    .    .    .    .    .    .
        rename_scene         zoe        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        rename_scene         cat        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .

        trash_scene          -          .    +    +    .    +    +    .    r    r    +    .    .    .    .    .    .    .    .
        trash_scene          ann        +    +    +    .    .    +    .    r    r    .    .    .    .    .    .    .    .    .
        trash_scene          ben        +    +    .    .    +    .    .    r    r    +    .    .    .    .    .    .    .    .
        trash_scene          zoe        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        trash_scene          cat        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .

        restore_scene        -          .    =    =    .    =    =    .    r    r    =    .    .    .    .    .    .    .    .
        restore_scene        ann        =    =    =    .    .    =    .    r    r    .    .    .    .    .    .    .    .    .
        restore_scene        ben        =    =    .    .    =    .    .    r    r    =    .    .    .    .    .    .    .    .
        restore_scene        zoe        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        restore_scene        cat        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .

        pair                 fresh      .    .    .    .    .    .    .    r    r    .    +    u    u    u    u    u    u    .
        pair                 again      .    .    .    .    .    .    .    r    r    .    =    +    u    u    u    u    u    .

        add_user             zoe        +    +    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        add_user             ann        =    =    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        list_users           -          +    +    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        remove_user          ann        +    +    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        remove_user          zoe        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        remove_user          cat        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        server_key           show       +    +    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        server_key           prepare    +    +    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        fleet                show       +    +    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        fleet                drain      +    +    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .

        invite               -          .    +    +    .    +    +    .    r    r    +    .    .    .    .    .    .    .    .
        invite               ann        +    +    +    .    .    +    .    r    r    .    .    .    .    .    .    .    .    .
        invite               ben        +    +    .    .    +    .    .    r    r    +    .    .    .    .    .    .    .    .
        invite               zoe        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        invite               cat        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .

        list_devices         -          .    +    +    .    +    +    .    r    r    +    .    .    .    .    .    .    .    .
        list_devices         ann        +    +    +    .    .    +    .    r    r    .    .    .    .    .    .    .    .    .
        list_devices         ben        +    +    .    .    +    .    .    r    r    +    .    .    .    .    .    .    .    .
        list_devices         zoe        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        list_devices         cat        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .

        update_device name   -          .    +    +    .    n    +    .    r    r    n    .    .    .    .    .    .    .    .
        update_device name   ann        +    +    +    .    .    +    .    r    r    .    .    .    .    .    .    .    .    .
        update_device name   ben        n    n    .    .    n    .    .    r    r    n    .    .    .    .    .    .    .    .
        update_device name   zoe        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        update_device name   itself     .    n    n    .    n    +    .    r    r    +    .    .    .    .    .    .    .    .
        update_device view   ann        +    +    +    .    .    +    .    r    r    .    .    .    .    .    .    .    .    .
        update_device view   ben        n    n    .    .    n    .    .    r    r    n    .    .    .    .    .    .    .    .
        update_device view   local      .    .    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        update_device full   local      +    +    +    .    .    +    .    r    r    .    .    .    .    .    .    .    .    .
        update_device full   itself     .    n    n    .    n    +    .    r    r    +    .    .    .    .    .    .    .    .

        revoke_device        -          .    +    +    .    n    +    .    r    r    n    .    .    .    .    .    .    .    .
        revoke_device        ann        +    +    +    .    .    +    .    r    r    .    .    .    .    .    .    .    .    .
        revoke_device        ben        n    n    .    .    n    .    .    r    r    n    .    .    .    .    .    .    .    .
        revoke_device        zoe        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        revoke_device        itself     .    n    n    .    n    +    .    r    r    +    .    .    .    .    .    .    .    .
        revoke_device all    ann        +    +    +    .    .    +    .    r    r    .    .    .    .    .    .    .    .    .

        withdraw_invitation  -          .    +    +    .    n    +    .    r    r    n    .    .    .    .    .    .    .    .
        withdraw_invitation  ann        +    +    +    .    .    +    .    r    r    .    .    .    .    .    .    .    .    .
        withdraw_invitation  ben        n    n    .    .    n    .    .    r    r    n    .    .    .    .    .    .    .    .
        withdraw_invitation  zoe        n    n    .    .    .    .    .    r    r    .    .    .    .    .    .    .    .    .
        """

    /// A call in a form, with what is expected of each party.
    struct Row: Sendable, CustomTestStringConvertible {
        /// The call's name in the protocol.
        let call: String
        /// The kind of the call; empty for the only one.
        let kind: String
        let form: String
        let expected: [(party: AccessWorld.Party, mark: Character)]

        var testDescription: String { "\(call) \(kind) \(form)" }
    }

    /// The rows of ``text``; a line that is not one traps, since the table is part of the test.
    static let rows: [Row] = {
        var lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let parties = lines.removeFirst().dropFirst(2).map { name in
            guard let party = AccessWorld.Party(rawValue: name) else {
                preconditionFailure("the table has no party \(name)")
            }
            return party
        }
        return lines.map { words in
            let head = words.dropLast(parties.count)
            precondition(head.count == 2 || head.count == 3, "a row of another width: \(words)")
            let marks = words.suffix(parties.count).compactMap(\.first)
            return Row(
                call: head[0], kind: head.count == 3 ? head[1] : "", form: head[head.count - 1],
                expected: Array(zip(parties, marks)))
        }
    }()
}
