package import NavigationClient
package import NavigationModel

/// An action for the shell.
package enum LiveEffect: Hashable, Sendable {
    /// Perform an intent in the mirror.
    case perform(Intent)
    /// Undo this device's last change.
    case undo
    /// Redo the change that was undone last.
    case redo
    /// Retry a change of the shelf.
    case retry(ChangeID)
    /// Read the last commits up to a revision.
    case readLog(Revision)
    /// Read the scene of the past, and the commit that made it.
    case readPast(Revision)
    /// Run a command of this program, as this device.
    case run([String])
    /// Read the arguments of the commands.
    case readCommands
    /// List the devices of the user.
    case listDevices
    /// List the changes that are stored on this device.
    case listStoredChanges
    /// Invite a device of a name, and wait for it.
    case invite(String)
    /// Wait no longer for the invited device.
    case endInvitation
    /// Lay the scene out with another trait.
    case setTrait(LiveTrait)
    /// Tell how much time is over, again and again, until as much is.
    case move(Duration)
    /// Stop the process, as ^Z does.
    case suspend
    /// Draw everything anew.
    case redraw
    /// End.
    case quit
}

/// A trait that one key changes.
package enum LiveTrait: Hashable, Sendable {
    /// The next device profile.
    case profile
    /// Another device, beside the others.
    case another
    /// One device less.
    case fewer
    /// The other appearance.
    case appearance
    /// The next language.
    case language
    /// The other orientation.
    case orientation
}
