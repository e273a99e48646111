//! The words of the language, from the tables of dialects.

use std::collections::BTreeSet;

use strata_ir::core::{Asm, AttrForm, Dialect, Directive};

/// The dialects whose ops are written without them in functions and modules.
const DEFAULT_DIALECTS: [&str; 2] = ["builtin", "func"];

/// Keywords of the language, and of formats that are written by hand.
const KEYWORDS: [&str; 24] = [
    "affine_map",
    "affine_set",
    "array",
    "attributes",
    "callsite",
    "dense",
    "dense_resource",
    "distinct",
    "else",
    "false",
    "fused",
    "iter_args",
    "loc",
    "sparse",
    "step",
    "strided",
    "to",
    "true",
    "unit",
    "unknown",
    "private",
    "public",
    "nested",
    "ins",
];

/// See the module documentation. All lists are sorted.
pub struct Words {
    /// Names of dialects with the mnemonics of their ops.
    pub ops: Vec<(&'static str, Vec<&'static str>)>,
    /// Ops that are written without their dialect.
    pub short_ops: Vec<&'static str>,
    /// Names of types of dialects, with the dialect.
    pub types: Vec<&'static str>,
    /// Names of attributes of dialects, with the dialect.
    pub attrs: Vec<&'static str>,
    /// Keywords of assembly formats.
    pub keywords: Vec<&'static str>,
}

impl Words {
    /// The words of some dialects.
    pub fn new(dialects: &[&'static Dialect]) -> Self {
        let mut ops = Vec::new();
        let (mut short, mut types, mut attrs) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut keywords = BTreeSet::from(KEYWORDS);
        for dialect in dialects {
            let mut names: Vec<&str> = Vec::new();
            for info in dialect.ops.iter().map(|info| info()) {
                names.push(info.mnemonic());
                if DEFAULT_DIALECTS.contains(&dialect.name) {
                    short.insert(info.mnemonic());
                }
                for spec in info.attrs {
                    if let AttrForm::Keyword(cases, _) = spec.form {
                        keywords.extend(cases.iter().map(|c| c.0).filter(|w| is_word(w)));
                    }
                }
                if let Asm::Format(directives) = &info.asm {
                    literals(directives, &mut keywords);
                }
            }
            names.sort_unstable();
            ops.push((dialect.name, names));
            types.extend(dialect.types.iter().map(|t| t.name));
            attrs.extend(dialect.attrs.iter().map(|a| a.name));
        }
        ops.retain(|(_, names)| !names.is_empty());
        ops.sort_unstable();
        let short_ops: Vec<&str> = short.into_iter().collect();
        let keywords = keywords.into_iter().filter(|w| !short_ops.contains(w)).collect();
        Self {
            ops,
            short_ops,
            types: types.into_iter().collect(),
            attrs: attrs.into_iter().collect(),
            keywords,
        }
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
}

fn literals(directives: &'static [Directive], out: &mut BTreeSet<&'static str>) {
    let mut todo: Vec<&Directive> = directives.iter().collect();
    while let Some(directive) = todo.pop() {
        match directive {
            Directive::Literal(word) if is_word(word) => {
                out.insert(word);
            }
            Directive::Optional { then, otherwise, .. } => todo.extend(then.iter().chain(otherwise.iter())),
            Directive::OneOf(clauses) => todo.extend(clauses.iter().flat_map(|c| c.iter())),
            _ => (),
        }
    }
}
