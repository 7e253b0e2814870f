internal import CYaml

/// A reader of one YAML document into nodes that know their place.
///
/// It works on libyaml's events, as Yams' own composer does, for three things that Yams' nodes
/// can't give: aliases are refused before anything follows them (a few lines of them expand to
/// billions of nodes), nesting is bounded, and a key that stands twice is known by both places.
@safe struct YAMLComposer: ~Copyable {
    /// The deepest nesting of collections: a scene needs five levels.
    static let depthLimit = 16

    /// Owned; libyaml's parser must not move in memory.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// The text, which outlives the composer.
    private let text: UnsafeBufferPointer<UInt8>

    /// Reads the document in `text`, which is UTF-8.
    ///
    /// - Returns: the root; an empty plain scalar if there is none.
    static func compose(_ text: [UInt8]) throws(YAMLDiagnostic) -> YAMLNode {
        try unsafe text.withUnsafeBufferPointer { buffer throws(YAMLDiagnostic) in
            let composer = unsafe try YAMLComposer(buffer)
            return try composer.document()
        }
    }

    private init(_ text: UnsafeBufferPointer<UInt8>) throws(YAMLDiagnostic) {
        unsafe self.text = text
        unsafe parser = .allocate(capacity: 1)
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            unsafe parser.deallocate()
            throw YAMLDiagnostic(.start, "out of memory while reading the file")
        }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
    }

    private borrowing func document() throws(YAMLDiagnostic) -> YAMLNode {
        _ = try next()
        let first = try next()
        guard case .documentStart = first.kind else {
            return YAMLNode(
                position: .start,
                content: .scalar(YAMLScalar(text: "", isPlain: true, tag: nil)))
        }
        let root = try node(try next(), depth: 0)
        _ = try next()
        let end = try next()
        guard case .streamEnd = end.kind else {
            throw YAMLDiagnostic(
                end.position, "a second document begins here", advice: "use one document per file")
        }
        return root
    }

    private borrowing func node(
        _ event: YAMLEvent, depth: Int
    ) throws(YAMLDiagnostic) -> YAMLNode {
        guard depth <= Self.depthLimit else {
            throw YAMLDiagnostic(
                event.position,
                "nested too deeply", advice: "the maximum is \(Self.depthLimit) levels")
        }
        guard !event.hasAnchor else { throw Self.aliases(at: event.position) }
        if let tag = event.unknownTag {
            throw YAMLDiagnostic(
                event.position,
                "unknown tag \(excerpt(tag))",
                advice: "leave it out, or quote a text that begins with '!'")
        }
        switch event.kind {
        case .scalar(let scalar):
            return YAMLNode(position: event.position, content: .scalar(scalar))
        case .sequenceStart:
            let items = try items(depth: depth + 1)
            return YAMLNode(position: event.position, content: .sequence(items))
        case .mappingStart:
            let entries = try entries(depth: depth + 1)
            return YAMLNode(position: event.position, content: .mapping(entries))
        case .alias, .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd,
            .mappingEnd:
            // Only an alias can stand here; libyaml keeps the others in their place.
            throw Self.aliases(at: event.position)
        }
    }

    private borrowing func items(depth: Int) throws(YAMLDiagnostic) -> [YAMLNode] {
        var items: [YAMLNode] = []
        while true {
            let event = try next()
            if case .sequenceEnd = event.kind { return items }
            items.append(try node(event, depth: depth))
        }
    }

    private borrowing func entries(
        depth: Int
    ) throws(YAMLDiagnostic) -> [YAMLNode.Entry] {
        var entries: [YAMLNode.Entry] = []
        while true {
            let event = try next()
            if case .mappingEnd = event.kind { return entries }
            let key = try node(event, depth: depth)
            entries.append(YAMLNode.Entry(key: key, value: try node(try next(), depth: depth)))
        }
    }

    private borrowing func next() throws(YAMLDiagnostic) -> YAMLEvent {
        var event = unsafe yaml_event_t()
        defer { unsafe yaml_event_delete(&event) }
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw syntaxProblem }
        guard let event = unsafe YAMLEvent(event) else {
            throw YAMLDiagnostic(.start, "unexpected end of file")
        }
        return event
    }

    private var syntaxProblem: YAMLDiagnostic {
        let state = unsafe parser.pointee
        let problem = unsafe state.problem.map { unsafe String(cString: $0) } ?? "out of memory"
        if unsafe state.error == YAML_READER_ERROR {
            let position = unsafe TextPosition(ofByte: state.problem_offset, in: Array(text))
            return .syntax(problem, at: position)
        }
        // What is never closed is best looked for where it was opened.
        let isUnclosed = unsafe problem.contains("end of stream") && state.context != nil
        let mark = unsafe isUnclosed ? state.context_mark : state.problem_mark
        return .syntax(problem, at: TextPosition(mark))
    }

    private static func aliases(at position: TextPosition) -> YAMLDiagnostic {
        YAMLDiagnostic(
            position,
            "anchors (&) and aliases (*) are not supported",
            advice: "write the value out, or quote the text")
    }
}
