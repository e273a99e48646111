//! The attributes. Each is a parameter of others too, where it stands without `#sdy.` and its name.

use strata_ir::prelude::*;

mod lists;
mod mesh;
mod rule;
mod sharding;

pub use lists::{AllToAllParam, AllToAllParamList, AxisRefList, ListOfAxisRefLists};
pub use mesh::{AxisRef, Mesh, MeshAxis, SubAxisInfo};
pub(crate) use rule::factor_symbol;
pub use rule::{DimMapping, OpShardingRule, TensorMapping};
pub use sharding::{DimensionSharding, ManualAxes, Reduction, TensorSharding, TensorShardingPerValue};

/// Makes parameters attributes of the dialect: type, mnemonic, description.
macro_rules! attr_syntax {
    ($($ty:ident $mnemonic:literal $doc:literal;)*) => {$(
        impl Storage for $ty {
            const NAME: Option<&'static str> = Some(concat!("sdy.", $mnemonic));
            fn print(&self, w: &mut AsmWriter<'_>) {
                Param::print(self, w);
            }
            fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
                Param::children(self, visit);
            }
            fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
                Some(Param::map_children(self, map))
            }
        }
        impl strata_ir::text::AttrSyntax for $ty {
            const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
                name: concat!("sdy.", $mnemonic),
                doc: $doc,
                parse: &((|p| {
                    let value = <$ty as Param>::parse(p)?;
                    Ok(p.cx().attr(value))
                }) as strata_ir::text::ParseAttr),
            };
        }
        impl AttrConstraint for $ty {
            type Storage = $ty;
            const DESC: &'static str = $doc;
            const FORM: AttrForm = AttrForm::Params(concat!("sdy.", $mnemonic));
        }
    )*};
}
use attr_syntax;

/// Makes the only field of each type, a vector, a parameter between two signs, with commas.
macro_rules! list_params {
    ($($ty:ident $open:literal $close:literal;)*) => {$(
        impl Param for $ty {
            fn print(&self, w: &mut AsmWriter<'_>) {
                $crate::attrs::print_list($open, &self.0, $close, w);
            }
            fn parse(p: &mut Parser<'_>) -> PResult<Self> {
                $crate::attrs::parse_list(p, $open, $close).map(Self)
            }
            fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
                Param::children(&self.0, visit);
            }
            fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
                Self(Param::map_children(&self.0, map))
            }
        }
    )*};
}
use list_params;

/// Prints parameters between two signs, with commas.
fn print_list<T: Param>(open: &str, items: &[T], close: &str, w: &mut AsmWriter<'_>) {
    w.text(open);
    for (i, item) in items.iter().enumerate() {
        if i != 0 {
            w.text(", ");
        }
        item.print(w);
    }
    w.text(close);
}

/// Parses parameters between two signs, with commas.
fn parse_list<T: Param>(p: &mut Parser<'_>, open: &'static str, close: &'static str) -> PResult<Vec<T>> {
    p.expect(open)?;
    p.list_until(close, T::parse)
}
