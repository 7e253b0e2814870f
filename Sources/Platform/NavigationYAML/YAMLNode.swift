/// A part of a YAML document with its place in the file.
package struct YAMLNode: Equatable {
    /// The content of a node.
    package enum Content: Equatable {
        /// A text, number or the like.
        case scalar(YAMLScalar)
        /// A list.
        case sequence([YAMLNode])
        /// Keys with values in the order of the file, any of which may stand twice.
        case mapping([Entry])
    }

    /// A key with its value.
    package struct Entry: Equatable {
        /// The key, of any kind as far as YAML goes.
        package let key: YAMLNode
        /// The value.
        package let value: YAMLNode
    }

    /// The position of its beginning.
    package let position: TextPosition
    /// The node's content.
    package let content: Content

    /// The kind of node in words, for messages.
    package var kind: String {
        switch content {
        case .scalar(let scalar): scalar.meaning.description
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}

/// A scalar as it is written.
package struct YAMLScalar: Equatable {
    /// The text without quotes and escapes.
    package let text: String
    /// A Boolean value indicating whether it stands without quotes.
    package let isPlain: Bool
    /// The tag that it is given in the file.
    package let tag: String?

    /// The tags that a scalar may have: `!`, `!!str` and, for base64, `!!binary`.
    static let knownTags: Set<String> = ["!", "tag:yaml.org,2002:str", binaryTag]
    private static let binaryTag = "tag:yaml.org,2002:binary"

    /// The meaning of the scalar.
    package var meaning: ScalarMeaning {
        if tag == Self.binaryTag { return .bytes }
        return isPlain && tag == nil ? ScalarMeaning(plain: text) : .text
    }
}
