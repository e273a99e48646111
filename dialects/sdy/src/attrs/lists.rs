//! Axes of collective ops: `#sdy<list_of_axis_ref_lists[{"x"}, {}]>`, `#sdy<all_to_all_param_list[{"x"}: 0->1]>`.

use strata_ir::prelude::*;

use super::{AxisRef, attr_syntax, list_params, parse_list, print_list};

/// Axes: `{"x", "y":(1)2}`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct AxisRefList(pub Vec<AxisRef>);

/// Axes for each dimension: `[{"x"}, {}]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ListOfAxisRefLists(pub Vec<AxisRefList>);

/// Axes that move from one dimension to another: `{"x"}: 0->1`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AllToAllParam {
    /// The axes.
    pub axes: Vec<AxisRef>,
    /// The dimension where they are.
    pub src_dim: i64,
    /// The dimension where they will be.
    pub tgt_dim: i64,
}

/// Several of these: `[{"x"}: 0->1]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct AllToAllParamList(pub Vec<AllToAllParam>);

impl Param for AllToAllParam {
    fn print(&self, w: &mut AsmWriter<'_>) {
        print_list("{", &self.axes, "}", w);
        w.text(": ").int(self.src_dim).text("->").int(self.tgt_dim);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let axes = parse_list(p, "{", "}")?;
        p.expect(":")?;
        let src_dim = p.integer()?;
        p.expect("->")?;
        Ok(Self { axes, src_dim, tgt_dim: p.integer()? })
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.clone()
    }
}

list_params! {
    AxisRefList "{" "}";
    ListOfAxisRefLists "[" "]";
    AllToAllParamList "[" "]";
}

attr_syntax! {
    AxisRefList "axis_ref_list" "List of axis refs";
    ListOfAxisRefLists "list_of_axis_ref_lists" "List of axis ref lists";
    AllToAllParam "all_to_all_param" "All-to-all parameter";
    AllToAllParamList "all_to_all_param_list" "List of all-to-all parameters";
}
