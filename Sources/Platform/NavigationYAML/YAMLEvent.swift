internal import CYaml

/// One step of libyaml's parser as a Swift value.
struct YAMLEvent {
    /// The kind of a parser's step.
    enum Kind {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias
        case scalar(YAMLScalar)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
    }

    /// The kind of the step, with the content of a scalar.
    let kind: Kind
    /// The position of its beginning.
    let position: TextPosition
    /// A Boolean value indicating whether the node has a name that aliases can refer to.
    let hasAnchor: Bool
    /// The tag of a collection: the file's own ones need none.
    private let collectionTag: String?

    /// The tag of the node, if it means nothing here.
    var unknownTag: String? {
        guard case .scalar(let scalar) = kind else { return collectionTag }
        return scalar.tag.flatMap { YAMLScalar.knownTags.contains($0) ? nil : $0 }
    }

    /// Copies `event`; `nil` for libyaml's "no event" at the end.
    init?(_ event: yaml_event_t) {
        position = unsafe TextPosition(event.start_mark)
        var anchor: UnsafeMutablePointer<UInt8>?
        var tag: UnsafeMutablePointer<UInt8>?
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT: kind = .streamStart
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT: kind = .alias
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            unsafe anchor = scalar.anchor
            kind = .scalar(unsafe YAMLScalar(scalar))
        case YAML_SEQUENCE_START_EVENT:
            unsafe anchor = event.data.sequence_start.anchor
            unsafe tag = event.data.sequence_start.tag
            kind = .sequenceStart
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            unsafe anchor = event.data.mapping_start.anchor
            unsafe tag = event.data.mapping_start.tag
            kind = .mappingStart
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        default: return nil
        }
        hasAnchor = unsafe anchor != nil
        collectionTag = unsafe tag.map { unsafe String(cString: $0) }
    }
}

extension YAMLScalar {
    fileprivate init(_ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar) {
        let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        text = unsafe String(decoding: bytes, as: UTF8.self)
        isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
        tag = unsafe scalar.tag.map { unsafe String(cString: $0) }
    }
}

extension TextPosition {
    /// libyaml counts from 0, columns in Unicode scalars.
    init(_ mark: yaml_mark_t) {
        self.init(line: mark.line + 1, column: mark.column + 1)
    }
}
