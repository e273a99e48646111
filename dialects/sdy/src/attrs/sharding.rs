//! How a tensor is split: `#sdy.sharding<@mesh, [{"x", ?}, {}p1], replicated={"y"}>`.

use strata_ir::prelude::*;

use super::{AxisRef, Mesh, attr_syntax, list_params, parse_list, print_list};

/// The axes along which one dimension is split: `{"x", ?}p1`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DimensionSharding {
    /// The axes, the slowest first.
    pub axes: Vec<AxisRef>,
    /// Whether it may not be split further.
    pub is_closed: bool,
    /// How early it is propagated; 0 is first.
    pub priority: Option<u64>,
}

impl DimensionSharding {
    /// The number of parts of the dimension; `None` if it is beyond all bounds.
    pub fn num_parts(&self, mesh: &Mesh) -> Option<i64> {
        self.axes.iter().try_fold(1i64, |n, a| n.checked_mul(a.size(mesh)))
    }
}

/// How the partial results of a pending reduction are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Reduction {
    /// They are added.
    #[default]
    Sum,
    /// The largest counts.
    Max,
    /// The smallest counts.
    Min,
}

impl Reduction {
    /// All, by number.
    pub(crate) const ALL: [Self; 3] = [Self::Sum, Self::Max, Self::Min];
    /// The name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            other => other.word(),
        }
    }
    fn word(self) -> &'static str {
        match self {
            Self::Sum => "",
            Self::Max => "max",
            Self::Min => "min",
        }
    }
}

/// How a tensor is split over the devices of a mesh.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TensorSharding {
    /// A [`Mesh`], or the symbol of one.
    pub mesh_or_ref: Attr,
    /// One for each dimension.
    pub dim_shardings: Vec<DimensionSharding>,
    /// The axes along which all devices have the same.
    pub replicated_axes: Vec<AxisRef>,
    /// The axes along which the parts of a reduction lie.
    pub unreduced_axes: Vec<AxisRef>,
    /// That reduction.
    pub reduction: Reduction,
}

impl TensorSharding {
    /// The name of the mesh, where it is not the mesh itself.
    pub fn mesh_name<'c>(&self, cx: &'c Context) -> Option<&'c str> {
        cx.attr_as::<SymbolRefAttr>(self.mesh_or_ref).map(|s| cx.str(s.root))
    }
    /// Whether no dimension is split.
    pub fn is_fully_replicated(&self) -> bool {
        self.dim_shardings.iter().all(|d| d.axes.is_empty())
    }
    /// All axes that it names.
    pub fn all_axes(&self) -> impl Iterator<Item = &AxisRef> {
        let dims = self.dim_shardings.iter().flat_map(|d| &d.axes);
        dims.chain(&self.replicated_axes).chain(&self.unreduced_axes)
    }
    /// Checks that the mesh is one, or the name of one.
    pub(crate) fn verify_mesh(&self, cx: &Context) -> Result<(), String> {
        let symbol = cx.attr_as::<SymbolRefAttr>(self.mesh_or_ref).is_some_and(|s| s.nested.is_empty());
        match symbol || cx.attr_as::<Mesh>(self.mesh_or_ref).is_some() {
            true => Ok(()),
            false => Err("expecting MeshAttr or FlatSymbolRefAttr".into()),
        }
    }
}

/// The shardings of several values: `#sdy.sharding_per_value<[<@mesh, [{}]>]>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct TensorShardingPerValue(pub Vec<TensorSharding>);

/// The axes along which a computation is already local: `{"x", "y"}`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ManualAxes(pub Vec<String>);

impl Param for DimensionSharding {
    fn print(&self, w: &mut AsmWriter<'_>) {
        let close = match (self.is_closed, self.axes.is_empty()) {
            (true, _) => "}",
            (false, true) => "?}",
            (false, false) => ", ?}",
        };
        print_list("{", &self.axes, close, w);
        if let Some(priority) = self.priority {
            w.fmt(format_args!("p{priority}"));
        }
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.expect("{")?;
        let (mut axes, mut is_closed) = (Vec::new(), true);
        while !p.eat("}") {
            if !axes.is_empty() {
                p.expect(",")?;
            }
            if p.eat("?") {
                is_closed = false;
                p.expect("}")?;
                break;
            }
            axes.push(AxisRef::parse(p)?);
        }
        let at = p.location();
        let mut priority = None;
        if let Some(word) = p.keyword_opt() {
            let digits =
                word.strip_prefix('p').filter(|d| !d.is_empty() && d.bytes().all(|c| c.is_ascii_digit()));
            let Some(digits) = digits else {
                return Err(p.error_at(at, format!("expecting priority in format 'p<number>', got: {word}")));
            };
            if digits.len() > 1 && digits.starts_with('0') {
                return Err(
                    p.error_at(at, format!("priorities with leading zeros are not allowed, got: {word}"))
                );
            }
            match digits.parse::<i64>() {
                Ok(n) => priority = Some(n.unsigned_abs()),
                Err(_) => return Err(p.error_at(at, format!("expecting integer priority, got: {word}"))),
            }
        }
        Ok(Self { axes, is_closed, priority })
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.clone()
    }
}

/// `={"x", "y"}` after a keyword.
fn named_axes(p: &mut Parser<'_>, what: &str) -> PResult<Vec<AxisRef>> {
    let axes = |p: &mut Parser<'_>| -> PResult<Vec<AxisRef>> {
        p.expect("{")?;
        let mut axes = vec![AxisRef::parse(p)?];
        while p.eat(",") {
            axes.push(AxisRef::parse(p)?);
        }
        p.expect("}")?;
        Ok(axes)
    };
    let at = p.location();
    axes(p).map_err(|_| p.error_at(at, format!("failed to parse Sdy_TensorSharding parameter '{what}'")))
}

impl Param for TensorSharding {
    fn print(&self, w: &mut AsmWriter<'_>) {
        let cx = w.cx();
        w.text("<");
        match cx.attr_as::<Mesh>(self.mesh_or_ref) {
            Some(mesh) => {
                w.text("mesh");
                Param::print(mesh, w);
            }
            None => _ = w.attr(self.mesh_or_ref),
        }
        print_list(", [", &self.dim_shardings, "]", w);
        for (word, reduction, axes) in [
            ("replicated", "", &self.replicated_axes),
            ("unreduced", self.reduction.word(), &self.unreduced_axes),
        ] {
            if !axes.is_empty() {
                w.text(", ").text(word).text("=").text(reduction);
                print_list("{", axes, "}", w);
            }
        }
        w.text(">");
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.expect("<")?;
        let mesh_or_ref = if p.eat("mesh") {
            let mesh = Mesh::parse(p)?;
            p.cx().attr(mesh)
        } else {
            let (at, symbol, cx) = (p.location(), p.symbol_ref()?, p.cx());
            if !cx.attr_as::<SymbolRefAttr>(symbol).is_some_and(|s| s.nested.is_empty()) {
                return Err(p.error_at(at, "expecting MeshAttr or FlatSymbolRefAttr"));
            }
            symbol
        };
        p.expect(",")?;
        let dim_shardings = parse_list(p, "[", "]")?;
        let (mut replicated_axes, mut unreduced_axes, mut reduction) = (vec![], vec![], Reduction::Sum);
        while p.eat(",") {
            if replicated_axes.is_empty() && p.eat("replicated") {
                p.expect("=")?;
                replicated_axes = named_axes(p, "replicated_axes")?;
            } else if unreduced_axes.is_empty() && p.eat("unreduced") {
                p.expect("=")?;
                reduction = match p.keyword_of(&["max", "min"]) {
                    Some("max") => Reduction::Max,
                    Some(_) => Reduction::Min,
                    None => Reduction::Sum,
                };
                unreduced_axes = named_axes(p, "unreduced_axes")?;
            } else {
                return Err(p.error(
                    "failed to parse Sdy_TensorSharding, expected valid named axis list after comma",
                ));
            }
        }
        p.expect(">")?;
        Ok(Self { mesh_or_ref, dim_shardings, replicated_axes, unreduced_axes, reduction })
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Attr(self.mesh_or_ref));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        Self { mesh_or_ref: Param::map_children(&self.mesh_or_ref, map), ..self.clone() }
    }
}

impl Param for TensorShardingPerValue {
    fn print(&self, w: &mut AsmWriter<'_>) {
        print_list("<[", &self.0, "]>", w);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.expect("<")?;
        let all = Self::parse_list(p)?;
        p.expect(">")?;
        Ok(all)
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        Param::children(&self.0, visit);
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        Self(Param::map_children(&self.0, map))
    }
}

impl TensorShardingPerValue {
    /// `[<@mesh, [{}]>, …]`, as ops show it.
    pub(crate) fn parse_list(p: &mut Parser<'_>) -> PResult<Self> {
        parse_list(p, "[", "]").map(Self)
    }
}

list_params! {
    ManualAxes "{" "}";
}

attr_syntax! {
    DimensionSharding "dimension_sharding" "Dimension sharding";
    TensorSharding "sharding" "Tensor sharding";
    TensorShardingPerValue "sharding_per_value" "Tensor sharding per operand/result of an op";
    ManualAxes "manual_axes" "A list of axes that a ManualComputationOp is manual on";
}
