internal import NavigationModel
internal import NavigationWire

extension Identifier {
    /// Throws a refusal naming the disallowed character and its offset, if nothing new may have
    /// this name.
    func checkNew(_ what: String) throws(RequestError) {
        guard let violation else { return }
        throw .refused(Failure(.malformed, "\(what): \(violation): choose another name"))
    }
}
