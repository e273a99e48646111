//! Interning: a value is stored once and named by a 4-byte id; equality is identity.
//!
//! Reading takes no lock (the store is append-only), interning takes one of sixteen shard locks. Ids depend on the
//! order of interning, which threads race for: nothing that reaches the output may depend on their numeric value.

use std::{
    any::{Any, TypeId},
    fmt,
    hash::{BuildHasher, Hash, Hasher},
    marker::PhantomData,
    num::NonZeroU32,
    sync::RwLock,
};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::{AsmWriter, AttrConstraint, Context, entity::bits};

macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(transparent)]
        pub struct $name(NonZeroU32);

        impl $name {
            pub(crate) fn from_index(index: usize) -> Self {
                Self(NonZeroU32::MIN.saturating_add(index as u32))
            }
            /// Its number among all of the context, for dense side tables. No output may depend on it.
            #[inline]
            pub fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }
    };
}

id! {
    /// An interned type. Equality is identity.
    Type
}
id! {
    /// An interned attribute. Equality is identity.
    Attr
}
id! {
    /// An interned string.
    Str
}

bits!(Attr);

/// An [`Attr`] known to satisfy the constraint `T`.
pub struct AttrOf<T>(Attr, PhantomData<fn() -> T>);

impl<T> Clone for AttrOf<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for AttrOf<T> {}
impl<T> PartialEq for AttrOf<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for AttrOf<T> {}
impl<T> fmt::Debug for AttrOf<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl<T> From<AttrOf<T>> for Attr {
    fn from(attr: AttrOf<T>) -> Attr {
        attr.0
    }
}

impl<T> AttrOf<T> {
    /// Claims that `raw` satisfies `T`; the verifier checks it.
    pub fn new(raw: Attr) -> Self {
        Self(raw, PhantomData)
    }
    /// The attribute without its type.
    pub fn raw(self) -> Attr {
        self.0
    }
}

impl<T: AttrConstraint> AttrOf<T> {
    /// The stored data.
    ///
    /// # Panics
    /// If the attribute is of another kind, which the verifier excludes for the attributes of a verified op.
    #[inline]
    #[track_caller]
    pub fn get(self, cx: &Context) -> &T::Storage {
        match cx.attr_as::<T::Storage>(self.0) {
            Some(data) => data,
            None => panic!("attribute {} is not a {}", cx.attr_to_string(self.0), T::DESC),
        }
    }
}

/// The contents of a type or an attribute of a dialect: a plain Rust value.
pub trait Storage: fmt::Debug + Hash + Eq + Send + Sync + 'static {
    /// `dialect.mnemonic`; `None` for builtin syntax without a prefix.
    const NAME: Option<&'static str> = None;
    /// Whether a named attribute is printed as `#mnemonic`, which is defined at the start of the file.
    const ALIAS: bool = false;
    /// Prints the value; for a named one, the text after `#dialect.mnemonic` or `!dialect.mnemonic`.
    fn print(&self, w: &mut AsmWriter<'_>);
    /// Visits the types and attributes that this value contains directly.
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        let _ = visit;
    }
    /// Rebuilds the value with its direct children replaced; `None` when it has none.
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = map;
        None
    }
    /// Whether the value can be the encoding of a tensor type of this shape; otherwise the reason.
    fn verify_encoding(&self, cx: &Context, shape: &[i64], elem: Type) -> Result<(), String> {
        let _ = (cx, shape, elem);
        Ok(())
    }
}

/// A child of a type or of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeOrAttr {
    /// A type.
    Type(Type),
    /// An attribute.
    Attr(Attr),
}

impl TypeOrAttr {
    /// The type, when it is one.
    pub fn ty(self) -> Option<Type> {
        match self {
            TypeOrAttr::Type(t) => Some(t),
            TypeOrAttr::Attr(_) => None,
        }
    }
    /// The attribute, when it is one.
    pub fn attr(self) -> Option<Attr> {
        match self {
            TypeOrAttr::Attr(a) => Some(a),
            TypeOrAttr::Type(_) => None,
        }
    }
}

/// Object-safe face of [`Storage`].
pub(crate) trait DynStorage: Any + Send + Sync {
    fn eq(&self, other: &dyn Any) -> bool;
    fn name(&self) -> Option<&'static str>;
    fn has_alias(&self) -> bool;
    fn print(&self, w: &mut AsmWriter<'_>);
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr));
    fn map_type(&self, cx: &Context, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Type>;
    fn map_attr(&self, cx: &Context, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Attr>;
    fn verify_encoding(&self, cx: &Context, shape: &[i64], elem: Type) -> Result<(), String>;
}

impl<T: Storage> DynStorage for T {
    fn eq(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }
    fn name(&self) -> Option<&'static str> {
        T::NAME
    }
    fn has_alias(&self) -> bool {
        T::ALIAS
    }
    fn print(&self, w: &mut AsmWriter<'_>) {
        Storage::print(self, w)
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        Storage::children(self, visit)
    }
    fn map_type(&self, cx: &Context, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Type> {
        self.map_children(map).map(|v| cx.ty(v))
    }
    fn map_attr(&self, cx: &Context, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Attr> {
        self.map_children(map).map(|v| cx.attr(v))
    }
    fn verify_encoding(&self, cx: &Context, shape: &[i64], elem: Type) -> Result<(), String> {
        Storage::verify_encoding(self, cx, shape, elem)
    }
}

const SHARDS: usize = 16;

/// An item of a store in the table of its shard. Half of the hash is enough: of two items with the same half, both are compared.
#[derive(Clone, Copy)]
struct Known {
    hash: u32,
    id: u32,
}

/// The part of a hash that a table keeps.
fn half(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

/// The hash by which a table finds its items; its highest and its lowest bits matter.
fn spread(half: u32) -> u64 {
    u64::from(half).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// An append-only list with the ids of its items by hash, in sixteen parts with a lock each.
struct Store<T> {
    items: boxcar::Vec<T>,
    shards: [RwLock<HashTable<Known>>; SHARDS],
}

impl<T> Default for Store<T> {
    fn default() -> Self {
        Self { items: boxcar::Vec::new(), shards: Default::default() }
    }
}

impl<T> Store<T> {
    /// The id of the item with this hash for which `is` holds; `make` creates it when there is none.
    fn intern<V>(
        &self,
        hash: u64,
        value: V,
        is: impl Fn(&T, &V) -> bool,
        make: impl FnOnce(V) -> T,
    ) -> usize {
        let shard = &self.shards[(hash >> 57) as usize % SHARDS];
        let half = half(hash);
        let is = |known: &Known| known.hash == half && is(&self.items[known.id as usize], &value);
        // A poisoned lock means that another thread panicked while it held it; the table itself is only ever appended
        // to, so it is still consistent.
        let read = shard.read().unwrap_or_else(|e| e.into_inner());
        if let Some(known) = read.find(spread(half), is) {
            return known.id as usize;
        }
        let searched = read.len();
        drop(read);
        let mut table = shard.write().unwrap_or_else(|e| e.into_inner());
        // Another thread may have added the value in between.
        if table.len() != searched
            && let Some(known) = table.find(spread(half), is)
        {
            return known.id as usize;
        }
        let id = self.items.push(make(value));
        table.insert_unique(spread(half), Known { hash: half, id: id as u32 }, |known| spread(known.hash));
        id
    }
}

#[derive(Default)]
pub(crate) struct Interner {
    store: Store<Box<dyn DynStorage>>,
}

impl Interner {
    pub(crate) fn intern<T: Storage>(&self, value: T) -> usize {
        let mut hasher = FxBuildHasher.build_hasher();
        TypeId::of::<T>().hash(&mut hasher);
        value.hash(&mut hasher);
        let is = |item: &Box<dyn DynStorage>, value: &T| (**item).eq(value as &dyn Any);
        self.store.intern(hasher.finish(), value, is, |value| Box::new(value))
    }
    /// As [`Interner::intern`], for a value that is made only if it is new: `key` hashes as it does, and `is` compares with it.
    pub(crate) fn intern_by<T: Storage>(
        &self,
        key: &impl Hash,
        is: impl Fn(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> usize {
        let mut hasher = FxBuildHasher.build_hasher();
        TypeId::of::<T>().hash(&mut hasher);
        key.hash(&mut hasher);
        let is = |item: &Box<dyn DynStorage>, (): &()| {
            let item: &dyn Any = &**item;
            item.downcast_ref::<T>().is_some_and(&is)
        };
        self.store.intern(hasher.finish(), (), is, |()| Box::new(make()))
    }
    #[inline]
    pub(crate) fn item(&self, id: usize) -> &dyn DynStorage {
        &*self.store.items[id]
    }
    #[inline]
    pub(crate) fn get<T: Storage>(&self, id: usize) -> Option<&T> {
        self.any(id).downcast_ref::<T>()
    }
    /// The item as it is stored, for those who ask which of several kinds it is.
    #[inline]
    pub(crate) fn any(&self, id: usize) -> &dyn Any {
        &*self.store.items[id]
    }
}

#[derive(Default)]
pub(crate) struct StrInterner {
    store: Store<Box<str>>,
}

impl StrInterner {
    pub(crate) fn intern(&self, s: &str) -> Str {
        let hash = FxBuildHasher.hash_one(s);
        Str::from_index(self.store.intern(hash, s, |item, s| **item == **s, |s| s.into()))
    }
    #[inline]
    pub(crate) fn get(&self, s: Str) -> &str {
        &self.store.items[s.index()]
    }
}

#[cfg(test)]
mod tests {
    use crate::{Registry, StringAttr};

    #[test]
    fn strings_are_found_by_their_parts() {
        let cx = Registry::new().freeze();
        for text in ["", "a", "a longer text"] {
            let plain = StringAttr { value: text.into(), ty: None };
            let typed = cx.attr(StringAttr { ty: Some(cx.i32()), ..plain.clone() });
            let by_parts = cx.string_attr(text);
            assert_eq!(by_parts, cx.attr(plain));
            assert_eq!(by_parts, cx.string_attr(text));
            assert_ne!(by_parts, typed);
        }
    }
}
