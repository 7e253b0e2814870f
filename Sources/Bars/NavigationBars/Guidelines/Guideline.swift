internal import NavigationModel

/// A recommendation from the descriptions of the bars, with a check that finds its violations in a
/// scene.
///
/// Guidelines advise: a violation never keeps anybody from changing anything.
package struct Guideline: Sendable {
    /// The severity of a violation.
    package enum Severity: String, Hashable, Sendable, CaseIterable, Encodable, Comparable {
        /// Something does not work, or can't be used: the check as a whole fails.
        case error
        /// People may be confused.
        case warning
        /// Something could be better.
        case info

        /// Orders the most severe first.
        package static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .error: 0
            case .warning: 1
            case .info: 2
            }
        }
    }

    /// Its name, which stays the same: scripts look for it.
    package let code: String
    /// The severity of a violation.
    package let severity: Severity
    /// The rows of the descriptions that it comes from.
    package let rows: [String]
    /// The recommendation in one line.
    package let summary: String
    /// Finds the violations; none in a scene that does not set the properties it depends on.
    let violations: @Sendable (LintContext) -> [Violation]

    /// Describes a guideline.
    init(
        _ code: String, _ severity: Severity, rows: [String], _ summary: String,
        violations: @escaping @Sendable (LintContext) -> [Violation]
    ) {
        self.code = code
        self.severity = severity
        self.rows = rows
        self.summary = summary
        self.violations = violations
    }
}

/// A place in a scene that does otherwise than a guideline advises.
struct Violation: Hashable, Sendable {
    /// The item that does so.
    let item: SceneItem
    /// The problem, in one sentence.
    let reason: String
    /// The property of the item that is in question; `nil` if it is not one alone.
    let property: PropertyName?
    /// The changes that fix it; empty where only the app can know them.
    let fix: [Fix]

    /// Joins the parts; the property that a fix changes is the one in question unless another is
    /// named.
    init(_ item: SceneItem, _ reason: String, property: PropertyName? = nil, fix: [Fix] = []) {
        self.item = item
        self.reason = reason
        self.property =
            property
            ?? fix.first { $0.item == item }.flatMap { PropertyName(rawValue: $0.name) }
        self.fix = fix
    }
}

extension Guideline {
    /// Every guideline, in the order of the page `Guidelines`: bars of tabs, tabs, bars with
    /// titles, modals.
    package static let all: [Guideline] =
        tabBars + tabs + stacks + titles + looks + legibility + modals

    private static let tabBars: [Guideline] = [
        tooFewItems, itemCount, tooManyDestinations, bottomNavigationNotAtBottom, useTabBarForTop,
        mixedDesignLanguage, twoBottomBars, touchTarget, tabBarHidden,
    ]

    private static let tabs: [Guideline] = [
        nestedDestination, unevenImportance, badgeWithoutValue, staleBadgeValue, badgeTooLong,
        tabLabelMissing, tabLabelLong, tabHierarchyMismatch, topLevelNotInTab, unbalancedTabs,
        overloadedTab,
        tabWithoutPurpose, duplicateFeatures, duplicateContent, duplicateFunctionality,
    ]

    private static let stacks: [Guideline] = [
        deepHierarchy, considerSegmented, missingDisclosure, customBackUnrecognisable,
        inconsistentBack, breadcrumbBack,
    ]

    private static let titles: [Guideline] = [
        missingTitle, redundantTitle, missingTranslation, largeTitleInconsistent,
        tooManyControls, segmentedNotAlone, segmentedBelowRoot, glyphSize, crowdedTextButtons,
    ]

    private static let looks: [Guideline] = [
        largeTitleBorder, borderlessStandardBar, splitBorderMismatch, shadowWithoutBackground,
        backImageMaskPair, managedBarDelegate, standaloneNoDelegate, noRootItem,
        immersiveNoRestore,
    ]

    private static let legibility: [Guideline] = [
        textContrast, textTruncated, seeThroughBar, directionalSymbol,
    ]

    private static let modals: [Guideline] = [
        modalOverModal, popoverSourceMissing, modalNotSelfContained, modalNoDismiss, closeWithInput,
    ]
}
