/// A bar that no controller manages, laid out.
package struct StandaloneBarLayout: Hashable, Sendable, Encodable {
    /// Its id.
    package var id: String
    /// It as a bar with a title, if it is one.
    package var navigationBar: NavigationBarLayout?
    /// It as a bar of tabs, if it is one.
    package var tabBar: TabBarLayout?
}
