//! Data files declared once: their kinds, their texts, and what every scenario file has at its head.

/// Data files of the crate compiled in, each with its place in the folder `data`; first the folder, then the names
/// in it without their ending: `texts! { "": "units", "charts"; "scenarios/": "rome", "sinai" }`.
#[macro_export]
macro_rules! texts {
    ($($folder:literal: $($name:literal),+);+ $(;)?) => {
        &[$($((
            concat!($folder, $name, ".toml"),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $folder, $name, ".toml")),
        )),+),+]
    };
}

/// Declares the data files of a game: the kinds, each with its name in sentences, its place, the keys no other file has
/// and the form it is written in; the rule list; how the files but the scenarios are read; and the texts compiled in.
/// The kind `Scenario` is what is played.
///
/// ```ignore
/// engine::data_files! {
///     /// The kinds of data files.
///     pub enum FileKind of Files, "Troy" in "troy" {
///         /// The counters.
///         Units: "units" in "units.toml", known by "hero", written as counters::UnitsFile;
///         /// A scenario.
///         Scenario: "a scenario" in "scenarios/", known by "horse" "wall", written as ScenarioFile;
///     }
///     rules crate::rulebook::rulebook;
///     read by Files::read_all;
///     texts { "": "units"; "scenarios/": "gate", "beach" }
///     lessons { "march", "fight" }
///     card "card.toml";
/// }
/// ```
#[macro_export]
macro_rules! data_files {
    (
        $(#[$about:meta])*
        pub enum $Kind:ident of $Files:ty, $title:literal in $folder:literal {
            $(
                $(#[$kind_about:meta])*
                $kind:ident: $what:literal in $place:literal, known by $($key:literal)+, written as $Form:ty;
            )+
        }
        rules $rulebook:path;
        read by $read:path;
        texts { $($texts:tt)+ }
        $(lessons { $($lesson:literal),+ $(,)? })?
        $(card $card:literal;)?
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $Kind {
            $($(#[$kind_about])* $kind),+
        }

        impl $crate::edition::DataFiles for $Files {
            type Kind = $Kind;

            const FILES: &'static $crate::datafile::Catalogue<$Kind> = &$crate::datafile::Catalogue {
                folder: $folder,
                title: $title,
                sorts: &[$(
                    $crate::datafile::Sort { kind: $Kind::$kind, what: $what, place: $place, keys: &[$($key),+] }
                ),+],
            };
            const SCENARIO: $Kind = $Kind::Scenario;
            const TEXTS: &'static [(&'static str, &'static str)] = $crate::texts! { $($texts)+ };
            $(const LESSONS: &'static [(&'static str, &'static str)] = $crate::texts! { "lessons/": $($lesson),+ };)?
            $(const CARD: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $card));)?

            fn rulebook() -> &'static $crate::rulebook::Rulebook {
                $rulebook()
            }

            fn schemas() -> Vec<(&'static str, schemars::Schema)> {
                vec![$(($crate::datafile::form_at($place), schemars::schema_for!($Form))),+]
            }

            fn read(
                texts: &$crate::datafile::Texts<$Kind>,
            ) -> Result<$Files, $crate::datafile::DataFault> {
                $read(texts)
            }
        }
    };
}

/// Declares the form of a scenario file: what every scenario has at its head (title, date, year, category, order on the
/// shelf, notes, rules, house values), then the fields of the game's own; and the categories there are.
/// `page` makes the title page of it.
#[macro_export]
macro_rules! scenario_file {
    (
        $(#[$about:meta])*
        pub struct $File:ident {
            $($(#[$field_about:meta])* $field:ident: $Type:ty),+ $(,)?
        }
        $(#[$category_about:meta])*
        categories { $($(#[$one_about:meta])* $Category:ident = $word:literal),+ $(,)? }
    ) => {
        $(#[$about])*
        #[derive(serde::Deserialize, schemars::JsonSchema, Debug)]
        #[serde(deny_unknown_fields)]
        pub struct $File {
            /// Its title.
            pub(crate) title: $crate::datafile::Spanned<String>,
            /// The date as printed: "753 BC".
            pub(crate) date: String,
            /// The year; years before Christ are negative.
            pub(crate) year: i32,
            /// The group it is printed in.
            pub(crate) category: Category,
            /// Its place on the shelf.
            pub(crate) order: u16,
            /// The history behind it.
            pub(crate) notes: String,
            /// Its special rules, a sentence each.
            #[serde(default)]
            pub(crate) rules: Vec<String>,
            /// What is not from the rulebook, a sentence each.
            #[serde(default)]
            pub(crate) house: Vec<String>,
            $($(#[$field_about])* pub(crate) $field: $Type),+
        }

        $(#[$category_about])*
        #[derive(serde::Deserialize, schemars::JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Category {
            $($(#[$one_about])* #[serde(rename = $word)] $Category),+
        }

        impl $crate::edition::ScenarioForm for $File {
            fn order(&self) -> u16 {
                self.order
            }
        }

        impl $File {
            /// What stands at the head of the scenario.
            pub(crate) fn page(&self, name: &str, sides: [String; 2]) -> $crate::edition::TitlePage {
                let category = match self.category {
                    $(Category::$Category => $word),+
                };
                $crate::edition::TitlePage {
                    name: name.into(),
                    title: self.title.get_ref().clone(),
                    date: self.date.clone(),
                    year: self.year,
                    category: category.into(),
                    notes: self.notes.trim().into(),
                    rules: self.rules.clone(),
                    house: self.house.clone(),
                    sides,
                    fingerprint: String::new(),
                }
            }
        }
    };
}
