//! temp
use strata_ir::{prelude::*, text::*};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    for f in &a[1..] {
        let text = std::fs::read_to_string(f).unwrap();
        for part in text.split("// -----") {
        let mut r = strata_ir::core::Registry::new();
        r.register(&strata_builtin::DIALECT).register(&strata_func::DIALECT).register(&strata_stablehlo::DIALECT)
         .register(&strata_arith::DIALECT).register(&strata_math::DIALECT).register(&strata_linalg::DIALECT).register(&strata_tensor::DIALECT).register(&strata_scf::DIALECT);
        r.allow_unregistered(true);
        let cx = r.freeze();
        match parse_module(&cx, "-", part, Default::default()) {
            Ok(mut m) => {
                for (_, c) in m.children_mut() {
                    if let Err(e) = strata_lowering_hlo::stablehlo_to_linalg::legalize(c) { for d in &e { println!("LOWER ERR {}", d.message); } }
                }
                let e = m.verify();
                for d in &e { println!("VERIFY ERR {}", d.message); }
                print!("{}", print_body(&m, &PrintOptions::default()));
            }
            Err(e) => for d in &e { println!("PARSE ERR {}", d.message) },
        }
        }
    }
}
