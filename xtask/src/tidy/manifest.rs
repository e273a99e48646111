//! Reads the dependencies in a `Cargo.toml`; not a TOML parser, but the subset that this repository's manifests use.

/// One entry of a dependency section.
#[derive(Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The key, which in this repository's manifests is the name of the package.
    pub name: String,
    /// The section.
    pub kind: Kind,
    /// 1-based line.
    pub line: usize,
}

/// The section of a dependency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `[dependencies]`
    Normal,
    /// `[dev-dependencies]`
    Dev,
    /// `[build-dependencies]`
    Build,
}

/// The dependencies in the manifest `text`.
pub fn dependencies(text: &str) -> Vec<Dependency> {
    let mut found: Vec<Dependency> = Vec::new();
    let mut section = None;
    // Whether the section is `[dependencies.NAME]`, whose lines are properties of a single dependency.
    let mut is_single = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or(line).trim();
        if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let (kind, name) = parse_header(header);
            section = kind;
            is_single = name.is_some();
            if let (Some(kind), Some(name)) = (kind, name) {
                found.push(Dependency { name, kind, line: index + 1 });
            }
            continue;
        }
        let (Some(kind), Some((key, _)), false) = (section, line.split_once('='), is_single) else {
            continue;
        };
        let name = key.trim().split('.').next().unwrap_or(key).trim_matches('"').to_owned();
        found.push(Dependency { name, kind, line: index + 1 });
    }
    found
}

/// `dev-dependencies.foo` and `target.'cfg(unix)'.dependencies` are dependency sections too.
fn parse_header(header: &str) -> (Option<Kind>, Option<String>) {
    let kinds = [
        ("dev-dependencies", Kind::Dev),
        ("build-dependencies", Kind::Build),
        ("dependencies", Kind::Normal),
    ];
    let header = if header.starts_with("target.") {
        kinds.iter().find_map(|(key, _)| header.rfind(key).map(|at| &header[at..])).unwrap_or("")
    } else {
        header
    };
    for (key, kind) in kinds {
        match header.strip_prefix(key) {
            Some("") => return (Some(kind), None),
            Some(rest) if rest.starts_with('.') => {
                return (Some(kind), Some(rest[1..].trim_matches('"').to_owned()));
            }
            _ => {}
        }
    }
    (None, None)
}

/// The package's name in the manifest `text`.
pub fn package_name(text: &str) -> Option<String> {
    let package = text.split_once("[package]")?.1;
    let value = package.lines().find_map(|line| line.trim().strip_prefix("name"))?;
    Some(value.trim_start_matches([' ', '=']).trim().trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_dependency() {
        let text = "[package]\nname = \"a\"\n[dependencies]\nb.workspace = true # why\nc = { version = \"1\", optional = true }\n\
                    [dev-dependencies]\nd = \"1\"\n[build-dependencies.e]\nversion = \"1\"\noptional = true\n\
                    [target.'cfg(unix)'.dependencies]\nf = \"1\"\n[features]\ng = []\n";
        assert_eq!(package_name(text).as_deref(), Some("a"));
        let found = dependencies(text);
        let seen: Vec<_> = found.iter().map(|dep| (dep.name.as_str(), dep.kind, dep.line)).collect();
        let wanted = [
            ("b", Kind::Normal, 4),
            ("c", Kind::Normal, 5),
            ("d", Kind::Dev, 7),
            ("e", Kind::Build, 8),
            ("f", Kind::Normal, 12),
        ];
        assert_eq!(seen, wanted);
    }
}
