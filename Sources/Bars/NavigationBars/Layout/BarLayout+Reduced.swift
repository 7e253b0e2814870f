/// Reduced transparency and motion, which change nothing but backgrounds and motions.
extension BarLayout {
    /// Makes backgrounds opaque and motions fade, as far as the device asks for it.
    mutating func reduce() {
        guard traits.reducesTransparency || traits.reducesMotion else { return }
        navigationBar?.reduce(traits)
        tabBar?.reduce(traits)
        for index in content.panes.indices { content.panes[index].navigationBar?.reduce(traits) }
        for index in standaloneBars.indices {
            standaloneBars[index].navigationBar?.reduce(traits)
            standaloneBars[index].tabBar?.reduce(traits)
        }
        modal?.navigationBar.reduce(traits)
        modal?.motion.reduce(traits)
    }
}

extension NavigationBarLayout {
    fileprivate mutating func reduce(_ traits: DeviceTraits) {
        background.reduce(traits)
        back?.background?.reduce(traits)
        for index in left.indices { left[index].background?.reduce(traits) }
        for index in right.indices { right[index].background?.reduce(traits) }
        transition.reduce(traits)
    }
}

extension TabBarLayout {
    fileprivate mutating func reduce(_ traits: DeviceTraits) {
        background.reduce(traits)
        accessoryBackground?.reduce(traits)
        selectionMotion.reduce(traits)
        for index in items.indices {
            items[index].background?.reduce(traits)
            items[index].motion?.reduce(traits)
            items[index].badge?.appearMotion.reduce(traits)
            items[index].badge?.updateMotion.reduce(traits)
        }
    }
}

extension Background {
    /// Makes a material of the platform's opaque; an app's own colours stay.
    fileprivate mutating func reduce(_ traits: DeviceTraits) {
        guard traits.reducesTransparency, kind == .translucent, material != nil else { return }
        kind = .opaque
        material = nil
        color.opacity = 1
    }
}

extension Motion {
    /// Fades in the same time instead of moving, without a spring.
    fileprivate mutating func reduce(_ traits: DeviceTraits) {
        guard traits.reducesMotion, kind != .none else { return }
        self = Motion(.fade, duration: duration)
    }
}
