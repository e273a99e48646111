//! Printed text tells where its ops are.

use strata_ir::text::{ParseOptions, PrintOptions, parse_module, print_body, print_body_with_places};

#[test]
fn each_op_is_where_its_text_is() {
    let source = "func.func @f(%x: i32) {\n  %0 = arith.addi %x, %x : i32\n  scf.execute_region {\n    \"t.c\"(%0) : (i32) -> ()\n    scf.yield\n  }\n  return\n}\n";
    let mut registry = strata_registry::registry();
    registry.allow_unregistered(true);
    let cx = registry.freeze();
    let body = parse_module(&cx, "-", source.to_owned(), ParseOptions::default()).expect("it is valid");
    let (text, places) = print_body_with_places(&body, &PrintOptions::default());
    assert_eq!(text, print_body(&body, &PrintOptions::default()));
    let text_of = |name: &str| {
        let place = places.iter().find(|place| place.body.op_name(place.op) == name);
        place.map(|place| &text[place.text.clone()])
    };
    assert_eq!(text_of("arith.addi"), Some("%0 = arith.addi %arg0, %arg0 : i32"));
    assert_eq!(text_of("t.c"), Some("\"t.c\"(%0) : (i32) -> ()"));
    let region = text_of("scf.execute_region").expect("it is printed");
    assert!(region.starts_with("scf.execute_region {\n") && region.ends_with('}'), "{region}");
    assert!(
        places.windows(2).all(|pair| pair[0].text.start <= pair[1].text.start),
        "an op is before those inside"
    );
    assert_eq!(places.len(), 7, "the module, the function, and terminators that are printed");
}
