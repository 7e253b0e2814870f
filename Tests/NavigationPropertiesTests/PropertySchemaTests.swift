import NavigationModel
@testable import NavigationProperties
import Testing

/// The schema of the properties that apps can set, name by name.
@Suite("The vocabulary") struct PropertySchemaTests {
    private typealias Known = NavigationProperties.Property

    /// A text that the form accepts, and one that it does not.
    private func samples(of form: PropertyType) -> (good: [String], bad: [String]) {
        let numbers = ["nan", "inf", "-inf", "1e99", "0x10", "", " ", "1,5", "٣"]
        return switch form {
        case .text: (["x", " ", "\u{202e}x", "\u{0}"], [""])
        case .message:
            (
                ["x", "it's {badge}", "{badge, plural, =1 {one} other {# of them}}", "}", "'{'"],
                ["", "{", "{bagde}", "{badge", "{badge, plural, one {#}}"]
            )
        case .flag: (["true", "false"], ["", "True", "yes", "1"])
        case .integer(let range):
            (
                ["\(range.lowerBound)", "\(range.upperBound)"],
                numbers + ["1.5", "\(range.upperBound + 1)"]
            )
        case .number(let range):
            (["\(range.lowerBound)", "\(range.upperBound)"], numbers + ["\(range.upperBound + 1)"])
        case .choice(let words): (words, ["", "another", words[0] + " "])
        case .color:
            (
                ["#3478f6", "#3478F680", "systemBlue", "clear"],
                ["", "#fff", "#12345g", "red", "#1234567"]
            )
        case .list: (["edit", "a, b", "a,b ,c"], ["", "a,,b", "a.b", "a@b", ","])
        case .offset: (["0,1", "-8, 2.5"], ["", "1", "1,2,3", "1,x", "nan,1", "1,99999"])
        case .insets: (["0,1,2,3"], ["", "1", "1,2,3", "1,2,3,inf"])
        }
    }

    /// A name that the property has, with parts that it takes.
    private func name(of property: NavigationProperties.Property) -> PropertyName {
        let parts = property.pattern.split(separator: ".").map { part in
            part == "*" ? "edit" : part.split(separator: "|")[0]
        }
        return PropertyName(unchecked: parts.joined(separator: "."))
    }

    @Test(
        "Each subject's names are its own, and each name leads back to its property",
        arguments: NavigationProperties.Property.Target.allCases)
    func names(subject: NavigationProperties.Property.Target) {
        let properties = PropertySchema.properties(of: subject)
        #expect(Set(properties.map(\.pattern)).count == properties.count)
        for property in properties {
            let name = name(of: property)
            #expect(PropertyName.isValid(name.rawValue))
            #expect(property.matches(name), "\(property.pattern)")
            #expect(property.matches(name.language("ko")) == property.isLocalizable)
            #expect(properties.filter { $0.matches(name) } == [property], "\(name)")
            #expect(PropertySchema.property(name, of: subject) == property)
            #expect(!name.rawValue.hasPrefix(PropertySchema.ownPrefix))
        }
    }

    @Test("Unknown names get suggestions, also of another language or target")
    func suggestions() throws {
        func mistake(_ name: String, of subject: Known.Target) -> PropertySchema.PropertyError? {
            do {
                try PropertySchema.check(PropertyName(unchecked: name), "1", of: subject)
                return nil
            } catch { return error }
        }
        let prompt = PropertyName(unchecked: "prompt")
        #expect(mistake("prompt", of: .tab) == .otherTarget(prompt, of: [.screen]))
        #expect(
            mistake("tabBar.height", of: .tab)?.description.contains("a standalone bar") == true)
        for (name, near) in [("page@ko", "page"), ("promt@ko", "prompt@ko"), ("rolle", "role")] {
            let subject: Known.Target = name == "rolle" ? .tab : .screen
            guard case .unknownName(let name, let names) = mistake(name, of: subject) else {
                Issue.record("\(name)")
                continue
            }
            #expect(names.first == near && !names.contains(name.rawValue))
        }
        for name in ["prompt@", "prompt@k", "prompt@k_o"] {
            #expect(mistake(name, of: .screen)?.description.contains("not a language tag") == true)
        }
    }

    @Test(
        "Every default value is valid as an explicit value",
        arguments: NavigationProperties.Property.Target.allCases)
    func initials(subject: NavigationProperties.Property.Target) {
        for property in PropertySchema.properties(of: subject) {
            if let initial = property.defaultValue {
                #expect(property.type.accepts(initial), "\(property.pattern): \(initial)")
            }
            #expect(!property.summary.isEmpty && !property.summary.hasSuffix("."))
        }
    }

    @Test(
        "Only valid values are accepted, and the error lists them",
        arguments: NavigationProperties.Property.Target.allCases)
    func forms(subject: NavigationProperties.Property.Target) throws {
        for property in PropertySchema.properties(of: subject) where property.refusal == nil {
            var name = name(of: property)
            if property.isLocalizable { name = name.language("ko") }
            let (good, bad) = samples(of: property.type)
            for text in good { try PropertySchema.check(name, text, of: subject) }
            for text in bad where !text.isEmpty {
                let mistake = PropertySchema.PropertyError.wrongType(name, property.type)
                #expect(throws: mistake) { try PropertySchema.check(name, text, of: subject) }
                #expect("\(mistake)".contains(property.type.words))
            }
            // Empty text unsets the property.
            try PropertySchema.check(name, "", of: subject)
            #expect(bad.allSatisfy { !property.type.accepts($0) })
        }
    }

    @Test("An invalid property is refused with its reason; unsetting it changes nothing")
    func refused() throws {
        for subject in NavigationProperties.Property.Target.allCases {
            for property in PropertySchema.properties(of: subject) {
                guard let reason = property.refusal else { continue }
                let name = name(of: property)
                #expect(throws: PropertySchema.PropertyError.refused(name, reason: reason)) {
                    try PropertySchema.check(name, "mac", of: subject)
                }
                try PropertySchema.check(name, nil, of: subject)
            }
        }
        for (name, subject) in [
            ("title", .tab), ("title", .screen), ("title", .modal), ("badge", .tab),
        ]
            as [(PropertyName, NavigationProperties.Property.Target)]
        {
            let isRefused: Bool
            do throws(PropertySchema.PropertyError) {
                try PropertySchema.check(name, "x", of: subject)
                isRefused = false
            } catch {
                isRefused = "\(error)".contains("it needs a language, as in \(name)@ko")
            }
            #expect(isRefused, "\(name) of \(subject)")
            try PropertySchema.check(name.language("ko"), "x", of: subject)
        }
        try PropertySchema.check("badge", "3", of: .screen)
    }

    @Test("An app's own names pass; unknown ones are refused with suggestions")
    func unknown() throws {
        for subject in NavigationProperties.Property.Target.allCases {
            try PropertySchema.check("app.anything.at@all", "x", of: subject)
        }
        let cases: [(PropertyName, NavigationProperties.Property.Target, [String])] = [
            ("promt", .screen, ["prompt"]), ("promt@ko", .screen, ["prompt@ko"]),
            ("rigth.edit.titel", .screen, ["right.edit.title"]),
            ("tintColor", .tab, ["navigationBar.tintColor"]),
            ("navigationBar.tintcolor", .tab, ["navigationBar.tintColor"]),
            ("nothing", .tab, []), ("page@ko", .screen, ["page", "pages"]),
        ]
        for (name, subject, near) in cases {
            #expect(throws: PropertySchema.PropertyError.unknownName(name, near: near), "\(name)") {
                try PropertySchema.check(name, "x", of: subject)
            }
        }
        let longest = String(repeating: "x", count: SceneLimits.textLength)
        try PropertySchema.check("prompt", longest, of: .screen)
        for name in ["prompt", "app.x"] as [PropertyName] {
            #expect(throws: PropertySchema.PropertyError.tooLong(name)) {
                try PropertySchema.check(name, longest + "x", of: .screen)
            }
        }
    }

    @Test("An invalid stored text reads as the default value")
    func reading() {
        let properties: Properties = [
            "navigationBar.alpha": "nan", "navigationBar.barStyle": "pink", "right": "a..b,",
            "navigationBar.isTranslucent": "perhaps", "page": "3",
            "navigationBar.titleTextAttributes.shadowOffset": "1,inf",
        ]
        #expect(properties.number(.alpha) == 1)
        #expect(properties.text(.barStyle) == "default")
        #expect(properties.list(.right) == [])
        #expect(properties.flag(.isTranslucent))
        #expect(properties.number(.page) == 3)
        #expect(properties.numbers(.titleShadowOffset) == [0, 0])
        #expect(properties.under("navigationBar").names.contains("alpha"))
    }
}
