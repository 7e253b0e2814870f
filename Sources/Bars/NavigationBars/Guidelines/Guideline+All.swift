extension Guideline {
    /// Every guideline, in the order of the page `Guidelines`: bars of tabs, tabs, bars with
    /// titles, modals.
    package static let all: [Guideline] = tabBars + tabs + stacks + titles + looks + modals

    private static let tabBars: [Guideline] = [
        tooFewItems, itemCount, tooManyDestinations, bottomNavigationNotAtBottom, useTabBarForTop,
        mixedDesignLanguage, twoBottomBars, touchTarget, tabBarHidden,
    ]

    private static let tabs: [Guideline] = [
        nestedDestination, unevenImportance, badgeWithoutValue, badgeTooLong, tabLabelMissing,
        tabLabelLong, tabHierarchyMismatch, topLevelNotInTab, unbalancedTabs, overloadedTab,
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

    private static let modals: [Guideline] = [
        modalOverModal, modalNotSelfContained, modalNoDismiss, closeWithInput,
    ]
}
