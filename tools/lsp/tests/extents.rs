//! Extents of the programs of the suite: the record agrees with the text and with the body.

use std::path::{Path, PathBuf};

use strata_ir::{
    core::{Body, Op, Trait},
    text::{ParseOptions, extents::ValueOrigin, parse_module, parse_module_with_extents, split::split_input},
};

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/dialects");
    let dialects = std::fs::read_dir(folder).expect("the suite").flatten();
    let files = dialects.map(|d| d.path().join("ops.mlir"));
    let mut files: Vec<_> = files.filter(|f| f.exists()).collect();
    files.sort();
    files
}

/// The ops of a body without its own, which stand in the text.
fn count(body: &Body) -> usize {
    let mut n = 0;
    let mut todo: Vec<(&Body, Op)> = vec![(body, Op::SELF)];
    while let Some((body, op)) = todo.pop() {
        let (inner, at) = match body.child(op) {
            Some(child) if op != Op::SELF => (child, Op::SELF),
            _ => (body, op),
        };
        for &region in inner.regions(at) {
            for op in inner.region_ops(region) {
                n += 1;
                todo.push((inner, op));
            }
        }
    }
    n
}

#[test]
fn extents_agree_with_the_text_and_the_body() {
    let files = programs();
    assert!(files.len() > 20, "the programs are there");
    let (mut n_ops, mut n_uses) = (0, 0);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("readable");
        for (_, part) in split_input(&text) {
            let mut registry = strata_registry::registry();
            registry.allow_unregistered(true);
            let cx = registry.freeze();
            let plain = parse_module(&cx, "plain", part, ParseOptions::default());
            let parsed = parse_module_with_extents(&cx, "extents", part, ParseOptions::default());
            let place = file.display();
            let Ok(plain) = plain else {
                assert!(!parsed.diagnostics.is_empty(), "{place}");
                continue;
            };
            assert!(parsed.diagnostics.is_empty(), "{place}: {:?}", parsed.diagnostics);
            let x = &parsed.extents;
            let word = |span: strata_ir::text::extents::Span| &part[span.range()];
            // The module around is written or not, and terminators may be left out.
            let in_body = count(&plain);
            assert!(
                x.ops.len() <= in_body + 1 && 2 * x.ops.len() >= in_body,
                "{place}: {} of {in_body}",
                x.ops.len()
            );
            assert!(x.ops.is_sorted_by_key(|o| o.span.start), "{place}");
            for (i, op) in x.ops.iter().enumerate() {
                let name = word(op.name).trim_matches('"');
                let info = op.info.expect("known");
                assert!(
                    op.complete && (info.name.ends_with(name) || info.name == "<unregistered>"),
                    "{place}: {name}"
                );
                assert!(op.span.encloses(op.name), "{place}: {name}");
                assert!(!word(op.span).ends_with(char::is_whitespace), "{place}: {name}");
                if let Some(outer) = x.parent_op(i as u32).and_then(|o| x.ops.get(o as usize)) {
                    assert!(outer.span.encloses(op.span), "{place}: {name} is in {}", word(outer.name));
                }
                if info.has(Trait::Symbol) && op.attrs.iter().any(|(n, _)| cx.str(*n) == "sym_name") {
                    let own = x.symbols.iter().find(|s| s.defines && s.op == Some(i as u32));
                    assert!(own.is_some(), "{place}: {}", word(op.span));
                }
            }
            for region in &x.regions {
                assert!(word(region.span).starts_with('{') && word(region.span).ends_with('}'), "{place}");
            }
            assert!(x.value_uses.is_sorted_by_key(|u| u.name.start), "{place}");
            for u in &x.value_uses {
                let value = &x.values
                    [u.value.unwrap_or_else(|| panic!("{place}: %{} is undefined", word(u.name))) as usize];
                assert_eq!(word(value.name), word(u.name), "{place}");
                assert!((u.number as usize) < value.types.len(), "{place}: {}", word(u.name));
            }
            for v in &x.values {
                assert_eq!(part.as_bytes()[v.name.start as usize - 1], b'%', "{place}");
                if let ValueOrigin::Results { op, first } = v.origin {
                    let results = &x.ops[op as usize].results;
                    assert_eq!(v.types[..], results[first as usize..][..v.types.len()], "{place}");
                }
            }
            for b in &x.block_uses {
                let is = |o: &strata_ir::text::extents::BlockExtent| {
                    o.region == b.region && o.name.is_some_and(|n| word(n) == word(b.name))
                };
                assert!(x.blocks.iter().any(is), "{place}: ^{}", word(b.name));
            }
            n_ops += x.ops.len();
            n_uses += x.value_uses.len();
        }
    }
    assert!(n_ops > 1000 && n_uses > 1000, "{n_ops} ops, {n_uses} uses");
}
