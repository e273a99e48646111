//! The attributes of the dialect with parameters: shapes of matrices, and the target of the generated code.

use strata_ir::{
    core::AttrDef,
    prelude::*,
    text::{AttrSyntax, ParseAttr},
};

/// Attribute for MMA operation shape.
#[attr(name = "nvvm.shape")]
pub struct MmaShape {
    /// Rows of the first factor.
    pub m: i64,
    /// Columns of the second factor.
    pub n: i64,
    /// Size of the reduction dimension.
    pub k: i64,
}

/// Matrix shape for ldmatrix and stmatrix.
#[attr(name = "nvvm.ld_st_matrix_shape")]
pub struct LdStMatrixShape {
    /// Rows.
    pub m: i64,
    /// Columns.
    pub n: i64,
}

/// The target of the code of a module: `#nvvm.target<chip = "sm_90a", features = "+ptx80">`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NvvmTarget {
    /// The optimization level of LLVM.
    pub opt_level: i64,
    /// The target triple.
    pub triple: String,
    /// The name of the processor.
    pub chip: String,
    /// The features of the processor.
    pub features: String,
    /// Flags for the compiler.
    pub flags: Option<Attr>,
    /// Files that are linked to the module.
    pub link: Option<Attr>,
    /// Whether ops are checked against the processor.
    pub verify_target: bool,
}

impl Default for NvvmTarget {
    fn default() -> Self {
        Self {
            opt_level: 2,
            triple: "nvptx64-nvidia-cuda".into(),
            chip: "sm_50".into(),
            features: String::new(),
            flags: None,
            link: None,
            verify_target: true,
        }
    }
}

impl Storage for NvvmTarget {
    const NAME: Option<&'static str> = Some("nvvm.target");
    fn print(&self, w: &mut AsmWriter<'_>) {
        let default = <Self as Default>::default();
        if *self == default {
            return;
        }
        w.text("<");
        let mut first = true;
        let mut key = |w: &mut AsmWriter<'_>, key: &str| {
            w.text(if std::mem::take(&mut first) { "" } else { ", " }).text(key).text(" = ");
        };
        if self.opt_level != default.opt_level {
            key(w, "O");
            w.fmt(format_args!("{}", self.opt_level));
        }
        for (name, value, usual) in [
            ("triple", &self.triple, &default.triple),
            ("chip", &self.chip, &default.chip),
            ("features", &self.features, &default.features),
        ] {
            if value != usual {
                key(w, name);
                w.quoted(value);
            }
        }
        for (name, value) in [("flags", self.flags), ("link", self.link)] {
            if let Some(value) = value {
                key(w, name);
                w.attr(value);
            }
        }
        if !self.verify_target {
            key(w, "verifyTarget");
            w.text("false");
        }
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(strata_ir::core::interner::TypeOrAttr)) {
        for attr in self.flags.into_iter().chain(self.link) {
            visit(strata_ir::core::interner::TypeOrAttr::Attr(attr));
        }
    }
}

impl AttrSyntax for NvvmTarget {
    const DEF: AttrDef = AttrDef {
        name: "nvvm.target",
        doc: "What code of a module is generated for",
        parse: &((|p| {
            let mut target = <Self as Default>::default();
            if !p.eat("<") {
                return Ok(p.cx().attr(target));
            }
            p.list_until(">", |p| {
                let at = p.location();
                let key = p.keyword()?;
                p.expect("=")?;
                let text = |p: &mut Parser<'_>| p.string().map(|s| String::from_utf8_lossy(&s).into_owned());
                match key {
                    "O" => {
                        let at = p.location();
                        target.opt_level = p.integer()?;
                        if !(0..=3).contains(&target.opt_level) {
                            return Err(
                                p.error_at(at, "The optimization level must be a number between 0 and 3.")
                            );
                        }
                    }
                    "triple" => target.triple = text(p)?,
                    "chip" => target.chip = text(p)?,
                    "features" => target.features = text(p)?,
                    "flags" => target.flags = Some(p.attr()?),
                    "link" => target.link = Some(p.attr()?),
                    "verifyTarget" => {
                        target.verify_target = match p.keyword()? {
                            "true" => true,
                            "false" => false,
                            _ => return Err(p.error_at(at, "expected 'true' or 'false'")),
                        };
                    }
                    _ => {
                        return Err(
                            p.error_at(at, format!("duplicate or unknown struct parameter name: {key}"))
                        );
                    }
                }
                Ok(())
            })?;
            Ok(p.cx().attr(target))
        }) as ParseAttr),
    };
}

impl AttrConstraint for NvvmTarget {
    type Storage = Self;
    const DESC: &'static str = "NVVM target";
    const FORM: AttrForm = AttrForm::Params("nvvm.target");
}

attr_constraint! {
    /// `true` or `false`, `false` where it is missing.
    FalseAttr: IntegerAttr = "bool attribute",
        |a, cx| cx.attr_as::<IntegerAttr>(a).is_some_and(|a| a.ty == cx.i1()),
        form AttrForm::ImpliedType(Context::i1), default |cx| cx.bool_attr(false);
    /// The destination proxy of a fence; the tensor map proxy by default.
    ToProxy: crate::ProxyKind = "Proxy kind", |a, cx| cx.attr_as::<crate::ProxyKind>(a).is_some(),
        form AttrForm::Params("nvvm.proxy_kind"), default |cx| cx.attr(crate::ProxyKind::Tensormap);
    /// The source proxy of a fence; the generic proxy by default.
    FromProxy: crate::ProxyKind = "Proxy kind", |a, cx| cx.attr_as::<crate::ProxyKind>(a).is_some(),
        form AttrForm::Params("nvvm.proxy_kind"), default |cx| cx.attr(crate::ProxyKind::Generic);
    /// A number of 16 bits.
    I16Attr: IntegerAttr = "16-bit signless integer attribute",
        |a, cx| cx.attr_as::<IntegerAttr>(a).is_some_and(|a| a.ty == cx.i16()),
        form AttrForm::ImpliedType(Context::i16);
    /// A number of 32 bits that is not negative.
    Group: IntegerAttr = "32-bit signless integer attribute whose minimum value is 0",
        |a, cx| cx.attr_as::<IntegerAttr>(a).is_some_and(|i| i.ty == cx.i32()) && cx.attr_i64(a).is_some_and(|v| v >= 0),
        form AttrForm::ImpliedType(Context::i32);
}
