//! The types of the dialect: pointers, structs, arrays, functions and `void`.
//!
//! Inside of each other they are written without `!llvm.`: `!llvm.struct<(ptr, array<2 x i64>)>`. Two structs of one name in
//! a context are one struct.

use std::sync::OnceLock;

use strata_ir::{
    core::TypeDef,
    prelude::*,
    text::{ParseType, TypeSyntax},
};

/// `!llvm.ptr`, `!llvm.ptr<3>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointerType {
    /// Address space.
    pub address_space: u32,
}

macro_rules! opaque {
    ($($(#[$meta:meta])* $name:ident = $ir:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name;
        impl $name {
            fn parse(_: &mut Parser<'_>, _: &mut Vec<String>) -> PResult<Self> {
                Ok(Self)
            }
        }
        impl Storage for $name {
            const NAME: Option<&'static str> = Some($ir);
            fn print(&self, _: &mut AsmWriter<'_>) {}
        }
    )*};
}
opaque! {
    /// `!llvm.void`: the result type of a function without a result.
    VoidType = "llvm.void";
    /// `!llvm.token`: ties ops together.
    TokenType = "llvm.token";
    /// `!llvm.label`: a block.
    LabelType = "llvm.label";
    /// `!llvm.metadata`: metadata as a value.
    MetadataType = "llvm.metadata";
    /// `!llvm.ppc_fp128`: a pair of `f64`.
    PpcFp128Type = "llvm.ppc_fp128";
    /// `!llvm.x86_amx`: a tile of a matrix.
    X86AmxType = "llvm.x86_amx";
}

/// `!llvm.target<"name", i32, 7>`: a type of one target, with types and numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TargetExtType {
    /// Its name.
    pub name: String,
    /// Types it is made of.
    pub types: Vec<Type>,
    /// Numbers it is made of.
    pub numbers: Vec<u32>,
}

impl TargetExtType {
    fn parse(p: &mut Parser<'_>, around: &mut Vec<String>) -> PResult<Self> {
        p.expect("<")?;
        let at = p.location();
        let name = p.string().map_err(|_| {
            let wanted = "failed to parse LLVMTargetExtType parameter 'extTypeName' which is to be a `::llvm::StringRef`";
            p.error_at(at, wanted)
        })?;
        let name = String::from_utf8(name).map_err(|_| p.error("expected valid UTF-8 in string"))?;
        let (mut types, mut numbers) = (Vec::new(), Vec::new());
        while p.eat(",") {
            let at = p.location();
            match p.integer_opt()? {
                Some(n) => {
                    numbers.push(u32::try_from(n).map_err(|_| p.error_at(at, "integer value too large"))?)
                }
                None if numbers.is_empty() => types.push(parse_inner(p, around)?),
                None => {
                    return Err(p.error_at(at, "failed to parse parameter list for target extension type"));
                }
            }
        }
        p.expect(">")?;
        Ok(Self { name, types, numbers })
    }
}

impl Storage for TargetExtType {
    const NAME: Option<&'static str> = Some("llvm.target");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<").quoted(&self.name);
        for &ty in &self.types {
            w.text(", ").ty(ty);
        }
        for &n in &self.numbers {
            w.text(", ").int(n.into());
        }
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.types.iter().for_each(|&t| visit(TypeOrAttr::Type(t)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        let types = self.types.iter().map(|&t| map(TypeOrAttr::Type(t)).ty()).collect::<Option<Vec<_>>>()?;
        Some(Self { types, ..self.clone() })
    }
}

/// `!llvm.array<4 x f32>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ArrayType {
    /// Number of elements.
    pub len: u64,
    /// Element type.
    pub elem: Type,
}

/// `!llvm.struct<(i32, f32)>`, `!llvm.struct<"name", packed (i8, i32)>`, `!llvm.struct<"name", opaque>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StructType {
    /// Name of an identified struct.
    pub name: Option<String>,
    /// No padding between members.
    pub packed: bool,
    /// Members; `None` for an opaque struct.
    pub body: Option<Vec<Type>>,
    /// Whether this only names a struct that it is inside of: `!llvm.struct<"name", (ptr, struct<"name">)>`.
    pub recursive: bool,
}

/// `!llvm.func<i32 (ptr, ...)>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LlvmFunctionType {
    /// The result type; [`VoidType`] for none.
    pub result: Type,
    /// Types of the parameters.
    pub params: Vec<Type>,
    /// Whether more arguments may follow.
    pub variadic: bool,
}

/// Words that start a type of this dialect inside of another one.
const WORDS: &[&str] = &[
    "ptr",
    "void",
    "array",
    "struct",
    "func",
    "token",
    "label",
    "metadata",
    "ppc_fp128",
    "x86_amx",
    "target",
];

/// Prints a type inside of another type of this dialect.
fn print_inner(w: &mut AsmWriter<'_>, ty: Type) {
    match w.cx().type_name(ty).and_then(|n| n.strip_prefix("llvm.")) {
        Some(mnemonic) => {
            w.text(mnemonic).type_params(ty);
        }
        None => {
            w.ty(ty);
        }
    }
}

fn print_list(w: &mut AsmWriter<'_>, types: &[Type]) {
    for (i, &t) in types.iter().enumerate() {
        if i != 0 {
            w.text(", ");
        }
        print_inner(w, t);
    }
}

/// A type inside of another type of this dialect, and of the structs with the names `around`.
fn parse_inner(p: &mut Parser<'_>, around: &mut Vec<String>) -> PResult<Type> {
    let cx = p.cx();
    match p.keyword_of(WORDS) {
        Some("ptr") => PointerType::parse(p, around).map(|t| cx.ty(t)),
        Some("void") => Ok(cx.ty(VoidType)),
        Some("token") => Ok(cx.ty(TokenType)),
        Some("label") => Ok(cx.ty(LabelType)),
        Some("metadata") => Ok(cx.ty(MetadataType)),
        Some("ppc_fp128") => Ok(cx.ty(PpcFp128Type)),
        Some("x86_amx") => Ok(cx.ty(X86AmxType)),
        Some("target") => TargetExtType::parse(p, around).map(|t| cx.ty(t)),
        Some("array") => ArrayType::parse(p, around).map(|t| cx.ty(t)),
        Some("struct") => StructType::parse(p, around).map(|t| cx.ty(t)),
        Some(_) => LlvmFunctionType::parse(p, around).map(|t| cx.ty(t)),
        None => p.ty(),
    }
}

macro_rules! syntax {
    ($($ty:ident = $name:literal $doc:literal,)*) => {$(
        impl TypeSyntax for $ty {
            const DEF: TypeDef = TypeDef {
                name: $name,
                doc: $doc,
                parse: &((|p| {
                    let value = $ty::parse(p, &mut Vec::new())?;
                    Ok(p.cx().ty(value))
                }) as ParseType),
            };
        }
    )*};
}
syntax! {
    PointerType = "llvm.ptr" "A pointer.",
    VoidType = "llvm.void" "The absence of a value.",
    TokenType = "llvm.token" "Ties ops together.",
    LabelType = "llvm.label" "A block.",
    MetadataType = "llvm.metadata" "Metadata as a value.",
    PpcFp128Type = "llvm.ppc_fp128" "A pair of `f64`.",
    X86AmxType = "llvm.x86_amx" "A tile of a matrix.",
    TargetExtType = "llvm.target" "A type of one target.",
    ArrayType = "llvm.array" "A fixed number of elements of one type.",
    StructType = "llvm.struct" "A list of members.",
    LlvmFunctionType = "llvm.func" "The type of a function.",
}

impl PointerType {
    fn parse(p: &mut Parser<'_>, _: &mut Vec<String>) -> PResult<Self> {
        let mut address_space = 0;
        if p.eat("<") {
            let at = p.location();
            let n = p.integer()?;
            address_space = u32::try_from(n).map_err(|_| p.error_at(at, "expected an address space"))?;
            p.expect(">")?;
        }
        Ok(Self { address_space })
    }
}

impl Storage for PointerType {
    const NAME: Option<&'static str> = Some("llvm.ptr");
    fn print(&self, w: &mut AsmWriter<'_>) {
        if self.address_space != 0 {
            w.text("<").int(self.address_space.into()).text(">");
        }
    }
}

impl ArrayType {
    fn parse(p: &mut Parser<'_>, around: &mut Vec<String>) -> PResult<Self> {
        p.expect("<")?;
        let at = p.location();
        let len = p.integer()?;
        let len = u64::try_from(len).map_err(|_| p.error_at(at, "expected a number of elements"))?;
        p.expect("x")?;
        let at = p.location();
        let elem = parse_inner(p, around)?;
        if !is_member(p.cx(), elem) {
            return Err(p.error_at(at, "invalid array element type"));
        }
        p.expect(">")?;
        Ok(Self { len, elem })
    }
}

impl Storage for ArrayType {
    const NAME: Option<&'static str> = Some("llvm.array");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.fmt(format_args!("<{} x ", self.len));
        print_inner(w, self.elem);
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.elem));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        Some(Self { elem: map(TypeOrAttr::Type(self.elem)).ty()?, ..*self })
    }
}

impl StructType {
    /// A struct without a name.
    pub fn literal(members: Vec<Type>) -> Self {
        Self { name: None, packed: false, body: Some(members), recursive: false }
    }
    /// The members; none for an opaque struct.
    pub fn members(&self) -> &[Type] {
        self.body.as_deref().unwrap_or(&[])
    }
    fn parse(p: &mut Parser<'_>, around: &mut Vec<String>) -> PResult<Self> {
        p.expect("<")?;
        let at = p.location();
        if p.eat("opaque") {
            return Err(p.error_at(at, "only identified structs can be opaque"));
        }
        let mut name = None;
        if p.peek("\"") {
            let bytes = p.string()?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if p.eat(">") {
                if around.contains(&text) {
                    return Ok(Self { name: Some(text), packed: false, body: None, recursive: true });
                }
                let message = "struct without a body only allowed in a recursive struct";
                return Err(p.error_at(at, message));
            }
            if around.contains(&text) {
                return Err(p.error_at(at, "identifier already used for an enclosing struct"));
            }
            p.expect(",")?;
            if p.eat("opaque") {
                p.expect(">")?;
                return Self { name: Some(text), packed: false, body: None, recursive: false }
                    .declared(p, at);
            }
            around.push(text.clone());
            name = Some(text);
        }
        let packed = p.eat("packed");
        p.expect("(")?;
        let body = p.list_until(")", |p| {
            let at = p.location();
            let t = parse_inner(p, around)?;
            if is_member(p.cx(), t) {
                Ok(t)
            } else {
                Err(p.error_at(at, "invalid LLVM structure element type"))
            }
        })?;
        p.expect(">")?;
        if name.is_some() {
            around.pop();
        }
        Self { name, packed, body: Some(body), recursive: false }.declared(p, at)
    }
    /// The struct, when no other one has its name.
    fn declared(self, p: &mut Parser<'_>, at: Location) -> PResult<Self> {
        let Some(name) = &self.name else { return Ok(self) };
        let cx = p.cx();
        let known = cx.ty(StructName { name: name.clone(), body: OnceLock::new() });
        let Some(known) = cx.type_as::<StructName>(known) else { return Ok(self) };
        let body = known.body.get_or_init(|| (self.packed, self.body.clone()));
        if *body == (self.packed, self.body.clone()) {
            return Ok(self);
        }
        let message = match self.body {
            None => "redeclaring defined struct as opaque",
            Some(_) => "identified type already used with a different body",
        };
        Err(p.error_at(at, message))
    }
}

/// The members of the struct with a name: one for each name in a context, set by the first struct of that name.
#[derive(Debug)]
struct StructName {
    name: String,
    body: OnceLock<(bool, Option<Vec<Type>>)>,
}

impl PartialEq for StructName {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
impl Eq for StructName {}
impl std::hash::Hash for StructName {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
impl Storage for StructName {
    const NAME: Option<&'static str> = Some("llvm.struct_name");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<").quoted(&self.name).text(">");
    }
}

impl Storage for StructType {
    const NAME: Option<&'static str> = Some("llvm.struct");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<");
        if let Some(name) = &self.name {
            w.quoted(name);
            if self.recursive {
                w.text(">");
                return;
            }
            w.text(", ");
        }
        match &self.body {
            None => {
                w.text("opaque");
            }
            Some(body) => {
                w.text(if self.packed { "packed (" } else { "(" });
                print_list(w, body);
                w.text(")");
            }
        }
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.members().iter().for_each(|&t| visit(TypeOrAttr::Type(t)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        let body = match &self.body {
            Some(b) => Some(b.iter().map(|&t| map(TypeOrAttr::Type(t)).ty()).collect::<Option<Vec<_>>>()?),
            None => None,
        };
        Some(Self { body, ..self.clone() })
    }
}

/// The type of a parameter of a function.
fn argument(p: &mut Parser<'_>, around: &mut Vec<String>) -> PResult<Type> {
    let at = p.location();
    let ty = parse_inner(p, around)?;
    if is_void(p.cx(), ty) || p.cx().type_as::<LlvmFunctionType>(ty).is_some() {
        return Err(p.error_at(at, "invalid function argument type"));
    }
    Ok(ty)
}

impl LlvmFunctionType {
    fn parse(p: &mut Parser<'_>, around: &mut Vec<String>) -> PResult<Self> {
        p.expect("<")?;
        let at = p.location();
        let result = parse_inner(p, around)?;
        let cx = p.cx();
        let refused = cx.type_as::<LlvmFunctionType>(result).is_some()
            || cx.type_as::<MetadataType>(result).is_some()
            || cx.type_as::<LabelType>(result).is_some();
        if refused {
            return Err(p.error_at(at, "invalid function result type"));
        }
        p.expect("(")?;
        let mut variadic = false;
        let params = p.list_until(")", |p| {
            if variadic {
                return Err(p.error("expected no parameter after '...'"));
            }
            if p.eat("...") {
                variadic = true;
                return Ok(None);
            }
            argument(p, around).map(Some)
        })?;
        p.expect(">")?;
        Ok(Self { result, params: params.into_iter().flatten().collect(), variadic })
    }
    /// The result types: none for `void`.
    pub fn results(&self, cx: &Context) -> &[Type] {
        if is_void(cx, self.result) { &[] } else { std::slice::from_ref(&self.result) }
    }
}

impl Storage for LlvmFunctionType {
    const NAME: Option<&'static str> = Some("llvm.func");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<");
        print_inner(w, self.result);
        w.text(" (");
        print_list(w, &self.params);
        if self.variadic {
            w.text(if self.params.is_empty() { "..." } else { ", ..." });
        }
        w.text(")>");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.result));
        self.params.iter().for_each(|&t| visit(TypeOrAttr::Type(t)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        let result = map(TypeOrAttr::Type(self.result)).ty()?;
        let params =
            self.params.iter().map(|&t| map(TypeOrAttr::Type(t)).ty()).collect::<Option<Vec<_>>>()?;
        Some(Self { result, params, variadic: self.variadic })
    }
}

/// `!llvm.ptr` of address space zero.
pub fn ptr(cx: &Context) -> Type {
    cx.ty(PointerType { address_space: 0 })
}
/// `!llvm.void`.
pub fn void(cx: &Context) -> Type {
    cx.ty(VoidType)
}
/// Whether `ty` is `!llvm.void`.
pub fn is_void(cx: &Context, ty: Type) -> bool {
    cx.type_as::<VoidType>(ty).is_some()
}
/// Whether `ty` is a pointer.
pub fn is_ptr(cx: &Context, ty: Type) -> bool {
    cx.type_as::<PointerType>(ty).is_some()
}
/// Whether `ty` is an integer, float or pointer that LLVM has.
pub fn is_scalar(cx: &Context, ty: Type) -> bool {
    strata_ir::core::constraints::is_signless_int(cx, ty) || is_float(cx, ty) || is_ptr(cx, ty)
}
/// Whether `ty` is a float type that LLVM has.
pub fn is_float(cx: &Context, ty: Type) -> bool {
    cx.type_as::<PpcFp128Type>(ty).is_some()
        || cx.as_float(ty).is_some_and(|f| ["f16", "bf16", "f32", "f64", "f80", "f128"].contains(&f.name()))
}
/// The vector type behind `ty`, if it is one that LLVM has.
pub fn as_vector(cx: &Context, ty: Type) -> Option<&VectorType> {
    cx.type_as::<VectorType>(ty).filter(|v| v.shape.len() == 1 && is_scalar(cx, v.elem))
}
/// Whether `ty` can be the type of a value of this dialect.
pub fn is_compatible(cx: &Context, ty: Type) -> bool {
    is_scalar(cx, ty)
        || as_vector(cx, ty).is_some()
        || cx.type_name(ty).is_some_and(|n| n.starts_with("llvm."))
}
/// Whether `ty` can be a part of an aggregate, or the type of a global symbol.
pub fn is_member(cx: &Context, ty: Type) -> bool {
    is_compatible(cx, ty)
        && !is_void(cx, ty)
        && cx.type_as::<LlvmFunctionType>(ty).is_none()
        && cx.type_as::<LabelType>(ty).is_none()
        && cx.type_as::<MetadataType>(ty).is_none()
        && cx.type_as::<TokenType>(ty).is_none()
}

impl TargetExtType {
    /// Whether values of the type can be in memory.
    pub fn is_in_memory(&self) -> bool {
        self.name.starts_with("spirv.") || self.name == "aarch64.svcount"
    }
    /// Whether the type has a value of zero bits.
    pub fn has_zero(&self) -> bool {
        self.name.starts_with("spirv.")
    }
    /// Whether there are global variables of the type.
    pub fn is_global(&self) -> bool {
        self.has_zero() || self.name == "amdgcn.named.barrier"
    }
}

/// The type of the part of an aggregate at `position`.
///
/// # Errors
/// The reason why there is no such part.
pub fn part_at(cx: &Context, aggregate: Type, position: &[i64]) -> Result<Type, String> {
    let shown = |ty: Type| cx.type_to_string(ty);
    if !is_compatible(cx, aggregate) {
        return Err(format!("expected LLVM IR Dialect type, got '{}'", shown(aggregate)));
    }
    position.iter().try_fold(aggregate, |ty, &i| {
        let inside = cx.type_as::<StructType>(ty).is_some() || cx.type_as::<ArrayType>(ty).is_some();
        if !inside {
            return Err(format!("expected LLVM IR structure/array type, got: '{}'", shown(ty)));
        }
        member_at(cx, ty, &[i]).ok_or_else(|| format!("position out of bounds: {i}"))
    })
}

/// The type of the part of an aggregate at `position`; `None` where there is none.
pub fn member_at(cx: &Context, aggregate: Type, position: &[i64]) -> Option<Type> {
    position.iter().try_fold(aggregate, |ty, &i| {
        let i = usize::try_from(i).ok()?;
        match cx.type_as::<StructType>(ty) {
            Some(s) => s.members().get(i).copied(),
            None => cx.type_as::<ArrayType>(ty).filter(|a| (i as u64) < a.len).map(|a| a.elem),
        }
    })
}
