//! `gpu.binary`: code of a module for devices, as a part of the program of the host.

use strata_ir::{
    prelude::*,
    text::{AttrSyntax, Param, ParseAttr},
};

/// Which form code is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompilationTarget {
    /// LLVM's bitcode.
    Offload,
    /// Text for an assembler.
    Assembly,
    /// For one device.
    Binary,
    /// For several devices.
    Fatbin,
}

const FORMATS: [(CompilationTarget, &str); 4] = [
    (CompilationTarget::Offload, "offload"),
    (CompilationTarget::Assembly, "assembly"),
    (CompilationTarget::Binary, "bin"),
    (CompilationTarget::Fatbin, "fatbin"),
];

/// `#gpu.object<#target, assembly = "…">`: code for one device.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Object {
    /// The device.
    pub target: Attr,
    /// The form.
    pub format: CompilationTarget,
    /// The code, a string.
    pub object: Attr,
    /// More about it, a dictionary.
    pub properties: Option<Attr>,
}

impl Storage for Object {
    const NAME: Option<&'static str> = Some("gpu.object");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<").attr(self.target).text(", ");
        if let Some(properties) = self.properties {
            w.text("properties = ").attr(properties).text(", ");
        }
        if self.format != CompilationTarget::Fatbin {
            let word = FORMATS.iter().find(|f| f.0 == self.format).map_or("", |f| f.1);
            w.text(word).text(" = ");
        }
        w.attr(self.object).text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        [Some(self.target), Some(self.object), self.properties]
            .into_iter()
            .flatten()
            .for_each(|a| visit(TypeOrAttr::Attr(a)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        let (target, object) = (self.target.map_children(map), self.object.map_children(map));
        Some(Self { target, object, format: self.format, properties: self.properties.map_children(map) })
    }
}

impl Object {
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.expect("<")?;
        let target = p.attr()?;
        p.expect(",")?;
        let mut properties = None;
        if p.eat("properties") {
            p.expect("=")?;
            properties = Some(p.attr()?);
            p.expect(",")?;
        }
        let mut format = CompilationTarget::Fatbin;
        if !p.peek("\"") {
            let at = p.location();
            let word = p.keyword()?;
            let found = FORMATS.iter().find(|f| f.1 == word);
            format = found.ok_or_else(|| p.error_at(at, "expected a GPU compilation format"))?.0;
            p.expect("=")?;
        }
        let object = p.attr()?;
        p.expect(">")?;
        Ok(Self { target, format, object, properties })
    }
}

impl AttrSyntax for Object {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "gpu.object",
        doc: "Code for one device.",
        parse: &((|p| {
            let value = Object::parse(p)?;
            Ok(p.cx().attr(value))
        }) as ParseAttr),
    };
}

/// `#gpu.select_object<0>`: one of the objects of a binary is taken, by number or by its device.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SelectObject {
    /// Which one; the first one, if missing.
    pub target: Option<Attr>,
}

impl Storage for SelectObject {
    const NAME: Option<&'static str> = Some("gpu.select_object");
    fn print(&self, w: &mut AsmWriter<'_>) {
        if let Some(target) = self.target {
            w.text("<").attr(target).text(">");
        }
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.target.into_iter().for_each(|a| visit(TypeOrAttr::Attr(a)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        Some(Self { target: self.target.map_children(map) })
    }
}

impl AttrSyntax for SelectObject {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "gpu.select_object",
        doc: "One of the objects of a binary is taken.",
        parse: &((|p| {
            let mut target = None;
            if p.eat("<") {
                target = Some(p.attr()?);
                p.expect(">")?;
            }
            Ok(p.cx().attr(SelectObject { target }))
        }) as ParseAttr),
    };
}

attr_constraint! {
    /// Objects.
    ObjectArray: ArrayAttr = "an array of GPU object attributes with at least 1 elements", |a, cx| {
        let all = cx.attr_as::<ArrayAttr>(a);
        all.is_some_and(|v| !v.0.is_empty() && v.0.iter().all(|&o| cx.attr_as::<Object>(o).is_some()))
    };
}

/// Code of a module for devices.
#[op(
    name = "gpu.binary",
    traits = [Symbol],
    asm = "$sym_name custom<HANDLER>($offloadingHandler) attr-dict $objects",
)]
pub struct BinaryOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// How it becomes part of the program of the host.
    #[ir_name = "offloadingHandler"]
    pub offloading_handler: OptAttr<AnyAttr>,
    /// The code.
    pub objects: Attr<ObjectArray>,
}

static HANDLER: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        // By default, the first object is selected.
        let default = b.cx().attr(SelectObject { target: None });
        if let Some(handler) = b.attr(op, "offloadingHandler").filter(|&h| h != default) {
            p.text("<").attr(handler).text(">");
        }
    },
    parse: |p, state, _| {
        let cx = p.cx();
        let mut handler = cx.attr(SelectObject { target: None });
        if p.eat("<") {
            handler = p.attr()?;
            p.expect(">")?;
        }
        state.set_attr(cx, "offloadingHandler", handler);
        Ok(())
    },
    attrs: &["offloadingHandler"],
};
