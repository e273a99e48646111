//! Options of passes: typed fields read from `key=value` texts.
//!
//! The fields of a struct with [`macro@crate::pass`] are options.

use std::{fmt::Display, str::FromStr};

use strata_core::diagnostics::nearest;

/// One option of a pass, for help texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The key.
    pub name: &'static str,
    /// A description of its effect.
    pub summary: &'static str,
    /// The kind of its value, as `<int>`.
    pub kind: &'static str,
    /// The text of its default.
    pub default: String,
}

/// A type that an option may have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of an option of a pass",
    note = "`option_enum!` makes an enum with words an option"
)]
pub trait OptionValue: Sized {
    /// The kind of value in help texts.
    const KIND: &'static str;
    /// Reads the value of option `name`. A flag without a value has empty text.
    fn parse(name: &str, text: &str) -> Result<Self, String>;
    /// The text that reads back as this value.
    fn print(&self) -> String;
}

/// A struct of options.
pub trait PassOptions: Sized {
    /// Its options.
    fn specs() -> Vec<OptionSpec>;
    /// Parses `options`; an option that is not given has its default.
    fn parse(options: &[(String, String)]) -> Result<Self, String>;
    /// All options with the texts of their values.
    fn print(&self) -> Vec<(&'static str, String)>;
}

/// The error message for an unknown option, with the nearest known one.
pub fn unknown_option(name: &str, specs: &[OptionSpec]) -> String {
    let near = nearest(name, specs.iter().map(|s| s.name));
    let hint = near.map_or(String::new(), |n| format!("; did you mean '{n}'?"));
    format!("<Pass-Options-Parser>: no such option {name}{hint}")
}

impl OptionValue for bool {
    const KIND: &'static str = "";
    fn parse(name: &str, text: &str) -> Result<Self, String> {
        match text {
            "" | "true" | "TRUE" | "True" | "1" => Ok(true),
            "false" | "FALSE" | "False" | "0" => Ok(false),
            _ => Err(format!(
                "for the --{name} option: '{text}' is invalid value for boolean argument! Try 0 or 1"
            )),
        }
    }
    fn print(&self) -> String {
        self.to_string()
    }
}

macro_rules! int_option {
    ($($ty:ty => $kind:literal, $words:literal;)*) => {$(
        impl OptionValue for $ty {
            const KIND: &'static str = $kind;
            fn parse(name: &str, text: &str) -> Result<Self, String> {
                let value = match text.strip_prefix("0x") {
                    Some(hex) => <$ty>::from_str_radix(hex, 16),
                    None => text.parse(),
                };
                value.map_err(|_| format!("for the --{name} option: '{text}' value invalid for {} argument!", $words))
            }
            fn print(&self) -> String {
                self.to_string()
            }
        }
    )*};
}
int_option! {
    i32 => "<int>", "integer";
    i64 => "<long>", "llong";
    u32 => "<uint>", "uint";
    u64 => "<ulong>", "ulong";
    usize => "<ulong>", "ulong";
}

impl OptionValue for f64 {
    const KIND: &'static str = "<number>";
    fn parse(name: &str, text: &str) -> Result<Self, String> {
        text.parse().map_err(|_| {
            format!("for the --{name} option: '{text}' value invalid for floating point argument!")
        })
    }
    fn print(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for String {
    const KIND: &'static str = "<string>";
    fn parse(_: &str, text: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }
    fn print(&self) -> String {
        self.clone()
    }
}

/// An option value that is one word, parsed and printed by its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Word<T>(pub T);

impl<T> From<T> for Word<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: FromStr<Err = String> + Display> OptionValue for Word<T> {
    const KIND: &'static str = "<string>";
    fn parse(name: &str, text: &str) -> Result<Self, String> {
        text.parse().map(Self).map_err(|why| format!("{name}: {why}"))
    }
    fn print(&self) -> String {
        self.0.to_string()
    }
}

impl<T: OptionValue> OptionValue for Option<T> {
    const KIND: &'static str = T::KIND;
    fn parse(name: &str, text: &str) -> Result<Self, String> {
        // As it is printed; for a boolean, an option without a value is true.
        if text.is_empty() && !T::KIND.is_empty() {
            return Ok(None);
        }
        T::parse(name, text).map(Some)
    }
    fn print(&self) -> String {
        self.as_ref().map_or(String::new(), T::print)
    }
}

impl<T: OptionValue> OptionValue for Vec<T> {
    const KIND: &'static str = T::KIND;
    fn parse(name: &str, text: &str) -> Result<Self, String> {
        split_list(text).into_iter().map(|item| T::parse(name, item)).collect()
    }
    fn print(&self) -> String {
        self.iter().map(T::print).collect::<Vec<_>>().join(",")
    }
}

/// The items of a list between commas that are not in brackets or quotes.
fn split_list(text: &str) -> Vec<&str> {
    if text.is_empty() {
        return Vec::new();
    }
    let (mut out, mut depth, mut start, mut quote) = (Vec::new(), 0u32, 0, None);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(q), b) if b == q => quote = None,
            (Some(_), _) => (),
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            (None, b',') if depth == 0 => {
                out.push(text[start..at].trim());
                start = at + 1;
            }
            _ => (),
        }
    }
    out.push(text[start..].trim());
    out
}

/// Makes an enum usable as an option: `option_enum!(Mode { Fast = "fast", Slow = "slow" })`.
#[macro_export]
macro_rules! option_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name { $($(#[$vmeta])* $variant,)* }
        impl $crate::OptionValue for $name {
            const KIND: &'static str = "<value>";
            fn parse(name: &str, text: &str) -> ::std::result::Result<Self, ::std::string::String> {
                match text {
                    $($text => Ok(Self::$variant),)*
                    _ => Err(::std::format!("for the --{name} option: Cannot find option named '{text}'!")),
                }
            }
            fn print(&self) -> ::std::string::String {
                match self { $(Self::$variant => $text.to_owned(),)* }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes options.
    #[crate::pass(name = "sample")]
    struct Sample {
        /// A number.
        #[option(default = 3)]
        pub max_count: i64,
        /// A list
        /// of sizes.
        #[option(name = "tile-sizes", default = vec![1, 2])]
        pub sizes: Vec<i64>,
        /// A flag.
        pub fast: bool,
    }

    impl crate::BodyPass for Sample {
        fn run(&self, _: &mut strata_core::Body, _: &mut crate::PassCx<'_>) -> crate::PassResult {
            Ok(())
        }
    }

    fn parse(text: &[(&str, &str)]) -> Result<Sample, String> {
        let list: Vec<_> = text.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        Sample::parse(&list)
    }

    #[test]
    fn options_are_read_and_printed() {
        let s = parse(&[("max-count", "7"), ("tile-sizes", "4,8"), ("fast", "")]).expect("valid");
        assert_eq!((s.max_count, &s.sizes[..], s.fast), (7, &[4, 8][..], true));
        assert_eq!(
            s.print(),
            [("max-count", "7".to_owned()), ("tile-sizes", "4,8".to_owned()), ("fast", "true".to_owned())]
        );
        let spec = &Sample::specs()[1];
        assert_eq!((spec.default.as_str(), spec.summary, spec.kind), ("1,2", "A list of sizes", "<long>"));
    }

    #[test]
    fn wrong_options_are_explained() {
        let error = |o| parse(o).expect_err("invalid");
        let text = "<Pass-Options-Parser>: no such option max-cuont; did you mean 'max-count'?";
        assert_eq!(error(&[("max-cuont", "7")]), text);
        assert_eq!(error(&[("zzz", "7")]), "<Pass-Options-Parser>: no such option zzz");
        let text = "for the --fast option: '7' is invalid value for boolean argument! Try 0 or 1";
        assert_eq!(error(&[("fast", "7")]), text);
    }

    #[test]
    fn lists_split_at_top_level_commas() {
        assert_eq!(split_list("a(1,2),b,{c,d}"), ["a(1,2)", "b", "{c,d}"]);
        assert!(split_list("").is_empty());
    }
}
