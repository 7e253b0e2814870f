/// A word of the bars' own, in five languages.
///
/// The English words for types and states are those of the descriptions of the bars, and of VoiceOver
/// (`dimmed`); the others are translations, not checked on a device.
package enum LocalizedString: String, Hashable, Sendable, CaseIterable {
    /// The back button to a screen without a title.
    case back
    /// The tab that stands for those without room.
    case more
    /// Leaves a modal as if it had never been.
    case cancel
    /// Finishes what a modal is for, unless it has words of its own.
    case done
    /// Leaves a modal in which there is nothing to decide.
    case close
    /// Begins the editing of a list.
    case edit
    /// The system's search tab, unless it has a title.
    case search
    /// The type of an item of a bar of tabs.
    case tab
    /// The type of a bar of tabs.
    case tabBar
    /// The type of a bar with a title.
    case navigationBar
    /// The type of a back button.
    case backButton
    /// The type of a button.
    case button
    /// The type of a title.
    case heading
    /// The type of a field for the words to search for.
    case searchField
    /// The type of a modal.
    case dialog
    /// The state of the selected item.
    case selected
    /// The state of an element that can't be used now.
    case dimmed
    /// The value of a badge without text.
    case new
    /// The state of a tab that was loaded afresh.
    case refreshed
    /// The state of a modal that was dismissed.
    case closed
    /// Makes an iPad's bar of tabs a sidebar.
    case showSidebar
    /// Makes a sidebar the bar of tabs.
    case hideSidebar

    /// The word in the language of a locale, in English where there is none.
    package func text(in locale: LanguageTag) -> String {
        text(inLanguage: BuiltInLanguage(for: locale))
    }

    /// The word in a language.
    func text(inLanguage language: BuiltInLanguage) -> String {
        let texts = texts
        return switch language {
        case .english: texts.en
        case .korean: texts.ko
        case .arabic: texts.ar
        case .german: texts.de
        case .japanese: texts.ja
        }
    }

    private typealias Texts = (en: String, ko: String, ar: String, de: String, ja: String)

    private var texts: Texts {
        switch self {
        case .back: ("Back", "뒤로", "رجوع", "Zurück", "戻る")
        case .more: ("More", "더 보기", "المزيد", "Mehr", "その他")
        case .cancel: ("Cancel", "취소", "إلغاء", "Abbrechen", "キャンセル")
        case .done: ("Done", "완료", "تم", "Fertig", "完了")
        case .close: ("Close", "닫기", "إغلاق", "Schließen", "閉じる")
        case .edit: ("Edit", "편집", "تحرير", "Bearbeiten", "編集")
        case .search: ("Search", "검색", "بحث", "Suchen", "検索")
        case .tab: ("tab", "탭", "علامة تبويب", "Tab", "タブ")
        case .tabBar: ("tab bar", "탭 막대", "شريط علامات التبويب", "Tableiste", "タブバー")
        case .navigationBar:
            ("navigation bar", "탐색 막대", "شريط التنقل", "Navigationsleiste", "ナビゲーションバー")
        case .backButton: ("back button", "뒤로 버튼", "زر الرجوع", "Zurück-Taste", "戻るボタン")
        case .button: ("button", "버튼", "زر", "Taste", "ボタン")
        case .heading: ("heading", "제목", "عنوان", "Überschrift", "見出し")
        case .searchField: ("search field", "검색 필드", "حقل بحث", "Suchfeld", "検索フィールド")
        case .dialog: ("dialog", "대화상자", "مربع حوار", "Dialogfenster", "ダイアログ")
        case .selected: ("selected", "선택됨", "محدد", "ausgewählt", "選択中")
        case .dimmed: ("dimmed", "사용할 수 없음", "غير متاح", "nicht verfügbar", "使用不可")
        case .new: ("new", "새 항목", "جديد", "neu", "新着")
        case .refreshed: ("refreshed", "새로 고침됨", "تم التحديث", "aktualisiert", "更新済み")
        case .closed: ("closed", "닫힘", "مغلق", "geschlossen", "閉じました")
        case .showSidebar:
            (
                "Show Sidebar", "사이드바 보기", "إظهار الشريط الجانبي", "Seitenleiste einblenden",
                "サイドバーを表示"
            )
        case .hideSidebar:
            (
                "Hide Sidebar", "사이드바 가리기", "إخفاء الشريط الجانبي", "Seitenleiste ausblenden",
                "サイドバーを隠す"
            )
        }
    }
}

/// A language that the bars' own words are written in.
package enum BuiltInLanguage: String, Hashable, Sendable, CaseIterable {
    /// English: the fallback of all others.
    case english = "en"
    /// Korean.
    case korean = "ko"
    /// Arabic.
    case arabic = "ar"
    /// German.
    case german = "de"
    /// Japanese.
    case japanese = "ja"

    /// The language for a locale, by the same look-up as that of the app's texts.
    package init(for locale: LanguageTag) {
        self = locale.lookupOrder.lazy.compactMap(BuiltInLanguage.init).first ?? .english
    }
}
