//! The types: `!quant.uniform<…>`, `!quant.any<…>` and `!quant.calibrated<…>`.

use strata_ir::{num::FloatFormat, prelude::*};

/// The widest integer that can store a quantized number.
pub const MAX_STORAGE_BITS: u32 = 32;

/// The integers that store quantized numbers: `i8`, `u8`, `i8<-127:127>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StorageSpec {
    /// Bits of an integer.
    pub width: u32,
    /// Whether there are negative ones.
    pub signed: bool,
    /// The smallest one used.
    pub min: i64,
    /// The largest one used.
    pub max: i64,
}

impl StorageSpec {
    /// All integers of a width of at most [`MAX_STORAGE_BITS`].
    pub fn full(width: u32, signed: bool) -> Self {
        let bits = width.clamp(1, MAX_STORAGE_BITS);
        let (min, max) =
            if signed { (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1) } else { (0, (1i64 << bits) - 1) };
        Self { width, signed, min, max }
    }
    /// The integer type, which has no sign in either case.
    pub fn ty(self, cx: &Context) -> Type {
        cx.int_type(self.width)
    }
    fn print(self, w: &mut AsmWriter<'_>) {
        w.text(if self.signed { "i" } else { "u" }).int(i64::from(self.width));
        if self != Self::full(self.width, self.signed) {
            w.text("<").int(self.min).text(":").int(self.max).text(">");
        }
    }
}

/// A factor and the stored integer of 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scale {
    /// The factor, as the bits of an `f64`.
    pub bits: u64,
    /// The integer.
    pub zero_point: i64,
}

impl Scale {
    /// The factor.
    pub fn factor(self) -> f64 {
        f64::from_bits(self.bits)
    }
}

/// Which numbers share a scale.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Granularity {
    /// All.
    Tensor,
    /// Those with the same index in a dimension.
    Axis(i64),
    /// Those of the same block.
    Blocks {
        /// Dimensions with the sizes that blocks have there.
        sizes: Vec<(i64, i64)>,
        /// The shape of the list of scales.
        shape: Vec<i64>,
    },
}

/// Numbers `(stored - zero point) * factor`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UniformType {
    /// The integers that are stored.
    pub storage: StorageSpec,
    /// The float type of the numbers.
    pub expressed: Type,
    /// Which numbers share a scale.
    pub granularity: Granularity,
    /// The scales, row by row.
    pub scales: Vec<Scale>,
}

impl UniformType {
    /// Whether all numbers share a scale.
    pub fn is_per_tensor(&self) -> bool {
        self.granularity == Granularity::Tensor
    }
    /// The dimension whose indices have scales of their own.
    pub fn axis(&self) -> Option<i64> {
        match self.granularity {
            Granularity::Axis(axis) => Some(axis),
            _ => None,
        }
    }
    /// Checks constraints that the syntax does not imply.
    pub(crate) fn verify(&self) -> Result<(), String> {
        verify_storage(self.storage)?;
        if let Some(s) = self.scales.iter().find(|s| s.factor() <= 0.0 || !s.factor().is_finite()) {
            return Err(format!("illegal scale: {}", exponential(s.factor())));
        }
        let dims: &[(i64, i64)] = match &self.granularity {
            Granularity::Tensor => &[],
            Granularity::Axis(axis) => &[(*axis, 1)],
            Granularity::Blocks { sizes, .. } => sizes,
        };
        for &(axis, size) in dims {
            if axis < 0 {
                return Err(format!("illegal quantized dimension: {axis}"));
            }
            if size <= 0 {
                return Err(format!("illegal block size: {size}"));
            }
        }
        Ok(())
    }
    /// Prints the scales as nested lists of the sizes `shape`.
    fn print_scales(&self, shape: &[i64], format: FloatFormat, w: &mut AsmWriter<'_>) {
        let whole = |i: usize| {
            let mut part = 1usize;
            let sizes = shape.iter().rev().map(|&n| n.max(1) as usize);
            sizes
                .filter(|&n| {
                    part = part.saturating_mul(n);
                    i.is_multiple_of(part)
                })
                .count()
        };
        for (i, &scale) in self.scales.iter().enumerate() {
            if i != 0 {
                w.text(", ");
            }
            w.text(&"{".repeat(whole(i)));
            print_scale(scale, format, w);
            w.text(&"}".repeat(whole(i + 1)));
        }
    }
}

/// A scale of the format `format`.
fn print_scale(scale: Scale, format: FloatFormat, w: &mut AsmWriter<'_>) {
    format.print_to(format.from_f64(scale.factor()), w.out);
    if scale.zero_point != 0 {
        w.text(":").int(scale.zero_point);
    }
}

impl Storage for UniformType {
    const NAME: Option<&'static str> = Some("quant.uniform");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<");
        self.storage.print(w);
        w.text(":").ty(self.expressed);
        match &self.granularity {
            Granularity::Tensor => {
                w.text(", ");
                self.print_scales(&[], FloatFormat::F64, w);
            }
            Granularity::Axis(axis) => {
                w.text(":").int(*axis).text(", {");
                for (i, &scale) in self.scales.iter().enumerate() {
                    if i != 0 {
                        w.text(",");
                    }
                    print_scale(scale, FloatFormat::F64, w);
                }
                w.text("}");
            }
            Granularity::Blocks { sizes, shape } => {
                w.text(":{");
                for (i, (axis, size)) in sizes.iter().enumerate() {
                    if i != 0 {
                        w.text(", ");
                    }
                    w.int(*axis).text(":").int(*size);
                }
                w.text("}, ");
                // Scales of blocks are kept in the expressed type.
                let format = w.cx().as_float(self.expressed).unwrap_or(FloatFormat::F64);
                self.print_scales(shape, format, w);
            }
        }
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.expressed));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        Some(Self { expressed: map(TypeOrAttr::Type(self.expressed)).ty()?, ..self.clone() })
    }
}

/// Numbers stored as integers whose scales are not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AnyQuantizedType {
    /// The integers that are stored.
    pub storage: StorageSpec,
    /// The float type of the numbers.
    pub expressed: Option<Type>,
}

impl Storage for AnyQuantizedType {
    const NAME: Option<&'static str> = Some("quant.any");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<");
        self.storage.print(w);
        if let Some(ty) = self.expressed {
            w.text(":").ty(ty);
        }
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.expressed.into_iter().for_each(|t| visit(TypeOrAttr::Type(t)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        let expressed = match self.expressed {
            Some(t) => Some(map(TypeOrAttr::Type(t)).ty()?),
            None => None,
        };
        Some(Self { expressed, ..*self })
    }
}

/// Floats whose smallest and largest values are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CalibratedType {
    /// The float type.
    pub expressed: Type,
    /// The smallest value, as the bits of an `f64`.
    pub min: u64,
    /// The largest value, as the bits of an `f64`.
    pub max: u64,
}

impl CalibratedType {
    /// Checks constraints that the syntax does not imply.
    pub(crate) fn verify(&self) -> Result<(), String> {
        let (min, max) = (f64::from_bits(self.min), f64::from_bits(self.max));
        if max > min {
            return Ok(());
        }
        Err(format!("illegal min and max: ({}:{})", exponential(min), exponential(max)))
    }
}

impl Storage for CalibratedType {
    const NAME: Option<&'static str> = Some("quant.calibrated");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<").ty(self.expressed).text("<");
        FloatFormat::F64.print_to(u128::from(self.min), w.out);
        w.text(":");
        FloatFormat::F64.print_to(u128::from(self.max), w.out);
        w.text(">>");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.expressed));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        Some(Self { expressed: map(TypeOrAttr::Type(self.expressed)).ty()?, ..*self })
    }
}

/// Checks that a range has several integers of the width.
pub(crate) fn verify_storage(s: StorageSpec) -> Result<(), String> {
    let full = StorageSpec::full(s.width, s.signed);
    if s.max > s.min && s.min >= full.min && s.max <= full.max {
        return Ok(());
    }
    Err(format!("illegal storage min and storage max: ({}:{})", s.min, s.max))
}

/// A float as C's `%e` writes it: `6.600000e+04`.
pub fn exponential(v: f64) -> String {
    let text = format!("{v:.6e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |e| ('-', e));
            format!("{digits}e{sign}{exponent:0>2}")
        }
        None => text,
    }
}

/// Whether `ty` is a type of this dialect.
pub fn is_quantized(cx: &Context, ty: Type) -> bool {
    storage(cx, ty).is_some() || cx.type_as::<CalibratedType>(ty).is_some()
}

/// The integers that store the numbers of a quantized type.
pub fn storage(cx: &Context, ty: Type) -> Option<StorageSpec> {
    let uniform = cx.type_as::<UniformType>(ty).map(|t| t.storage);
    uniform.or_else(|| cx.type_as::<AnyQuantizedType>(ty).map(|t| t.storage))
}

/// The float type of the numbers of a quantized type.
pub fn expressed(cx: &Context, ty: Type) -> Option<Type> {
    let uniform = cx.type_as::<UniformType>(ty).map(|t| t.expressed);
    uniform
        .or_else(|| cx.type_as::<AnyQuantizedType>(ty).and_then(|t| t.expressed))
        .or_else(|| cx.type_as::<CalibratedType>(ty).map(|t| t.expressed))
}
