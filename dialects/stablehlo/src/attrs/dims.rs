//! Dimension numbers of contractions, gathers and scatters, and the attributes of calls and channels.

use strata_ir::prelude::*;

type Numbers = SmallVec<[i64; 4]>;

/// A number whose 0 is not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Count(pub i64);

impl Param for Count {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.int(self.0);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.integer().map(Self)
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        *self
    }
    fn default_value() -> Option<Self> {
        Some(Self(0))
    }
    fn is_default(&self) -> bool {
        self.0 == 0
    }
}

/// A list of numbers that is written even when it is empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct List(pub Vec<i64>);

impl Param for List {
    fn print(&self, w: &mut AsmWriter<'_>) {
        Param::print(&self.0, w);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        Vec::<i64>::parse(p).map(Self)
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.clone()
    }
}

/// Attribute that models the dimension information for dot.
#[attr(name = "stablehlo.dot")]
pub struct DotDimensionNumbers {
    /// Dimensions of the left side that go with those of the right side and of the result.
    pub lhs_batching_dimensions: Numbers,
    /// Their partners.
    pub rhs_batching_dimensions: Numbers,
    /// Dimensions of the left side that are summed over.
    pub lhs_contracting_dimensions: Numbers,
    /// Their partners.
    pub rhs_contracting_dimensions: Numbers,
}

/// Attribute that models the dimension information for gather.
#[attr(name = "stablehlo.gather")]
pub struct GatherDimensionNumbers {
    /// Dimensions of the result that come from the slices.
    pub offset_dims: Numbers,
    /// Dimensions of the operand that are dropped from the slices.
    pub collapsed_slice_dims: Numbers,
    /// Batch dimensions of the operand.
    pub operand_batching_dims: Numbers,
    /// Batch dimensions of the indices.
    pub start_indices_batching_dims: Numbers,
    /// Which dimension of the operand each part of an index selects in.
    pub start_index_map: Numbers,
    /// The dimension of the indices along which an index lies.
    pub index_vector_dim: Count,
}

/// Attribute that models the dimension information for scatter.
#[attr(name = "stablehlo.scatter")]
pub struct ScatterDimensionNumbers {
    /// Dimensions of the updates that are window dimensions.
    pub update_window_dims: Numbers,
    /// Window dimensions of the input that the updates lack.
    pub inserted_window_dims: Numbers,
    /// Batch dimensions of the input.
    pub input_batching_dims: Numbers,
    /// Batch dimensions of the indices.
    pub scatter_indices_batching_dims: Numbers,
    /// Which dimension of the input each part of an index selects in.
    pub scatter_dims_to_operand_dims: Numbers,
    /// The dimension of the indices along which an index lies.
    pub index_vector_dim: Count,
}

/// two 64-bit integers 'handle' and 'type'
#[attr(name = "stablehlo.channel_handle")]
pub struct ChannelHandle {
    /// Number of the channel.
    pub handle: i64,
    /// Kind of the channel: 0 unknown, 1 device to device, 2 device to host, 3 host to device.
    pub r#type: i64,
}

/// Attribute that models the alias relationship of output and operand of a CustomCall op
#[attr(name = "stablehlo.output_operand_alias")]
pub struct OutputOperandAlias {
    /// Where in the results.
    pub output_tuple_indices: List,
    /// Which operand.
    pub operand_index: i64,
    /// Where in the operand.
    pub operand_tuple_indices: List,
}

/// Specifies the algorithm to use for computing the dot.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DotAlgorithm {
    /// Type to which the left side is rounded.
    pub lhs_precision_type: Type,
    /// Type to which the right side is rounded.
    pub rhs_precision_type: Type,
    /// Type of sums.
    pub accumulation_type: Type,
    /// Number of parts of a left element.
    pub lhs_component_count: i64,
    /// Number of parts of a right element.
    pub rhs_component_count: i64,
    /// Number of products of parts.
    pub num_primitive_operations: i64,
    /// Whether sums may be less exact.
    pub allow_imprecise_accumulation: bool,
}

impl DotAlgorithm {
    const KEYS: [&'static str; 7] = [
        "lhs_precision_type",
        "rhs_precision_type",
        "accumulation_type",
        "lhs_component_count",
        "rhs_component_count",
        "num_primitive_operations",
        "allow_imprecise_accumulation",
    ];
    /// Checks that some hardware computes this way.
    pub fn verify(&self, cx: &Context) -> Result<(), String> {
        let counts = [
            ("lhs component count", self.lhs_component_count),
            ("rhs component count", self.rhs_component_count),
            ("num primitive operations", self.num_primitive_operations),
        ];
        if let Some((name, _)) = counts.iter().find(|(_, n)| *n < 1) {
            return Err(format!("{name} must be positive"));
        }
        if self.is_known(cx) {
            return Ok(());
        }
        Err(format!(
            "dot algorithm not known to be supported on any hardware: {{lhs:'{}', rhs:'{}', accum:'{}', lhs_components:{}, rhs_components:{}, primitive_ops:{}, imprecise:{}}}",
            cx.type_to_string(self.lhs_precision_type),
            cx.type_to_string(self.rhs_precision_type),
            cx.type_to_string(self.accumulation_type),
            self.lhs_component_count,
            self.rhs_component_count,
            self.num_primitive_operations,
            u8::from(self.allow_imprecise_accumulation)
        ))
    }
    /// Whether some hardware is known to have the algorithm.
    pub fn is_known(&self, cx: &Context) -> bool {
        let name = |t: Type| cx.as_float(t).map_or("", |f| f.name());
        let types =
            (name(self.lhs_precision_type), name(self.rhs_precision_type), name(self.accumulation_type));
        let counts = (self.lhs_component_count, self.rhs_component_count, self.num_primitive_operations);
        let f8 = |n: &str| n.starts_with("f8E");
        match (types, counts) {
            ((l, r, "f32"), (1, 1, 1)) if f8(l) && f8(r) => true,
            (("f8E4M3FN", "f8E4M3FN", "f32"), (1, 1, 3 | 4)) => !self.allow_imprecise_accumulation,
            (("f16", "f16", "f16" | "f32"), (1, 1, 1)) => !self.allow_imprecise_accumulation,
            (("bf16", "bf16", "bf16"), (1, 1, 1)) => !self.allow_imprecise_accumulation,
            (("bf16", "bf16", "f32"), (1, 1, 1 | 3 | 6 | 9)) => !self.allow_imprecise_accumulation,
            (("bf16", "bf16", "f32"), (n, m, k)) => {
                n == m && matches!((n, k), (2, 3) | (3, 6) | (3, 9)) && !self.allow_imprecise_accumulation
            }
            (("tf32", "tf32", "f32"), (n, m, k)) => {
                n == m && matches!((n, k), (1, 1 | 3) | (2, 3)) && !self.allow_imprecise_accumulation
            }
            (("f32", "f32", "f32") | ("f64", "f64", "f64"), (1, 1, 1)) => !self.allow_imprecise_accumulation,
            _ => false,
        }
    }
}

impl Storage for DotAlgorithm {
    const NAME: Option<&'static str> = Some("stablehlo.dot_algorithm");
    fn print(&self, w: &mut AsmWriter<'_>) {
        let [a, b, c, d, e, f, g] = Self::KEYS;
        w.text("<").text(a).text(" = ").ty(self.lhs_precision_type);
        w.text(", ").text(b).text(" = ").ty(self.rhs_precision_type);
        w.text(", ").text(c).text(" = ").ty(self.accumulation_type);
        w.text(", ").text(d).text(" = ").int(self.lhs_component_count);
        w.text(", ").text(e).text(" = ").int(self.rhs_component_count);
        w.text(", ").text(f).text(" = ").int(self.num_primitive_operations);
        w.text(", ").text(g).text(if self.allow_imprecise_accumulation { " = true>" } else { " = false>" });
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        [self.lhs_precision_type, self.rhs_precision_type, self.accumulation_type]
            .into_iter()
            .for_each(|t| visit(TypeOrAttr::Type(t)));
    }
}

impl strata_ir::text::AttrSyntax for DotAlgorithm {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "stablehlo.dot_algorithm",
        doc: "The algorithm that computes a contraction.",
        parse: &(parse_algorithm as strata_ir::text::ParseAttr),
    };
}

fn parse_algorithm(p: &mut Parser<'_>) -> PResult<Attr> {
    fn key(p: &mut Parser<'_>, i: usize) -> PResult<()> {
        p.expect(if i == 0 { "<" } else { "," })?;
        p.expect(DotAlgorithm::KEYS[i])?;
        p.expect("=")
    }
    let mut types = SmallVec::<[Type; 3]>::new();
    for i in 0..3 {
        key(p, i)?;
        types.push(p.ty()?);
    }
    let mut counts = SmallVec::<[i64; 3]>::new();
    for i in 3..6 {
        key(p, i)?;
        counts.push(p.integer()?);
    }
    key(p, 6)?;
    let allow_imprecise_accumulation = <bool as Param>::parse(p)?;
    p.expect(">")?;
    Ok(p.cx().attr(DotAlgorithm {
        lhs_precision_type: types[0],
        rhs_precision_type: types[1],
        accumulation_type: types[2],
        lhs_component_count: counts[0],
        rhs_component_count: counts[1],
        num_primitive_operations: counts[2],
        allow_imprecise_accumulation,
    }))
}

impl AttrConstraint for DotAlgorithm {
    type Storage = DotAlgorithm;
    const DESC: &'static str = "Specifies the algorithm to use for computing the dot.";
    const FORM: AttrForm = AttrForm::Params("stablehlo.dot_algorithm");
}
