//! The attributes for metadata of LLVM: aliasing of accesses, hints for loops, facts about modules.

use std::marker::PhantomData;

use strata_ir::{
    core::TypeOrAttr,
    prelude::*,
    text::{AttrSyntax, Param, ParseParams},
};

/// An attribute of the kind `T` inside of another one, where it is written without its name.
#[derive(Debug)]
pub struct Of<T>(pub Attr, PhantomData<fn() -> T>);

impl<T> Of<T> {
    /// An attribute that is known to be of the kind.
    pub fn new(attr: Attr) -> Self {
        Self(attr, PhantomData)
    }
}
impl<T> Clone for Of<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Of<T> {}
impl<T> PartialEq for Of<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Of<T> {}
impl<T> std::hash::Hash for Of<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T: Storage + ParseParams> Param for Of<T> {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.attr_alias_or_params(self.0);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        if p.peek("<") {
            let value = p.nested(T::parse_params)?;
            return Ok(Self(p.cx().attr(value), PhantomData));
        }
        let at = p.location();
        let attr = p.attr()?;
        if p.cx().attr_as::<T>(attr).is_none() {
            return Err(p.error_at(at, "invalid kind of attribute specified"));
        }
        Ok(Self(attr, PhantomData))
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Attr(self.0));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        Self(map(TypeOrAttr::Attr(self.0)).attr().unwrap_or(self.0), PhantomData)
    }
}

/// A list without brackets; it can only come last.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bare<T>(pub Vec<T>);

impl<T: Param> Param for Bare<T> {
    fn print(&self, w: &mut AsmWriter<'_>) {
        for (i, item) in self.0.iter().enumerate() {
            w.text(if i == 0 { "" } else { ", " });
            item.print(w);
        }
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.comma_list(T::parse).map(Self)
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.0.iter().for_each(|v| v.children(visit));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        Self(self.0.iter().map(|v| v.map_children(map)).collect())
    }
    fn default_value() -> Option<Self> {
        Some(Self(Vec::new()))
    }
    fn is_default(&self) -> bool {
        self.0.is_empty()
    }
}

macro_rules! words {
    ($($(#[$meta:meta])* $name:ident = $desc:literal [$($case:ident = $word:literal),* $(,)?] $(, default $first:ident)?;)*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the words say it")]
        pub enum $name { $($case),* }
        impl Param for $name {
            fn print(&self, w: &mut AsmWriter<'_>) {
                w.text(match self { $(Self::$case => $word),* });
            }
            fn parse(p: &mut Parser<'_>) -> PResult<Self> {
                let at = p.location();
                match p.keyword()? {
                    $($word => Ok(Self::$case),)*
                    other => {
                        let words = [$($word),*].join(", ");
                        Err(p.error_at(at, format!("expected one of [{words}] for {}, got: {other}", $desc)))
                    }
                }
            }
            fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
                *self
            }
            $(
                fn default_value() -> Option<Self> {
                    Some(Self::$first)
                }
                fn is_default(&self) -> bool {
                    *self == Self::$first
                }
            )?
        }
    )*};
}
pub(crate) use words;

words! {
    /// The accesses to a kind of memory.
    ModRefInfo = "LLVM ModRefInfo" [None = "none", Read = "read", Write = "write", ReadWrite = "readwrite"];
    /// How the linker resolves a flag that two modules have.
    ModFlagBehavior = "LLVM Module Flag Behavior" [
        Error = "error", Warning = "warning", Require = "require", Override = "override", Append = "append",
        AppendUnique = "append_unique", Max = "max", Min = "min",
    ];
}

/// The accesses of a function, for each kind of memory.
#[attr(name = "llvm.memory_effects")]
pub struct MemoryEffectsAttr {
    /// All other memory.
    pub other: ModRefInfo,
    /// Memory behind arguments.
    #[ir_name = "argMem"]
    pub arg_mem: ModRefInfo,
    /// Memory that the module cannot reach.
    #[ir_name = "inaccessibleMem"]
    pub inaccessible_mem: ModRefInfo,
    /// The variable `errno`.
    #[ir_name = "errnoMem"]
    pub errno_mem: ModRefInfo,
    /// Memory of the target.
    #[ir_name = "targetMem0"]
    pub target_mem0: ModRefInfo,
    /// Other memory of the target.
    #[ir_name = "targetMem1"]
    pub target_mem1: ModRefInfo,
}

impl MemoryEffectsAttr {
    /// No access at all.
    pub const NONE: Self = Self {
        other: ModRefInfo::None,
        arg_mem: ModRefInfo::None,
        inaccessible_mem: ModRefInfo::None,
        errno_mem: ModRefInfo::None,
        target_mem0: ModRefInfo::None,
        target_mem1: ModRefInfo::None,
    };
}

/// A domain of alias scopes: only scopes of one domain are compared.
#[attr(name = "llvm.alias_scope_domain", alias)]
pub struct AliasScopeDomain {
    /// A distinct attribute or a string.
    pub id: Attr,
    /// A description for human readers.
    pub description: Option<Attr>,
}

/// LLVM dialect alias scope.
#[attr(name = "llvm.alias_scope", alias)]
pub struct AliasScope {
    /// A distinct attribute or a string.
    pub id: Attr,
    /// The domain of the scope.
    pub domain: Of<AliasScopeDomain>,
    /// A description for human readers.
    pub description: Option<Attr>,
}

/// LLVM dialect access group metadata.
#[attr(name = "llvm.access_group", alias)]
pub struct AccessGroup {
    /// A distinct attribute.
    pub id: Attr,
}

/// The type that all others of a language are in.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TbaaRoot {
    /// Its name.
    pub id: Option<Attr>,
}

impl Storage for TbaaRoot {
    const NAME: Option<&'static str> = Some("llvm.tbaa_root");
    const ALIAS: bool = true;
    fn print(&self, w: &mut AsmWriter<'_>) {
        if let Some(id) = self.id {
            w.text("<id = ").attr(id).text(">");
        }
    }
}

impl ParseParams for TbaaRoot {
    fn parse_params(p: &mut Parser<'_>) -> PResult<Self> {
        if !p.eat("<") {
            return Ok(Self { id: None });
        }
        p.expect("id")?;
        p.expect("=")?;
        let id = p.attr()?;
        p.expect(">")?;
        Ok(Self { id: Some(id) })
    }
}

impl AttrSyntax for TbaaRoot {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "llvm.tbaa_root",
        doc: "The type that all others of a language are in.",
        parse: &((|p| {
            let value = TbaaRoot::parse_params(p)?;
            Ok(p.cx().attr(value))
        }) as strata_ir::text::ParseAttr),
    };
}

/// A member of a type, with its place in it.
#[attr(name = "llvm.tbaa_member", format = "params")]
pub struct TbaaMember {
    /// The type of the member.
    pub ty: Attr,
    /// Its distance from the start in bytes.
    pub offset: i64,
}

/// The members of a type, in braces.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Members(pub Vec<Of<TbaaMember>>);

impl Param for Members {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("{");
        for (i, member) in self.0.iter().enumerate() {
            w.text(if i == 0 { "" } else { ", " });
            member.print(w);
        }
        w.text("}");
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.expect("{")?;
        p.list_until("}", Of::parse).map(Self)
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.0.iter().for_each(|v| v.children(visit));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        Self(self.0.iter().map(|v| v.map_children(map)).collect())
    }
}

/// A type of a language, as far as aliasing goes.
#[attr(name = "llvm.tbaa_type_desc", alias)]
pub struct TbaaTypeDesc {
    /// Its name.
    pub id: String,
    /// Its members.
    pub members: Members,
}

/// LLVM dialect TBAA tag metadata.
#[attr(name = "llvm.tbaa_tag", alias)]
pub struct TbaaTag {
    /// The type of the object.
    pub base_type: Of<TbaaTypeDesc>,
    /// The type that is accessed in it.
    pub access_type: Of<TbaaTypeDesc>,
    /// The offset of the access in the object.
    pub offset: i64,
    /// Whether the memory never changes.
    pub constant: bool,
}

/// A range of memory that can be read at an address.
#[attr(name = "llvm.dereferenceable")]
pub struct Dereferenceable {
    /// The number of bytes.
    pub bytes: u64,
    /// The address may be null, in which case nothing can be read.
    #[ir_name = "mayBeNull"]
    pub may_be_null: bool,
}

/// The range of `vscale`, the factor of the lengths of scalable vectors.
#[attr(name = "llvm.vscale_range")]
pub struct VscaleRange {
    /// The least value.
    #[ir_name = "minRange"]
    pub min_range: Attr,
    /// The largest value.
    #[ir_name = "maxRange"]
    pub max_range: Attr,
}

/// A half-open range of integers.
#[attr(name = "llvm.constant_range", format = "params")]
pub struct ConstantRange {
    /// The type of the integers.
    pub ty: Type,
    /// The lower bound, inclusive.
    pub lower: i64,
    /// The upper bound, exclusive.
    pub upper: i64,
}

/// The type that a function mostly computes on.
#[attr(name = "llvm.vec_type_hint")]
pub struct VecTypeHint {
    /// The type.
    pub hint: Attr,
    /// Whether its integers are signed.
    pub is_signed: bool,
}

/// The buffer in the memory of a work group that the argument of a kernel stands for.
#[attr(name = "llvm.mlir.workgroup_attribution", format = "params")]
pub struct WorkgroupAttribution {
    /// The number of elements.
    pub num_elements: Attr,
    /// The type of an element.
    pub element_type: Attr,
}

/// The number of a place in a function whose address is taken.
#[attr(name = "llvm.blocktag")]
pub struct BlockTag {
    /// The number.
    pub id: u32,
}

/// A place in a function.
#[attr(name = "llvm.blockaddress")]
pub struct BlockAddress {
    /// The function.
    pub function: Attr,
    /// The place.
    pub tag: Of<BlockTag>,
}

/// LLVM address space.
#[attr(name = "llvm.address_space", format = "params")]
pub struct AddressSpace {
    /// Its number.
    pub address_space: u32,
}

/// The target of the generated code.
#[attr(name = "llvm.target")]
pub struct Target {
    /// The target triple.
    pub triple: Attr,
    /// The name of the processor.
    pub chip: Attr,
    /// The features of the processor.
    pub features: Option<Of<crate::TargetFeatures>>,
}

/// LLVM module flag metadata.
#[attr(name = "llvm.mlir.module_flag", format = "params")]
pub struct ModuleFlag {
    /// How the linker resolves two flags of this key.
    pub behavior: ModFlagBehavior,
    /// Its name.
    pub key: Attr,
    /// Its value.
    pub value: Attr,
}

/// How often one function called another one in a profile.
#[attr(name = "llvm.cgprofile_entry")]
pub struct CgProfileEntry {
    /// The caller.
    pub from: Option<Attr>,
    /// The callee.
    pub to: Option<Attr>,
    /// The number of calls.
    pub count: u64,
}

/// The address of a function that is certain to be in the same library.
#[attr(name = "llvm.dso_local_equivalent", format = "params")]
pub struct DsoLocalEquivalentAttr {
    /// The function.
    pub sym: Attr,
}

/// A tag that says how an access takes part in the memory model: `<"amdgpu-as":"local">`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MmraTag {
    /// The prefix, which names the property.
    pub prefix: String,
    /// The suffix, which is the value of the property.
    pub suffix: String,
}

impl Storage for MmraTag {
    const NAME: Option<&'static str> = Some("llvm.mmra_tag");
    const ALIAS: bool = true;
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<").quoted(&self.prefix).text(":").quoted(&self.suffix).text(">");
    }
}

impl AttrSyntax for MmraTag {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "llvm.mmra_tag",
        doc: "A word about how an access takes part in the memory model.",
        parse: &((|p| {
            p.expect("<")?;
            let prefix = String::parse(p)?;
            p.expect(":")?;
            let suffix = String::parse(p)?;
            p.expect(">")?;
            Ok(p.cx().attr(MmraTag { prefix, suffix }))
        }) as strata_ir::text::ParseAttr),
    };
}

macro_rules! marks {
    ($($(#[$meta:meta])* $name:ident = $ir:literal;)*) => {$(
        $(#[$meta])*
        #[attr(name = $ir)]
        pub struct $name;
    )*};
}
marks! {
    /// Zero of any type.
    ZeroAttr = "llvm.zero";
    /// An arbitrary value.
    UndefAttr = "llvm.undef";
    /// A poison value.
    PoisonAttr = "llvm.poison";
}

attr_constraint! {
    /// Access groups.
    AccessGroups: ArrayAttr = "LLVM dialect access group metadata array", |a, cx| all::<AccessGroup>(cx, a);
    /// Alias scopes.
    AliasScopes: ArrayAttr = "LLVM dialect alias scope array", |a, cx| all::<AliasScope>(cx, a);
    /// Type tags.
    TbaaTags: ArrayAttr = "LLVM dialect TBAA tag metadata array", |a, cx| all::<TbaaTag>(cx, a);
}

fn all<T: Storage>(cx: &Context, attr: Attr) -> bool {
    cx.attr_as::<ArrayAttr>(attr).is_some_and(|list| list.0.iter().all(|&a| cx.attr_as::<T>(a).is_some()))
}
