//! How an op can be partitioned: `#sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>`.

use strata_ir::prelude::*;

use super::{attr_syntax, list_params, print_list};

/// The factors of a dimension: `ij`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct DimMapping(pub Vec<i64>);

/// The factors of the dimensions of a tensor: `[i, jk]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct TensorMapping(pub Vec<DimMapping>);

/// How an op can be partitioned.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct OpShardingRule {
    /// The sizes of the factors.
    pub factor_sizes: Vec<i64>,
    /// The factors of the operands.
    pub operand_mappings: Vec<TensorMapping>,
    /// The factors of the results.
    pub result_mappings: Vec<TensorMapping>,
    /// Factors over which is reduced.
    pub reduction_factors: Vec<i64>,
    /// Factors that must not be split.
    pub need_replication_factors: Vec<i64>,
    /// Factors whose parts move.
    pub permutation_factors: Vec<i64>,
    /// Factors along which shardings do not spread.
    pub blocked_propagation_factors: Vec<i64>,
    /// Whether a user made it.
    pub is_custom: bool,
}

impl OpShardingRule {
    /// The lists of special factors, with their words.
    pub(crate) fn special(&self) -> [(&'static str, &Vec<i64>); 4] {
        [
            ("reduction", &self.reduction_factors),
            ("need_replication", &self.need_replication_factors),
            ("permutation", &self.permutation_factors),
            ("blocked_propagation", &self.blocked_propagation_factors),
        ]
    }
}

/// The number of factors that are named by a letter, from `i` to `z`.
const LETTERS: i64 = 18;

/// The letters from `i` on, then `z_1`, `z_2`, ….
pub(crate) fn factor_symbol(index: i64) -> String {
    match index {
        0..LETTERS => char::from(b'i' + index as u8).to_string(),
        _ => format!("z_{}", index.saturating_sub(LETTERS - 1)),
    }
}

/// Takes the first factor off `text`.
fn take_factor(p: &mut Parser<'_>, text: &mut &str) -> PResult<i64> {
    if let Some(rest) = text.strip_prefix("z_") {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let digits = &rest[..end];
        if digits.is_empty() {
            return Err(p.error(format!("expecting integer after 'z_'. Received: '{text}'")));
        }
        if digits.starts_with('0') {
            let m = format!("expecting positive integer without leading zeros. Received: '{digits}'");
            return Err(p.error(m));
        }
        let index = digits.parse::<i64>().ok().and_then(|n| n.checked_add(LETTERS - 1));
        *text = &rest[end..];
        return index
            .ok_or_else(|| p.error(format!("expecting symbol index <=2^63-1. Received: '{digits}'")));
    }
    let symbol = text.chars().next().unwrap_or(' ');
    if !('i'..='z').contains(&symbol) {
        return Err(p.error(format!("expecting symbol from 'i' to 'z'. Received: '{symbol}'")));
    }
    *text = &text[1..];
    Ok(i64::from(symbol as u32 - 'i' as u32))
}

impl Param for DimMapping {
    fn print(&self, w: &mut AsmWriter<'_>) {
        self.0.iter().for_each(|&f| _ = w.text(&factor_symbol(f)));
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let mut factors = Vec::new();
        let mut text = p.keyword_opt().unwrap_or_default();
        while !text.is_empty() {
            factors.push(take_factor(p, &mut text)?);
        }
        Ok(Self(factors))
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.clone()
    }
}

list_params! {
    TensorMapping "[" "]";
}

/// `([i, k], [k, j])`.
fn mappings(p: &mut Parser<'_>) -> PResult<Vec<TensorMapping>> {
    p.expect("(")?;
    let mut all = vec![TensorMapping::parse(p)?];
    while p.eat(",") {
        all.push(TensorMapping::parse(p)?);
    }
    p.expect(")")?;
    Ok(all)
}

/// `i=8`, which must be factor `expected`.
fn factor_size(p: &mut Parser<'_>, expected: i64) -> PResult<i64> {
    let at = p.location();
    let mut text = p.keyword()?;
    let found = take_factor(p, &mut text)?;
    if found != expected {
        let (want, got) = (factor_symbol(expected), factor_symbol(found));
        return Err(p.error_at(at, format!(
            "expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {{i=#, j=#, ...}}). Expecting factor index symbol '{want}', received: '{got}'"
        )));
    }
    if !text.is_empty() {
        return Err(p.error_at(at, format!("expecting single factor symbol: {text}")));
    }
    p.expect("=")?;
    p.integer()
}

/// ` reduction={k}`, if it comes next.
fn special_factors(p: &mut Parser<'_>, word: &str) -> PResult<Vec<i64>> {
    if !p.eat(word) {
        return Ok(Vec::new());
    }
    p.expect("=")?;
    p.expect("{")?;
    p.list_until("}", |p| {
        let mut text = p.keyword()?;
        take_factor(p, &mut text)
    })
}

impl Param for OpShardingRule {
    fn print(&self, w: &mut AsmWriter<'_>) {
        print_list("<(", &self.operand_mappings, ")->", w);
        print_list("(", &self.result_mappings, ")", w);
        for (i, size) in (0..).zip(&self.factor_sizes) {
            w.text(if i == 0 { " {" } else { ", " }).text(&factor_symbol(i)).text("=").int(*size);
        }
        if !self.factor_sizes.is_empty() {
            w.text("}");
        }
        for (word, factors) in self.special() {
            if !factors.is_empty() {
                let symbols: Vec<String> = factors.iter().map(|&f| factor_symbol(f)).collect();
                w.text(" ").text(word).text("={").text(&symbols.join(", ")).text("}");
            }
        }
        w.text(if self.is_custom { ", custom>" } else { ">" });
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let mut rule = <Self as Default>::default();
        p.expect("<")?;
        rule.operand_mappings = mappings(p)?;
        p.expect("->")?;
        rule.result_mappings = mappings(p)?;
        if p.eat("{") {
            let mut expected = 0;
            rule.factor_sizes = p.list_until("}", |p| {
                expected += 1;
                factor_size(p, expected - 1)
            })?;
        }
        rule.reduction_factors = special_factors(p, "reduction")?;
        rule.need_replication_factors = special_factors(p, "need_replication")?;
        rule.permutation_factors = special_factors(p, "permutation")?;
        rule.blocked_propagation_factors = special_factors(p, "blocked_propagation")?;
        if p.eat(",") {
            p.expect("custom")?;
            rule.is_custom = true;
        }
        p.expect(">")?;
        Ok(rule)
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.clone()
    }
}

attr_syntax! {
    DimMapping "dim_mapping" "List of factor indices for a dimension";
    TensorMapping "tensor_mapping" "Factor mappings for each dimension of a tensor.";
    OpShardingRule "op_sharding_rule" "Specifies how an operation can be partitioned.";
}
