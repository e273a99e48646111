//! The attributes of a call in the form of the FFI.

use std::ffi::c_void;

use strata_ir::prelude::*;

use super::abi::{
    ATTR_ARRAY, ATTR_DICTIONARY, ATTR_SCALAR, ATTR_STRING, XLA_FFI_Array, XLA_FFI_Attrs, XLA_FFI_ByteSpan,
    XLA_FFI_Scalar,
};
use super::array_type::element;
use crate::abi::Layout;

/// Attributes, with the memory that they point to.
pub(super) struct Attributes {
    root: XLA_FFI_Attrs,
    _memory: Memory,
}

// SAFETY: what the root points to is memory of its own, which is not written after it was made.
unsafe impl Send for Attributes {}
// SAFETY: as above.
unsafe impl Sync for Attributes {}

/// Blocks of words, which stay where they are.
#[derive(Default)]
struct Memory(Vec<Box<[u64]>>);

impl Memory {
    /// Copies bytes, and returns their address, which is aligned to 8 bytes.
    fn bytes(&mut self, bytes: &[u8]) -> *mut c_void {
        let mut words = vec![0_u64; bytes.len().div_ceil(8).max(1)].into_boxed_slice();
        for (word, chunk) in words.iter_mut().zip(bytes.chunks(8)) {
            let mut own = [0; 8];
            own[..chunk.len()].copy_from_slice(chunk);
            *word = u64::from_ne_bytes(own);
        }
        self.0.push(words);
        self.0.last_mut().map_or(std::ptr::null_mut(), |words| words.as_mut_ptr().cast())
    }

    /// Copies structures of the interface.
    fn values<T: Copy>(&mut self, values: &[T]) -> *mut T {
        const { assert!(align_of::<T>() <= 8) };
        let bytes = size_of_val(values);
        let mut words = vec![0_u64; bytes.div_ceil(8).max(1)].into_boxed_slice();
        let start = words.as_mut_ptr().cast::<T>();
        // SAFETY: the block has as many bytes, and is aligned.
        unsafe { values.as_ptr().copy_to_nonoverlapping(start, values.len()) };
        self.0.push(words);
        start
    }

    fn span(&mut self, text: &[u8]) -> XLA_FFI_ByteSpan {
        XLA_FFI_ByteSpan { ptr: self.bytes(text).cast_const().cast(), len: text.len() }
    }

    fn scalar(&mut self, dtype: u32, bytes: &[u8]) -> *mut c_void {
        let value = self.bytes(bytes);
        self.values(&[XLA_FFI_Scalar { dtype, value }]).cast()
    }

    fn array(&mut self, dtype: u32, size: usize, bytes: &[u8]) -> *mut c_void {
        let data = self.bytes(bytes);
        self.values(&[XLA_FFI_Array { dtype, size, data }]).cast()
    }

    fn dictionary(&mut self, cx: &Context, entries: &[(Str, Attr)]) -> Result<XLA_FFI_Attrs, String> {
        // Handlers search for names, which are in the order of their bytes.
        let mut entries: Vec<(&str, Attr)> =
            entries.iter().map(|&(name, value)| (cx.str(name), value)).collect();
        entries.sort_unstable_by_key(|entry| entry.0);
        let (mut types, mut names, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (name, value) in entries {
            let (ty, value) = self.attribute(cx, value).map_err(|why| format!("attribute '{name}' {why}"))?;
            let span = self.span(name.as_bytes());
            types.push(ty);
            names.push(self.values(&[span]));
            values.push(value);
        }
        Ok(XLA_FFI_Attrs {
            struct_size: XLA_FFI_Attrs::SIZE,
            extension_start: std::ptr::null_mut(),
            size: types.len() as i64,
            types: self.values(&types),
            names: self.values(&names),
            attrs: self.values(&values),
        })
    }

    /// Kind and address of an attribute.
    fn attribute(&mut self, cx: &Context, attr: Attr) -> Result<(u32, *mut c_void), String> {
        if let Some(entries) = cx.attr_as::<DictionaryAttr>(attr) {
            let made = self.dictionary(cx, entries.entries())?;
            return Ok((ATTR_DICTIONARY, self.values(&[made]).cast()));
        }
        if let Some(text) = cx.attr_as::<StringAttr>(attr) {
            let span = self.span(&text.value);
            return Ok((ATTR_STRING, self.values(&[span]).cast()));
        }
        if let Some((dtype, bytes)) = scalar(cx, attr) {
            return Ok((ATTR_SCALAR, self.scalar(dtype, &bytes)));
        }
        if let Some((dtype, count, bytes)) = array(cx, attr) {
            return Ok((ATTR_ARRAY, self.array(dtype, count, &bytes)));
        }
        Err(format!("is {}, which handlers do not take", cx.attr_to_string(attr)))
    }
}

/// Element type and bytes of a number. Numbers of less than a byte are none of the FFI, but truth values.
fn scalar(cx: &Context, attr: Attr) -> Option<(u32, Vec<u8>)> {
    let (ty, bits) = if let Some(int) = cx.attr_as::<IntegerAttr>(attr) {
        let wide = int.value.as_u64()?;
        (int.ty, u128::from(wide))
    } else {
        let float = cx.attr_as::<FloatAttr>(attr)?;
        (float.ty, float.bits)
    };
    let (dtype, size) = whole_element(cx, ty)?;
    Some((dtype, bits.to_le_bytes().get(..size)?.to_vec()))
}

/// Element type, number of elements and bytes of an array.
fn array(cx: &Context, attr: Attr) -> Option<(u32, usize, Vec<u8>)> {
    if let Some(list) = cx.attr_as::<DenseArrayAttr>(attr) {
        let (dtype, size) = whole_element(cx, list.elem)?;
        let bytes = list.values.iter().flat_map(|value| value.to_le_bytes().into_iter().take(size));
        return Some((dtype, list.values.len(), bytes.collect()));
    }
    let dense = cx.attr_as::<DenseElementsAttr>(attr)?;
    let (dtype, _) = whole_element(cx, cx.elem_or_self(dense.ty))?;
    let count = dense.num_elements(cx);
    let bytes = (0..count).flat_map(|i| dense.element(cx, i).iter().copied());
    Some((dtype, count, bytes.collect()))
}

/// An element type whose elements have whole bytes; truth values have one, too.
fn whole_element(cx: &Context, ty: Type) -> Option<(u32, usize)> {
    let bits = cx.bit_width(ty);
    element(cx, ty).filter(|_| bits.is_none_or(|bits| bits == 1 || bits >= 8))
}

impl Attributes {
    /// The attributes of a dictionary.
    ///
    /// # Errors
    /// The text of an error about an attribute that the FFI has no form for.
    pub(super) fn new(cx: &Context, entries: &[(Str, Attr)]) -> Result<Self, String> {
        let mut memory = Memory::default();
        let root = memory.dictionary(cx, entries)?;
        Ok(Self { root, _memory: memory })
    }

    /// The attributes in the form of the interface, which is valid for as long as this.
    pub(super) fn root(&self) -> XLA_FFI_Attrs {
        self.root
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::abi::{F32, PRED, S64};

    /// The attribute with a number, in a dictionary.
    ///
    /// # Safety
    /// There are as many.
    unsafe fn at(attrs: &XLA_FFI_Attrs, i: usize) -> (&str, u32, *mut c_void) {
        // SAFETY: as the caller says; names are UTF-8 here.
        unsafe {
            let name = **attrs.names.add(i);
            let name = std::str::from_utf8_unchecked(std::slice::from_raw_parts(name.ptr, name.len));
            (name, *attrs.types.add(i), *attrs.attrs.add(i))
        }
    }

    #[test]
    fn attributes_are_sorted_and_have_their_types() {
        let cx = strata_driver::program::context();
        let name = |text: &str| cx.intern(text);
        let list = DenseArrayAttr { elem: cx.i64(), values: [3, -4].into_iter().collect() };
        let inner = cx.attr(DictionaryAttr::new(&cx, vec![(name("x"), cx.string_attr("text"))]));
        let one = FloatAttr { bits: u128::from(1.5_f32.to_bits()), ty: cx.f32() };
        let entries = [
            (name("z"), inner),
            (name("flag"), cx.int_attr(1, cx.i1())),
            (name("Big"), cx.attr(list)),
            (name("eps"), cx.attr(one)),
        ];
        let made = Attributes::new(&cx, &entries).expect("attributes");
        let root = made.root();
        assert_eq!((root.struct_size, root.size), (48, 4));
        // SAFETY: there are four attributes, of the types that are compared.
        unsafe {
            let (name, ty, value) = at(&root, 0);
            let array = *value.cast::<XLA_FFI_Array>();
            assert_eq!((name, ty, array.dtype, array.size), ("Big", ATTR_ARRAY, S64, 2));
            assert_eq!(std::slice::from_raw_parts(array.data.cast::<i64>(), 2), [3, -4]);
            let (name, ty, value) = at(&root, 1);
            let scalar = *value.cast::<XLA_FFI_Scalar>();
            assert_eq!((name, ty, scalar.dtype), ("eps", ATTR_SCALAR, F32));
            assert_eq!(*scalar.value.cast::<f32>(), 1.5);
            let (name, ty, value) = at(&root, 2);
            let scalar = *value.cast::<XLA_FFI_Scalar>();
            assert_eq!((name, ty, scalar.dtype), ("flag", ATTR_SCALAR, PRED));
            assert_eq!(*scalar.value.cast::<u8>(), 1);
            let (name, ty, value) = at(&root, 3);
            assert_eq!((name, ty), ("z", ATTR_DICTIONARY));
            let (name, ty, value) = at(&*value.cast::<XLA_FFI_Attrs>(), 0);
            let text = *value.cast::<XLA_FFI_ByteSpan>();
            assert_eq!((name, ty), ("x", ATTR_STRING));
            assert_eq!(std::slice::from_raw_parts(text.ptr, text.len), b"text");
        }
        let wrong = [(name("t"), cx.attr(ArrayAttr(vec![cx.i64_attr(1)])))];
        let why = Attributes::new(&cx, &wrong).err().expect("no form");
        assert!(why.starts_with("attribute 't' is [1]"), "{why}");
    }
}
