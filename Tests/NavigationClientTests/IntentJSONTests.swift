import NavigationApp
import NavigationJSON
import NavigationModel
import Testing

@Suite("JSON that programs write")
struct IntentJSONTests {
    @Test(
        "A value is read as it is written",
        arguments: [
            "null", "true", "[]", "{}", "[1,-2,0,9223372036854775807,1.5]", #""""#,
            #"{"a":[{"b":"\n\"\\"}],"ü":"😀"}"#, "[[[[1]]]]",
        ])
    func written(text: String) throws {
        #expect(try JSON(parsing: text).text == text)
        #expect(try JSON(parsing: " \n\t\(text)\r\n") == JSON(parsing: text))
    }

    @Test("Escapes and exponents have the value that they stand for")
    func escapes() throws {
        #expect(try JSON(parsing: #""\ud83d\ude00\u00fc\/\b\f""#) == .string("😀ü/\u{8}\u{c}"))
        #expect(try JSON(parsing: "[1e3,1E-1,-0.5,1e+0]").text == "[1000,0.1,-0.5,1]")
        #expect(try JSON(parsing: "18446744073709551616") == .number(0x1p64))
    }

    @Test(
        "Text that is not JSON is refused with the place",
        arguments: [
            "", " ", "{", "[1,]", "[1 2]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{\"a\":1,\"a\":2}",
            "01", "-", "1.", ".5", "1e", "1e999", "tru", "nul", "NaN", "+1", "\"", "\"\\",
            "\"\\x\"",
            "\"\\u12\"", "\"\\u12g4\"", "\"\\ud83d\"", "\"\\ud83d\\u0041\"", "\"\\ude00\"",
            "\"\n\"", "1 2", "[]]", "\u{feff}{}", String(repeating: "[", count: 100_000),
        ])
    func invalid(text: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
        #expect(error.map { 0...text.utf8.count ~= $0.offset } == true)
    }

    @Test("Text beyond the limit is refused before it is read")
    func size() {
        let text = "\"" + String(repeating: "x", count: JSON.sizeLimit) + "\""
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
    }

    private static func intent(_ text: String) throws -> Intent {
        try RequestedChange(JSON(parsing: text)).intent
    }

    @Test("Each kind is the intent that it names")
    func kinds() throws {
        let device = DeviceID(high: 1, low: 2)
        let intents: [(String, Intent)] = [
            (
                #"{"kind":"declareTab","tab":"a","title":"A","icon":"x","before":"b"}"#,
                .declareTab(TabDescription(id: "a", title: "A", icon: "x"), .before("b"))
            ),
            (#"{"kind":"moveTab","tab":"a","after":"b"}"#, .moveTab("a", .after("b"))),
            (#"{"kind":"removeTab","tab":"a"}"#, .removeTab("a")),
            (#"{"kind":"selectTab","tab":"a"}"#, .selectTab("a")),
            (#"{"kind":"keepSelection","mode":"shared"}"#, .keepSelection(.shared)),
            (#"{"kind":"keepSelection","mode":"own"}"#, .keepSelection(.own)),
            (
                #"{"kind":"keepSelection","mode":"following","followed":"\#(device)"}"#,
                .keepSelection(.following(device))
            ),
            (#"{"kind":"handOff","device":"\#(device)"}"#, .handOff(to: device)),
            (#"{"kind":"setBadge","tab":"a","badge":null}"#, .setBadge("a", .cleared)),
            (#"{"kind":"setBadge","tab":"a","badge":""}"#, .setBadge("a", .dot)),
            (#"{"kind":"setBadge","tab":"a","badge":"3"}"#, .setBadge("a", .text("3"))),
            (#"{"kind":"addToBadge","tab":"a","count":-2}"#, .addToBadge("a", -2)),
            (
                #"{"kind":"push","route":"r","title":"t","modal":"m","identity":"i","properties":{"app.x":"1"}}"#,
                .push(
                    ScreenDescription(
                        route: "r", title: "t", properties: ["app.x": "1"], identity: "i"),
                    onto: .modal("m"))
            ),
            (#"{"kind":"pop"}"#, .pop()),
            (#"{"kind":"pop","bar":"b"}"#, .pop(from: .bar("b"))),
            (#"{"kind":"popScreen","screen":"s"}"#, .popScreen("s")),
            (#"{"kind":"popTo","screen":"s"}"#, .popTo("s")),
            (#"{"kind":"popToRoot","tab":"a"}"#, .popToRoot(of: "a")),
            (
                #"{"kind":"setItems","items":[{"route":"r"}],"tab":"a"}"#,
                .setItems([ScreenDescription(route: "r")], of: "a")
            ),
            (
                #"{"kind":"presentModal","route":"r","modalKind":"fullScreen"}"#,
                .presentModal(ModalDescription(route: "r", kind: .fullScreen))
            ),
            (#"{"kind":"dismissModal","modal":"m"}"#, .dismissModal("m")),
            (#"{"kind":"answerModal","modal":"m","answer":"cancel"}"#, .answerModal("m", .cancel)),
            (#"{"kind":"setBar","key":"app.x","value":null}"#, .setBar("app.x", nil)),
            (#"{"kind":"removeBar","bar":"b"}"#, .removeBar("b")),
            (
                #"{"kind":"batch","intents":[{"kind":"pop"},{"kind":"removeTab","tab":"a"}]}"#,
                .batch([.pop(), .removeTab("a")])
            ),
        ]
        for (text, intent) in intents { #expect(try Self.intent(text) == intent) }
        let updates = ["updateTab", "updateScreen", "updateModal", "declareBar", "updateBar"]
        let named = try Set(intents.map { try JSON(parsing: $0.0).member("kind") } + updates)
        #expect(Set(Intent.jsonKinds) == named)
    }

    @Test("An update changes what is named, and unsets a property by null")
    func updates() throws {
        #expect(
            try Self.intent(
                #"{"kind":"updateScreen","screen":"s","title":"t","properties":{"prompt":null}}"#)
                == .batch([
                    .updateScreen("s", title: "t"), .setProperties(.screen("s"), ["prompt": nil]),
                ]))
    }

    @Test("The conditions of a change are its own, and not those of a part of it")
    func conditions() throws {
        let change = try RequestedChange(
            JSON(parsing: #"{"kind":"pop","animated":true,"beneath":false,"ifRevision":7}"#))
        #expect(change.isAnimated && !change.isBeneath)
        #expect(change.requiredRevision == Revision(rawValue: 7))
        #expect(throws: JSONContentError.self) {
            try Self.intent(#"{"kind":"batch","intents":[{"kind":"pop","animated":true}]}"#)
        }
    }

    @Test(
        "An object that says something else is refused, with the member",
        arguments: [
            ("[]", "object"), ("{}", "kind"), (#"{"kind":"fly"}"#, "popToRoot"),
            (#"{"kind":"pop","tabs":"a"}"#, "tabs"), (#"{"kind":"selectTab"}"#, "tab"),
            (#"{"kind":"selectTab","tab":1}"#, "tab"), (#"{"kind":"selectTab","tab":""}"#, "tab"),
            (#"{"kind":"pop","tab":"a","modal":"m"}"#, "several"),
            (#"{"kind":"keepSelection","mode":"mine"}"#, "following"),
            (#"{"kind":"handOff","device":"tablet"}"#, "hexadecimal"),
            (#"{"kind":"setBadge","tab":"a"}"#, "null"),
            (#"{"kind":"moveTab","tab":"a"}"#, "before"),
            (#"{"kind":"push","route":"r","properties":{"promt":"x"}}"#, "prompt"),
            (#"{"kind":"push","route":"r","properties":{"prompt":1}}"#, "prompt"),
            (#"{"kind":"setItems","items":[{"route":"r","identity":"i"}]}"#, "identity"),
        ])
    func refused(text: String, word: String) {
        let error = #expect(throws: JSONContentError.self) { try Self.intent(text) }
        #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
    }
}

extension JSON {
    /// Returns the text of a member.
    fileprivate func member(_ name: String) -> String {
        guard case .object(let members) = self, case .string(let text)? = members[name] else {
            return ""
        }
        return text
    }
}
