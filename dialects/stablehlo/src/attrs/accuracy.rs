//! `#stablehlo.result_accuracy<…>`.

use strata_ir::{num::FloatFormat, prelude::*};

use super::ResultAccuracyMode;

/// The accuracy that the result of a transcendental op must have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResultAccuracy {
    /// Bits of the absolute tolerance.
    pub atol: u64,
    /// Bits of the relative tolerance.
    pub rtol: u64,
    /// Tolerance in units in the last place.
    pub ulps: i64,
    /// A [`ResultAccuracyMode`].
    pub mode: Attr,
}

impl ResultAccuracy {
    /// The accuracy of an op without the attribute.
    pub fn default_of(cx: &Context) -> Self {
        Self { atol: 0, rtol: 0, ulps: 0, mode: cx.attr(ResultAccuracyMode::Default) }
    }
    /// The mode.
    pub fn mode(&self, cx: &Context) -> ResultAccuracyMode {
        cx.attr_as::<ResultAccuracyMode>(self.mode).copied().unwrap_or_default()
    }
    /// Checks that tolerances go with the mode that uses them.
    pub fn verify(&self, cx: &Context) -> Result<(), String> {
        // Minus zero is negative too.
        let is_negative = |bits: u64| bits >> 63 == 1;
        if is_negative(self.atol) || is_negative(self.rtol) || self.ulps < 0 {
            return Err("Negative tolerance".into());
        }
        let mode = match self.mode(cx) {
            _ if (self.atol, self.rtol, self.ulps) == (0, 0, 0) => return Ok(()),
            ResultAccuracyMode::Tolerance => return Ok(()),
            ResultAccuracyMode::Default => "DEFAULT",
            ResultAccuracyMode::Highest => "HIGHEST",
        };
        Err(format!("Invalid tolerances for ResultAccuracyAttr with mode {mode}, must be all zero."))
    }
}

impl Storage for ResultAccuracy {
    const NAME: Option<&'static str> = Some("stablehlo.result_accuracy");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<");
        for (name, bits) in [("atol", self.atol), ("rtol", self.rtol)] {
            if bits != 0 {
                w.text(name).text(" = ");
                FloatFormat::F64.print_to(bits as u128, w.out);
                w.text(", ");
            }
        }
        if self.ulps != 0 {
            w.text("ulps = ").int(self.ulps).text(", ");
        }
        w.text("mode = ").attr(self.mode).text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Attr(self.mode));
    }
}

impl strata_ir::text::AttrSyntax for ResultAccuracy {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "stablehlo.result_accuracy",
        doc: "The accuracy that the result of a transcendental op must have.",
        parse: &(parse as strata_ir::text::ParseAttr),
    };
}

fn parse(p: &mut Parser<'_>) -> PResult<Attr> {
    let cx = p.cx();
    let mut out = ResultAccuracy::default_of(cx);
    let at = p.location();
    p.expect("<")?;
    p.list_until(">", |p| {
        let at = p.location();
        let key = p.keyword()?;
        p.expect("=")?;
        match key {
            "atol" | "rtol" => {
                let value = p.attr_of_type(cx.f64())?;
                let bits = cx.attr_as::<FloatAttr>(value).map_or(0, |f| f.bits as u64);
                *(if key == "atol" { &mut out.atol } else { &mut out.rtol }) = bits;
            }
            "ulps" => out.ulps = p.integer()?,
            "mode" => {
                out.mode = p.attr()?;
                if cx.attr_as::<ResultAccuracyMode>(out.mode).is_none() {
                    return Err(p.error_at(at, "expected a result accuracy mode"));
                }
            }
            _ => return Err(p.error_at(at, format!("unknown parameter '{key}'"))),
        }
        Ok(())
    })?;
    out.verify(cx).map_err(|e| p.error_at(at, e))?;
    Ok(cx.attr(out))
}

impl AttrConstraint for ResultAccuracy {
    type Storage = ResultAccuracy;
    const DESC: &'static str = "The requested accuracy for unary ops.";
}
