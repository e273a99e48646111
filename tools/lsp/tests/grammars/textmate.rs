//! The TextMate grammar, as the extension of VS Code and many other editors use it.

use serde_json::{Value, json};

use super::words::Words;

/// Not inside of a longer name, nor after a sigil.
const BEFORE: &str = r"(?<![\w$.%@#!^-])";
const AFTER: &str = r"(?![\w$.-])";

/// A choice of words, the longest first where one begins with another.
fn any(words: &[&str]) -> String {
    let mut words: Vec<String> = words.iter().map(|w| w.replace('.', r"\.").replace('-', r"\-")).collect();
    words.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    words.join("|")
}

fn rule(name: &str, pattern: impl Into<String>) -> Value {
    json!({"name": format!("{name}.mlir"), "match": pattern.into()})
}

/// Names of a dialect after `prefix`: by dialect, so that an editor tries few of them.
fn by_dialect(names: &[&str], sigil: char) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(first) = names.get(at) {
        let (dialect, _) = first.split_once('.').unwrap_or((first, ""));
        let count =
            names[at..].iter().take_while(|n| n.split_once('.').is_some_and(|(d, _)| d == dialect)).count();
        let of_dialect = &names[at..at + count.max(1)];
        let rest: Vec<&str> = of_dialect.iter().map(|n| n.split_once('.').map_or(*n, |(_, m)| m)).collect();
        out.push(format!(r"{dialect}\.(?:{})", any(&rest)));
        at += count.max(1);
    }
    format!(r"{sigil}(?:{}){}", out.join("|"), r"(?![\w$-])")
}

/// The grammar as JSON.
pub fn grammar(words: &Words) -> String {
    let ops: Vec<String> =
        words.ops.iter().map(|(dialect, names)| format!(r"{dialect}\.(?:{})", any(names))).collect();
    let patterns = [
        "comment",
        "string",
        "label",
        "symbol",
        "value",
        "ops-at-start",
        "ops",
        "generic-op",
        "unknown-op",
        "short-ops",
        "attribute-name",
        "dialect-types",
        "dialect-attributes",
        "type-alias",
        "attribute-alias",
        "builtin-types",
        "keywords",
        "number",
        "punctuation",
    ];
    let include: Vec<Value> = patterns.iter().map(|p| json!({"include": format!("#{p}")})).collect();
    let escape =
        json!([{"name": "constant.character.escape.mlir", "match": r#"\\(?:["\\nt]|[0-9a-fA-F]{2})"#}]);
    let start = r"(?:^|(?<=[={}:]))\s*";
    let grammar = json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "//": "Written by the test grammars of tools/lsp from the tables of ops; see tools/editors/README.md",
        "name": "MLIR",
        "scopeName": "source.mlir",
        "fileTypes": ["mlir"],
        "patterns": include,
        "repository": {
            "comment": {"patterns": [
                {
                    "name": "comment.line.double-slash.mlir",
                    "match": r"//\s*(?:([A-Z][A-Z0-9_-]*(?:-(?:NEXT|SAME|DAG|NOT|LABEL|COUNT-\d+))?:)|(expected-(?:error|warning|note|remark)(?:-re)?)|(-----)).*$",
                    "captures": {
                        "1": {"name": "keyword.other.directive.mlir"},
                        "2": {"name": "keyword.other.directive.mlir"},
                        "3": {"name": "keyword.other.directive.mlir"},
                    },
                },
                rule("comment.line.double-slash", r"//.*$"),
            ]},
            "generic-op": {
                "match": r#"(")([A-Za-z_][\w$-]*(?:\.[\w$-]+)+)(")(?=\s*\()"#,
                "captures": {"2": {"name": "support.function.mlir"}},
            },
            "string": {"patterns": [
                {"include": "#generic-op"},
                {"name": "string.quoted.double.mlir", "begin": "\"", "end": "\"|$", "patterns": escape},
            ]},
            "label": rule("entity.name.label", r"\^[\w$.-]+"),
            "symbol": rule("entity.name.function", r#"@(?:[A-Za-z_][\w$.-]*|"[^"\n]*")"#),
            "value": rule("variable.other", r"%(?:\d+|[A-Za-z_$.-][\w$.-]*)(?:#\d+)?"),
            "ops": rule("support.function", format!("{BEFORE}(?:{}){AFTER}", ops.join("|"))),
            // Of two rules that match, the one that starts first is taken: those of other ops start at the blanks before the name.
            "ops-at-start": {
                "match": format!("{start}({}){AFTER}", ops.join("|")),
                "captures": {"1": {"name": "support.function.mlir"}},
            },
            "unknown-op": {
                "match": format!(r"{start}([a-z_][\w$-]*\.[\w$.-]+)(?!\s*=)"),
                "captures": {"1": {"name": "entity.name.function.operation.mlir"}},
            },
            "short-ops": {
                "match": format!("{start}({}){AFTER}", any(&words.short_ops)),
                "captures": {"1": {"name": "support.function.mlir"}},
            },
            "attribute-name": rule("variable.other.property", r"(?<![\w$.%@#!^-])[A-Za-z_][\w$.-]*(?=\s*=(?!=))"),
            "dialect-types": rule("support.type", by_dialect(&words.types, '!')),
            "dialect-attributes": rule("support.constant", by_dialect(&words.attrs, '#')),
            "type-alias": rule("entity.name.type", r"![A-Za-z_$.-][\w$.-]*"),
            "attribute-alias": rule("constant.other", r"#[A-Za-z_$.-][\w$.-]*"),
            "builtin-types": {"patterns": [
                rule("storage.type", format!("{BEFORE}(?:tensor|memref|vector|tuple|complex)(?=<)")),
                rule("storage.type", r"(?<![A-Za-wyz_$.%@#!^-])(?:[su]?i\d+|b?f16|f32|f64|f80|f128|tf32|f[468]E\d+M\d+\w*|index|none)\b"),
                {
                    "match": r"(?<=[<x*\]])(\d+|\?)(x)",
                    "captures": {"1": {"name": "constant.numeric.mlir"}, "2": {"name": "keyword.operator.dimension.mlir"}},
                },
            ]},
            "keywords": rule("keyword.other", format!("{BEFORE}(?:{}){AFTER}", any(&words.keywords))),
            "number": rule("constant.numeric", r"(?<![\w$.%@#!^])-?(?:0x[0-9a-fA-F]+|\d+(?:\.\d*(?:[eE][-+]?\d+)?)?)"),
            "punctuation": rule("keyword.operator", r"->|::|[=:]"),
        },
    });
    let mut text = serde_json::to_string_pretty(&grammar).expect("JSON can be written");
    text.push('\n');
    text
}
