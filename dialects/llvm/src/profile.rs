//! `#llvm.profile_summary`: a summary of the profile of a program.

use strata_ir::{
    core::AttrDef,
    prelude::*,
    text::{AttrSyntax, ParseAttr},
};

/// The kinds of profiles.
const FORMATS: &[&str] = &["SampleProfile", "InstrProf", "CSInstrProf"];
/// Names of the numbers that each summary has.
const COUNTS: [&str; 6] =
    ["total_count", "max_count", "max_internal_count", "max_function_count", "num_counts", "num_functions"];
/// Names of the numbers that each line of the details has.
const DETAIL: [&str; 3] = ["cut_off", "min_count", "num_counts"];

/// The numbers of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProfileSummary {
    /// The kind: sampling, or counters, with or without calling contexts.
    pub format: &'static str,
    /// Totals and maxima, in the order in which they are written.
    pub counts: [u64; 6],
    /// Whether only a part of the program was profiled.
    pub is_partial: Option<u64>,
    /// The ratio of that part.
    pub partial_ratio: Option<Attr>,
    /// For shares of the executed code, in millionths, the least count of a block in it and the number of such blocks.
    pub detailed: Vec<[u64; 3]>,
}

impl Storage for ProfileSummary {
    const NAME: Option<&'static str> = Some("llvm.profile_summary");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<format = ").text(self.format);
        for (name, n) in COUNTS.iter().zip(self.counts) {
            w.fmt(format_args!(", {name} = {n}"));
        }
        if let Some(n) = self.is_partial {
            w.fmt(format_args!(", is_partial_profile = {n}"));
        }
        if let Some(ratio) = self.partial_ratio {
            w.text(", partial_profile_ratio = ").attr(ratio);
        }
        w.text(", detailed_summary = ");
        for (i, line) in self.detailed.iter().enumerate() {
            w.text(if i == 0 { "<" } else { ", <" });
            for (k, (name, n)) in DETAIL.iter().zip(line).enumerate() {
                w.text(if k == 0 { "" } else { ", " });
                w.fmt(format_args!("{name} = {n}"));
            }
            w.text(">");
        }
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.partial_ratio.iter().for_each(|&ratio| visit(TypeOrAttr::Attr(ratio)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        let TypeOrAttr::Attr(ratio) = map(TypeOrAttr::Attr(self.partial_ratio?)) else { return None };
        Some(Self { partial_ratio: Some(ratio), ..self.clone() })
    }
}

fn count(p: &mut Parser<'_>) -> PResult<u64> {
    let at = p.location();
    let n = p.integer()?;
    u64::try_from(n).map_err(|_| p.error_at(at, "expected a number that is not negative"))
}

fn detail(p: &mut Parser<'_>) -> PResult<[u64; 3]> {
    p.expect("<")?;
    let mut line = [0; 3];
    for (i, (name, n)) in DETAIL.iter().zip(&mut line).enumerate() {
        if i > 0 {
            p.expect(",")?;
        }
        p.expect(name)?;
        p.expect("=")?;
        *n = count(p)?;
    }
    p.expect(">")?;
    Ok(line)
}

fn parse(p: &mut Parser<'_>) -> PResult<ProfileSummary> {
    p.expect("<")?;
    p.expect("format")?;
    p.expect("=")?;
    let at = p.location();
    let word = p.keyword()?;
    let Some(&format) = FORMATS.iter().find(|f| **f == word) else {
        return Err(p.error_at(at, format!("expected one of {}", FORMATS.join(", "))));
    };
    let mut counts = [0; 6];
    for (name, n) in COUNTS.iter().zip(&mut counts) {
        p.expect(",")?;
        p.expect(name)?;
        p.expect("=")?;
        *n = count(p)?;
    }
    let (mut is_partial, mut partial_ratio) = (None, None);
    p.expect(",")?;
    if p.eat("is_partial_profile") {
        p.expect("=")?;
        is_partial = Some(count(p)?);
        p.expect(",")?;
    }
    if p.eat("partial_profile_ratio") {
        p.expect("=")?;
        partial_ratio = Some(p.attr()?);
        p.expect(",")?;
    }
    p.expect("detailed_summary")?;
    p.expect("=")?;
    let mut detailed = vec![detail(p)?];
    while p.eat(",") {
        detailed.push(detail(p)?);
    }
    p.expect(">")?;
    Ok(ProfileSummary { format, counts, is_partial, partial_ratio, detailed })
}

impl AttrSyntax for ProfileSummary {
    const DEF: AttrDef = AttrDef {
        name: "llvm.profile_summary",
        doc: "What a profile says about a program as a whole.",
        parse: &((|p| {
            let value = parse(p)?;
            Ok(p.cx().attr(value))
        }) as ParseAttr),
    };
}
