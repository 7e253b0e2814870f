internal import FoundationEssentials
public import NavigationModel
internal import SwiftProtobuf

extension Operation: WireCodable {
    /// The numbers of the operations that this version knows, as fields of Operation.
    public static let knownNumbers: [UInt32] = KnownFields.numbers { bytes in
        (try? Navsync_V1_Operation(serializedBytes: bytes))?.kind != nil
    }

    /// The number of the operation, as a field of Operation; 0 for an unknown one.
    public var number: UInt32 { KnownFields.first(of: encodedBytes) }

    init(wire: Navsync_V1_Operation) throws(WireError) {
        switch wire.kind {
        case .declareTab(let it):
            guard let key = PositionKey(bytes: [UInt8](it.position)) else {
                throw WireError("position: not 1 to \(PositionKey.maximumLength) bytes")
            }
            self = .declareTab(
                try TabID(wire: it.tab, "tab"), at: key,
                attributes: try decodeAll(it.attributes, Attribute.init(wire:)))
        case .updateTab(let it):
            self = .updateTab(
                try TabID(wire: it.tab, "tab"),
                attributes: try decodeAll(it.attributes, Attribute.init(wire:)))
        case .moveTab(let it):
            guard let key = PositionKey(bytes: [UInt8](it.position)) else {
                throw WireError("position: not 1 to \(PositionKey.maximumLength) bytes")
            }
            self = .moveTab(try TabID(wire: it.tab, "tab"), to: key)
        case .removeTab(let it): self = .removeTab(try TabID(wire: it.tab, "tab"))
        case .selectTab(let it): self = .selectTab(try TabID(wire: it.tab, "tab"))
        case .refreshTab(let it): self = .refreshTab(try TabID(wire: it.tab, "tab"))
        case .setBadge(let it):
            self = .setBadge(
                try TabID(wire: it.tab, "tab"), BadgeValue(wire: it.badge),
                seen: try decodeAll(it.seen, ObservedAdditions.init(wire:)))
        case .addToBadge(let it):
            self = .addToBadge(try TabID(wire: it.tab, "tab"), it.count)
        case .push, .pop, .restore, .setItems, .updateScreen, .popSpans, .restoreSpans:
            self = try .init(stackOperation: wire)
        case .presentModal, .updateModal, .dismissModal, .answerModal:
            self = try .init(modalOperation: wire)
        case .setBar(let it):
            self = .setBar(try BarKey(wire: it.key, "key"), it.text.isEmpty ? nil : it.text)
        case .declareBar(let it):
            self = .declareBar(
                try StandaloneBarID(wire: it.bar, "bar"),
                attributes: try decodeAll(it.attributes, Attribute.init(wire:)))
        case .updateBar(let it):
            self = .updateBar(
                try StandaloneBarID(wire: it.bar, "bar"),
                attributes: try decodeAll(it.attributes, Attribute.init(wire:)))
        case .removeBar(let it):
            self = .removeBar(try StandaloneBarID(wire: it.bar, "bar"))
        case .prune(let it): self = .prune(through: Revision(rawValue: it.through))
        case .rekey: self = .rekey
        case .deviceRevoked(let it):
            self = .deviceRevoked(
                try DeviceID(wire: [UInt8](it.device)),
                try DeviceName(wire: it.name, "device name"))
        case .devicePaired(let it):
            self = .devicePaired(
                try DeviceID(wire: [UInt8](it.device)),
                try DeviceName(wire: it.name, "device name"))
        case nil: self = .unknown
        }
    }

    var wire: Navsync_V1_Operation {
        var wire = Navsync_V1_Operation()
        switch self {
        case .declareTab(let tab, let position, let attributes):
            wire.declareTab = .with {
                $0.tab = tab.rawValue
                $0.position = .init(position.bytes)
                $0.attributes = attributes.map(\.wire)
            }
        case .updateTab(let tab, let attributes):
            wire.updateTab = .with {
                $0.tab = tab.rawValue
                $0.attributes = attributes.map(\.wire)
            }
        case .moveTab(let tab, let position):
            wire.moveTab = .with {
                $0.tab = tab.rawValue
                $0.position = .init(position.bytes)
            }
        case .removeTab(let tab): wire.removeTab = .with { $0.tab = tab.rawValue }
        case .selectTab(let tab): wire.selectTab = .with { $0.tab = tab.rawValue }
        case .refreshTab(let tab): wire.refreshTab = .with { $0.tab = tab.rawValue }
        case .setBadge(let tab, let badge, let seen):
            wire.setBadge = .with {
                $0.tab = tab.rawValue
                $0.badge = badge.wire
                $0.seen = seen.map(\.wire)
            }
        case .addToBadge(let tab, let count):
            wire.addToBadge = .with {
                $0.tab = tab.rawValue
                $0.count = count
            }
        case .push, .pop, .restore, .setItems, .updateScreen: wire.kind = stackKind
        case .presentModal, .updateModal, .dismissModal, .answerModal: wire.kind = modalKind
        case .setBar(let key, let text):
            wire.setBar = .with {
                $0.key = key.rawValue
                $0.text = text ?? ""
            }
        case .declareBar(let bar, let attributes):
            wire.declareBar = .with {
                $0.bar = bar.rawValue
                $0.attributes = attributes.map(\.wire)
            }
        case .updateBar(let bar, let attributes):
            wire.updateBar = .with {
                $0.bar = bar.rawValue
                $0.attributes = attributes.map(\.wire)
            }
        case .removeBar(let bar): wire.removeBar = .with { $0.bar = bar.rawValue }
        case .prune(let revision): wire.prune = .with { $0.through = revision.rawValue }
        case .rekey: wire.rekey = .init()
        case .deviceRevoked(let device, let name):
            wire.deviceRevoked = .with {
                $0.device = .init(device.wire)
                $0.name = name.rawValue
            }
        case .devicePaired(let device, let name):
            wire.devicePaired = .with {
                $0.device = .init(device.wire)
                $0.name = name.rawValue
            }
        case .unknown: break
        }
        return wire
    }
}

extension Operation.Item: WireCodable {
    init(wire: Navsync_V1_Item) throws(WireError) {
        self.init(
            id: try ScreenID(wire: wire.screen, "screen"),
            attributes: try decodeAll(wire.attributes, Attribute.init(wire:)))
    }

    var wire: Navsync_V1_Item {
        .with {
            $0.screen = id.rawValue
            $0.attributes = attributes.map(\.wire)
        }
    }
}

extension Attribute: WireCodable {
    init(wire: Navsync_V1_Attribute) throws(WireError) {
        self.init(
            field: Field(number: wire.field, part: wire.part),
            value: Value(bytes: [UInt8](wire.value)))
    }

    var wire: Navsync_V1_Attribute {
        .with {
            $0.field = field.number
            $0.part = field.part
            $0.value = .init(value.bytes)
        }
    }
}

extension ObservedScreen: WireCodable {
    init(wire: Navsync_V1_SeenScreen) throws(WireError) {
        self.init(
            id: try ScreenID(wire: wire.screen, "screen"),
            placement: try Stamp(wire: wire.placement))
    }

    var wire: Navsync_V1_SeenScreen {
        .with {
            $0.screen = id.rawValue
            $0.placement = placement.wire
        }
    }
}

extension ObservedAdditions: WireCodable {
    init(wire: Navsync_V1_SeenAdditions) throws(WireError) {
        self.init(
            device: try DeviceID(wire: [UInt8](wire.device)), stamp: try Stamp(wire: wire.stamp),
            total: wire.total)
    }

    var wire: Navsync_V1_SeenAdditions {
        .with {
            $0.device = .init(device.wire)
            $0.stamp = stamp.wire
            $0.total = total
        }
    }
}

extension BadgeValue {
    init(wire: Navsync_V1_SetBadge.OneOf_Badge?) {
        switch wire {
        case .dot: self = .dot
        case .text(let text): self = .text(text)
        case .cleared, nil: self = .cleared
        }
    }

    var wire: Navsync_V1_SetBadge.OneOf_Badge {
        switch self {
        case .cleared: .cleared(true)
        case .dot: .dot(true)
        case .text(let text): .text(text)
        }
    }
}
