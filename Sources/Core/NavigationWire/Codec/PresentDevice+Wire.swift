internal import FoundationEssentials
internal import NavigationModel
internal import NavigationProto

extension DevicePlace: WireReadable {
    typealias Wire = Navsync_V1_Place

    init(from reader: inout ProtobufReader) throws(WireError) {
        var (tab, screen) = ("", "")
        var lastUse: UInt64 = 0
        while let field = reader.next() {
            switch field {
            case 1: reader.text(&tab)
            case 2: reader.text(&screen)
            case 3: reader.fixed(&lastUse)
            default: reader.skip()
            }
        }
        self.init(
            tab: try TabID(wireIfAny: tab, "tab"),
            screen: try ScreenID(wireIfAny: screen, "screen"),
            lastUse: lastUse == 0 ? nil : Timestamp(rawValue: Int64(bitPattern: lastUse)))
    }

    func write(to writer: inout ProtobufWriter) {
        writer.text(tab?.rawValue ?? "", 1)
        writer.text(screen?.rawValue ?? "", 2)
        writer.fixed(UInt64(bitPattern: lastUse?.rawValue ?? 0), 3)
    }

    var wire: Navsync_V1_Place {
        .init {
            $0.tab = tab?.rawValue ?? ""
            $0.screen = screen?.rawValue ?? ""
            $0.active = lastUse?.rawValue ?? 0
        }
    }
}

extension PresentDevice: WireReadable {
    typealias Wire = Navsync_V1_PresentDevice

    init(from reader: inout ProtobufReader) throws(WireError) {
        var device: ArraySlice<UInt8> = []
        var name = ""
        var place: DevicePlace?
        while let field = reader.next() {
            switch field {
            case 1: reader.content(&device)
            case 2: reader.text(&name)
            case 3: try reader.value(&place)
            default: reader.skip()
            }
        }
        self.init(
            device: try DeviceID(wireOfClient: device),
            name: try DeviceName(wire: name, "device name"), place: place)
    }

    func write(to writer: inout ProtobufWriter) {
        writer.device(device, 1)
        writer.text(name.rawValue, 2)
        if let place { writer.message(3) { place.write(to: &$0) } }
    }

    var wire: Navsync_V1_PresentDevice {
        .init {
            $0.device = .init(device.wire)
            $0.name = name.rawValue
            if let place { $0.place = place.wire }
        }
    }
}
