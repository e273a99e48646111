//! The shared, append-only part of a compilation: interned data and the registered dialects.

use std::{
    any::{Any, TypeId},
    sync::{
        Arc, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

use rustc_hash::FxHashMap;
use strata_num::FloatFormat;

use crate::{
    Attr, AttrDef, Blob, Body, Diagnostic, Dialect, DynamicDialects, Files, IndexType, IntegerType,
    Interface, Limits, NoneType, Op, OpDef, OpInfo, Signedness, Storage, Str, StringAttr, Type, TypeDef,
    UnitAttr,
    interner::{Interner, StrInterner},
    side_table::SideTable,
    source::SourceMap,
    types::FloatType,
    writer::AsmWriter,
};

/// Length from which on a type or attribute in a message leaves out nested parts.
pub const MESSAGE_BYTES: usize = 16 << 10;

/// The name of a group of entries for other tools, and the entries.
pub type ExternalResources = (String, Vec<(String, ExternalResource)>);

/// Entries for other tools, in the order of the file.
#[derive(Default)]
struct External {
    groups: Vec<ExternalResources>,
    /// The place of each group.
    places: FxHashMap<String, usize>,
}

impl External {
    fn add(&mut self, group: &str, key: String, value: ExternalResource) {
        let place = self.places.get(group).copied().unwrap_or(self.groups.len());
        match self.groups.get_mut(place) {
            Some((_, entries)) => entries.push((key, value)),
            None => {
                self.places.insert(group.to_owned(), place);
                self.groups.push((group.to_owned(), vec![(key, value)]));
            }
        }
    }
}

/// The value of an entry that a file holds for other tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExternalResource {
    /// `true` or `false`.
    Bool(bool),
    /// A text.
    Text(Vec<u8>),
    /// Bytes, preceded by four that hold their alignment.
    Bytes(Vec<u8>),
}

/// Interns types, attributes, strings and sources, and knows the dialects. `Sync`: bodies on different threads share
/// one context.
///
/// A context is made by [`Registry::freeze`]; after that the set of dialects does not change.
pub struct Context {
    pub(crate) types: Interner,
    pub(crate) attrs: Interner,
    strings: StrInterner,
    /// The number of the name that a string attribute is, by the number of the attribute.
    names: SideTable,
    sources: SourceMap,
    resources: RwLock<FxHashMap<Str, (Blob, Option<u32>)>>,
    external: RwLock<External>,
    /// Values by their types.
    shared: RwLock<FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
    registry: Registry,
    limits: Limits,
    common: Common,
    bodies: AtomicU64,
}

/// Handles of common types and attributes.
#[derive(Clone, Copy)]
struct Common {
    ints: [Type; 5],
    floats: [Type; 4],
    index: Type,
    none: Type,
    unit: Attr,
}

/// The dialects, ops and interface models known to a context.
#[derive(Default, Clone)]
pub struct Registry {
    dialects: FxHashMap<&'static str, &'static Dialect>,
    order: Vec<&'static Dialect>,
    ops: FxHashMap<&'static str, &'static OpInfo>,
    types: FxHashMap<&'static str, &'static TypeDef>,
    attrs: FxHashMap<&'static str, &'static AttrDef>,
    /// Models from outside of the crates of the ops, by interface, then by the name of the op: most interfaces have none.
    external: FxHashMap<TypeId, FxHashMap<&'static str, &'static (dyn Any + Send + Sync)>>,
    /// Dialects that are defined at run time.
    dynamic: Option<Arc<dyn DynamicDialects>>,
    allow_unregistered: bool,
    op_printer: Option<OpPrinter>,
    op_on_diagnostic: bool,
    diagnostic_renderer: Option<DiagnosticRenderer>,
    files: Option<Arc<dyn Files>>,
    limits: Limits,
}

/// Prints one op for a diagnostic.
pub type OpPrinter = fn(&Body, Op) -> String;

/// Makes the text of a diagnostic with its notes, which ends with a newline.
pub type DiagnosticRenderer = fn(&Context, &Diagnostic) -> String;

impl Registry {
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds a dialect with all its ops, types and attributes. Adding it again changes nothing.
    pub fn register(&mut self, dialect: &'static Dialect) -> &mut Self {
        if self.dialects.insert(dialect.name, dialect).is_none() {
            self.order.push(dialect);
            self.ops.extend(dialect.ops.iter().map(|info| (info().name, info())));
            self.types.extend(dialect.types.iter().map(|t| (t.name, t)));
            self.attrs.extend(dialect.attrs.iter().map(|a| (a.name, a)));
        }
        self
    }
    /// Gives op `O` the interface of `row` from outside of its crate; see `external_model!`.
    pub fn attach<O: OpDef>(&mut self, row: Interface) -> &mut Self {
        self.attach_to(O::info().name, row)
    }
    /// As [`Registry::attach`], by the name of the op.
    pub fn attach_to(&mut self, op: &'static str, row: Interface) -> &mut Self {
        self.external.entry(row.id).or_default().insert(op, row.cast);
        self
    }
    /// Adds dialects that are defined at run time, in place of those that were added before.
    pub fn define(&mut self, dialects: Arc<dyn DynamicDialects>) -> &mut Self {
        self.dynamic = Some(dialects);
        self
    }
    /// Whether ops, types and attributes of unknown dialects are accepted.
    pub fn allow_unregistered(&mut self, yes: bool) -> &mut Self {
        self.allow_unregistered = yes;
        self
    }
    /// Tells how ops are printed in diagnostics; this crate cannot print.
    pub fn set_op_printer(&mut self, printer: OpPrinter) -> &mut Self {
        self.op_printer = Some(printer);
        self
    }
    /// Whether a note with the op itself is added to diagnostics about ops, if it is known how to print it.
    pub fn print_op_on_diagnostic(&mut self, yes: bool) -> &mut Self {
        self.op_on_diagnostic = yes;
        self
    }
    /// Tells how diagnostics are rendered instead of in MLIR's form. Labels are only made where a renderer is set.
    pub fn set_diagnostic_renderer(&mut self, renderer: Option<DiagnosticRenderer>) -> &mut Self {
        self.diagnostic_renderer = renderer;
        self
    }
    /// The renderer of diagnostics, if it is not that of MLIR's form.
    pub fn diagnostic_renderer(&self) -> Option<DiagnosticRenderer> {
        self.diagnostic_renderer
    }
    /// Lets passes read files; without this they cannot.
    pub fn set_files(&mut self, files: Arc<dyn Files>) -> &mut Self {
        self.files = Some(files);
        self
    }
    /// Sets the resource limits.
    pub fn set_limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }
    /// Ends registration.
    pub fn freeze(self) -> Arc<Context> {
        Arc::new(Context::new(self))
    }
    /// The dialects in order of registration.
    pub fn dialects(&self) -> &[&'static Dialect] {
        &self.order
    }
}

impl Context {
    fn new(registry: Registry) -> Self {
        let (types, attrs) = (Interner::default(), Interner::default());
        let ty = |id: usize| Type::from_index(id);
        let int = |width| ty(types.intern(IntegerType { width, signedness: Signedness::Signless }));
        let float = |f| ty(types.intern(FloatType(f)));
        let common = Common {
            ints: [1, 8, 16, 32, 64].map(int),
            floats: [FloatFormat::F16, FloatFormat::BF16, FloatFormat::F32, FloatFormat::F64].map(float),
            index: ty(types.intern(IndexType)),
            none: ty(types.intern(NoneType)),
            unit: Attr::from_index(attrs.intern(UnitAttr)),
        };
        let limits = registry.limits;
        Self {
            types,
            attrs,
            strings: StrInterner::default(),
            names: SideTable::default(),
            sources: SourceMap::default(),
            resources: RwLock::default(),
            external: RwLock::default(),
            shared: RwLock::default(),
            registry,
            limits,
            common,
            bodies: AtomicU64::new(0),
        }
    }

    // ---------------------------------------------------------------- registry

    /// The resource limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
    /// The registered dialects.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }
    /// The descriptor of a registered op.
    #[inline]
    pub fn op_info(&self, name: &str) -> Option<&'static OpInfo> {
        self.registry.ops.get(name).copied()
    }
    /// All registered op names, sorted.
    pub fn op_names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.registry.ops.keys().copied().collect();
        names.sort_unstable();
        names
    }
    /// The registered dialect of that name.
    pub fn dialect(&self, name: &str) -> Option<&'static Dialect> {
        self.registry.dialects.get(name).copied()
    }
    /// The dialect of an op, by the part of its name before the first dot.
    pub fn dialect_of(&self, op_name: &str) -> Option<&'static Dialect> {
        self.dialect(op_name.split('.').next().unwrap_or(op_name))
    }
    /// The definition of the type `dialect.mnemonic`.
    pub fn type_def(&self, name: &str) -> Option<&'static TypeDef> {
        self.registry.types.get(name).copied()
    }
    /// The definition of the attribute `dialect.mnemonic`.
    pub fn attr_def(&self, name: &str) -> Option<&'static AttrDef> {
        self.registry.attrs.get(name).copied()
    }
    /// The dialects that are defined at run time.
    pub fn dynamic(&self) -> Option<&dyn DynamicDialects> {
        self.registry.dynamic.as_deref()
    }
    /// Whether the dialect of that name is defined at run time.
    pub fn is_dynamic(&self, dialect: &str) -> bool {
        self.dynamic().is_some_and(|d| d.dialects().binary_search(&dialect).is_ok())
    }
    /// Whether unknown dialects are accepted.
    pub fn allows_unregistered(&self) -> bool {
        self.registry.allow_unregistered
    }
    /// Prints ops in diagnostics, where it is known how to.
    pub fn op_printer(&self) -> Option<OpPrinter> {
        self.registry.op_printer
    }
    /// Whether diagnostics about an op show it in a note.
    pub fn prints_op_on_diagnostic(&self) -> bool {
        self.registry.op_on_diagnostic
    }
    /// The files that passes may read.
    pub fn files(&self) -> Option<&dyn Files> {
        self.registry.files.as_deref()
    }
    /// The value of a type that what runs in this context has in common. It may not have a body, which has the context.
    pub fn shared<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        let mut shared = self.shared.write().unwrap_or_else(|e| e.into_inner());
        let value = shared.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default()));
        Arc::clone(value).downcast().unwrap_or_default()
    }
    /// Whether labels and suggestions of diagnostics are shown.
    pub fn renders_details(&self) -> bool {
        self.registry.diagnostic_renderer.is_some()
    }
    /// The first version of a new body, far from those of all other bodies, so that a version also identifies the
    /// body.
    pub(crate) fn first_version(&self) -> u64 {
        self.bodies.fetch_add(1, Ordering::Relaxed) << 36
    }
    pub(crate) fn external_interface(
        &self,
        op: &'static str,
        id: TypeId,
    ) -> Option<&'static (dyn Any + Send + Sync)> {
        self.registry.external.get(&id)?.get(op).copied()
    }

    // ---------------------------------------------------------------- interning

    /// Interns a type.
    pub fn ty<T: Storage>(&self, value: T) -> Type {
        Type::from_index(self.types.intern(value))
    }
    /// The data of a type, if it is a `T`.
    #[inline]
    pub fn type_as<T: Storage>(&self, ty: Type) -> Option<&T> {
        self.types.get(ty.index())
    }
    /// Interns an attribute.
    pub fn attr<T: Storage>(&self, value: T) -> Attr {
        Attr::from_index(self.attrs.intern(value))
    }
    /// The data of an attribute, if it is a `T`.
    #[inline]
    pub fn attr_as<T: Storage>(&self, attr: Attr) -> Option<&T> {
        self.attrs.get(attr.index())
    }
    /// Which kind of attribute it is: the type of its data. Who looks for one of several kinds asks once.
    #[inline]
    pub fn attr_kind(&self, attr: Attr) -> TypeId {
        self.attrs.any(attr.index()).type_id()
    }
    /// Interns a string.
    pub fn intern(&self, s: &str) -> Str {
        self.strings.intern(s)
    }
    /// The text of an interned string.
    #[inline]
    pub fn str(&self, s: Str) -> &str {
        self.strings.get(s)
    }
    /// The string attribute of a name, such as that of a symbol.
    pub fn name_attr(&self, name: Str) -> Attr {
        let attr = self.string_attr(self.str(name));
        self.names.set(attr.index(), name.index() as u32 + 1);
        attr
    }
    /// The name that a string attribute is. It is looked up once for each attribute.
    pub fn name_of(&self, attr: Attr) -> Option<Str> {
        if let Some(known) = self.names.get(attr.index()) {
            return Some(Str::from_index(known as usize - 1));
        }
        let name = self.intern(self.attr_as::<StringAttr>(attr)?.as_str());
        self.names.set(attr.index(), name.index() as u32 + 1);
        Some(name)
    }
    /// `dialect.mnemonic` of a type of a dialect; `None` for builtin ones.
    pub fn type_name(&self, ty: Type) -> Option<&'static str> {
        self.types.item(ty.index()).name()
    }
    /// `dialect.mnemonic` of an attribute of a dialect; `None` for builtin ones.
    pub fn attr_name(&self, attr: Attr) -> Option<&'static str> {
        self.attrs.item(attr.index()).name()
    }
    /// The mnemonic of an attribute that is printed as an alias of this name.
    pub fn attr_alias(&self, attr: Attr) -> Option<&'static str> {
        let item = self.attrs.item(attr.index());
        item.name()
            .filter(|_| item.has_alias())
            .and_then(|name| name.split_once('.'))
            .map(|(_, mnemonic)| mnemonic)
    }
    /// Visits the direct children of a type or attribute.
    pub fn visit_children(
        &self,
        of: crate::interner::TypeOrAttr,
        visit: &mut dyn FnMut(crate::interner::TypeOrAttr),
    ) {
        match of {
            crate::interner::TypeOrAttr::Type(t) => self.types.item(t.index()).children(visit),
            crate::interner::TypeOrAttr::Attr(a) => self.attrs.item(a.index()).children(visit),
        }
    }
    /// The text of a type, for messages; `...` replaces nested parts after [`MESSAGE_BYTES`].
    pub fn type_to_string(&self, ty: Type) -> String {
        let mut out = String::new();
        AsmWriter::bounded(self, &mut out, MESSAGE_BYTES).ty(ty);
        out
    }
    /// The text of an attribute, for messages; `...` replaces nested parts after [`MESSAGE_BYTES`].
    pub fn attr_to_string(&self, attr: Attr) -> String {
        let mut out = String::new();
        AsmWriter::bounded(self, &mut out, MESSAGE_BYTES).attr(attr);
        out
    }

    // ---------------------------------------------------------------- sources and resources

    /// The source buffers.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }
    /// Stores the bytes of a `dense_resource` under `key`.
    pub fn set_resource(&self, key: Str, blob: Blob) {
        self.resources.write().unwrap_or_else(|e| e.into_inner()).insert(key, (blob, None));
    }
    /// Stores the bytes of a `dense_resource` under `key`, and how they are aligned where they come from.
    pub fn set_aligned_resource(&self, key: Str, blob: Blob, align: u32) {
        self.resources.write().unwrap_or_else(|e| e.into_inner()).insert(key, (blob, Some(align)));
    }
    /// The bytes of a `dense_resource`.
    pub fn resource(&self, key: Str) -> Option<Blob> {
        self.resources.read().unwrap_or_else(|e| e.into_inner()).get(&key).map(|(blob, _)| blob.clone())
    }
    /// How the bytes of a `dense_resource` are aligned where they come from, if that is known.
    pub fn resource_alignment(&self, key: Str) -> Option<u32> {
        self.resources.read().unwrap_or_else(|e| e.into_inner()).get(&key)?.1
    }
    /// Keeps a resource of a file that belongs to another tool.
    pub fn add_external_resource(&self, group: &str, key: String, value: ExternalResource) {
        self.external.write().unwrap_or_else(|e| e.into_inner()).add(group, key, value);
    }
    /// The resources of files that belong to other tools, by group, in the order of the file.
    pub fn external_resources(&self) -> Vec<ExternalResources> {
        self.external.read().unwrap_or_else(|e| e.into_inner()).groups.clone()
    }

    // ---------------------------------------------------------------- common types

    /// `i1`.
    pub fn i1(&self) -> Type {
        self.common.ints[0]
    }
    /// `i8`.
    pub fn i8(&self) -> Type {
        self.common.ints[1]
    }
    /// `i16`.
    pub fn i16(&self) -> Type {
        self.common.ints[2]
    }
    /// `i32`.
    pub fn i32(&self) -> Type {
        self.common.ints[3]
    }
    /// `i64`.
    pub fn i64(&self) -> Type {
        self.common.ints[4]
    }
    /// `f16`.
    pub fn f16(&self) -> Type {
        self.common.floats[0]
    }
    /// `bf16`.
    pub fn bf16(&self) -> Type {
        self.common.floats[1]
    }
    /// `f32`.
    pub fn f32(&self) -> Type {
        self.common.floats[2]
    }
    /// `f64`.
    pub fn f64(&self) -> Type {
        self.common.floats[3]
    }
    /// `index`.
    pub fn index(&self) -> Type {
        self.common.index
    }
    /// `none`.
    pub fn none(&self) -> Type {
        self.common.none
    }
    /// `unit`.
    pub fn unit(&self) -> Attr {
        self.common.unit
    }
}
