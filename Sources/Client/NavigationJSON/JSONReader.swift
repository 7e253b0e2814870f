package import NavigationModel
internal import NavigationProperties

/// An error in an object that a program passes.
package struct JSONContentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error and its remedy.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The members of an object, each of which has to be read: one that nobody reads is a mistake.
package struct JSONReader {
    private let name: String
    private var members: [String: JSON]
    private var known: Set<String> = []

    /// Takes an object.
    ///
    /// - Parameter name: The object in errors.
    package init(_ json: JSON, as name: String) throws(JSONContentError) {
        guard case .object(let members) = json else {
            throw JSONContentError("\(name) has to be an object")
        }
        self.members = members
        self.name = name
    }

    /// Throws if a member was not read.
    package func finish() throws(JSONContentError) {
        guard let extra = members.keys.sorted().first else { return }
        throw JSONContentError(
            "there is no member '\(extra)' in \(name): the members are "
                + known.sorted().joined(separator: ", "))
    }

    /// Reads a member; `null` is no member.
    mutating func take(_ member: String) -> JSON? {
        known.insert(member)
        guard let value = members.removeValue(forKey: member), value != .null else { return nil }
        return value
    }

    func error(_ member: String, _ problem: String) -> JSONContentError {
        JSONContentError("member '\(member)' in \(name) \(problem)")
    }

    /// Returns the present one; throws for a missing member.
    private func required<Value>(
        _ value: Value?, _ member: String
    ) throws(JSONContentError) -> Value {
        guard let value else { throw error(member, "is missing") }
        return value
    }

    /// Returns a Boolean value indicating whether a member is there, be it `null`.
    func has(_ member: String) -> Bool { members[member] != nil }

    /// Returns a text; `nil` if it is missing or `null`.
    package mutating func text(_ member: String) throws(JSONContentError) -> String? {
        guard let value = take(member) else { return nil }
        guard case .string(let text) = value else { throw error(member, "has to be a text") }
        return text
    }

    mutating func requiredText(_ member: String) throws(JSONContentError) -> String {
        try required(text(member), member)
    }

    package mutating func flag(_ member: String) throws(JSONContentError) -> Bool? {
        guard let value = take(member) else { return nil }
        guard case .bool(let flag) = value else { throw error(member, "has to be true or false") }
        return flag
    }

    mutating func integer(_ member: String) throws(JSONContentError) -> Int64? {
        guard let value = take(member) else { return nil }
        guard case .integer(let number) = value else {
            throw error(member, "has to be a whole number")
        }
        return number
    }

    mutating func requiredInteger(_ member: String) throws(JSONContentError) -> Int64 {
        try required(integer(member), member)
    }

    mutating func list(_ member: String) throws(JSONContentError) -> [JSON]? {
        guard let value = take(member) else { return nil }
        guard case .array(let elements) = value else { throw error(member, "has to be a list") }
        return elements
    }

    mutating func requiredList(_ member: String) throws(JSONContentError) -> [JSON] {
        try required(list(member), member)
    }

    /// Returns an identifier; `nil` if it is missing or `null`.
    package mutating func identifier<ID: Identifier>(_ member: String) throws(JSONContentError)
        -> ID?
    {
        guard let text = try text(member) else { return nil }
        guard let id = ID(rawValue: text) else {
            throw error(member, "has to be 1 to \(ID.maximumLength) bytes without controls")
        }
        return id
    }

    mutating func requiredIdentifier<ID: Identifier>(
        _ member: String
    ) throws(JSONContentError) -> ID {
        try required(identifier(member), member)
    }

    /// Returns the stack that `tab`, `modal` or `bar` names; `nil` if none does.
    mutating func stack() throws(JSONContentError) -> StackID? {
        let tab: TabID? = try identifier("tab")
        let modal: ModalID? = try identifier("modal")
        let bar: StandaloneBarID? = try identifier("bar")
        let stacks = [tab.map(StackID.tab), modal.map(StackID.modal), bar.map(StackID.bar)]
            .compactMap { $0 }
        guard stacks.count <= 1 else {
            throw JSONContentError("\(name) names several of 'tab', 'modal' and 'bar'")
        }
        return stacks.first
    }

    /// Returns the properties by name; `nil` is the value of one that is unset.
    mutating func properties(
        of target: Property.Target
    ) throws(JSONContentError) -> [PropertyName: String?] {
        guard let value = take("properties") else { return [:] }
        guard case .object(let members) = value else {
            throw error("properties", "has to be an object")
        }
        var texts: [PropertyName: String?] = [:]
        for (key, value) in members {
            guard let property = PropertyName(rawValue: key) else {
                throw error("properties", "has an invalid name: '\(key)'")
            }
            let text: String?
            switch value {
            case .string(let string): text = string.isEmpty ? nil : string
            case .null: text = nil
            case .bool, .integer, .number, .array, .object:
                throw error("properties", "has a value that is no text, of '\(key)'")
            }
            do { try PropertySchema.check(property, text, of: target) } catch {
                throw JSONContentError(error.description)
            }
            texts.updateValue(text, forKey: property)
        }
        return texts
    }

    /// Returns the properties of a new item, which has none to unset.
    mutating func newProperties(
        of target: Property.Target
    ) throws(JSONContentError) -> Properties {
        Properties(try properties(of: target).compactMapValues { $0 })
    }
}
