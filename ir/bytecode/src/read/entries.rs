//! Attributes and types: decoded when they are first needed, each once.

use std::sync::Arc;

use strata_core::{
    Attr, Context, Location, Str, Type, UnknownLoc,
    num::ApInt,
    writer::{deep, is_location},
};
use strata_text::{parse_attr, parse_type};

use super::cursor::{Cursor, ReadError, ReadResult};
use super::places::PlaceTable;
use crate::{Codec, Conversion, builtin, codec::codec_of};

/// Where the decoding of an attribute or type stands.
#[derive(Clone, Copy)]
enum State<T> {
    Unread,
    /// It is being decoded: finding it again means that it contains itself.
    Reading,
    /// With the nesting below it.
    Done(T, u32),
}

/// One attribute or type.
#[derive(Clone)]
pub(super) struct Entry<T> {
    dialect: u32,
    /// Whether it has the binary form of its dialect; else it is text.
    custom: bool,
    start: usize,
    len: usize,
    state: State<T>,
}

impl<T> Entry<T> {
    pub(super) fn new(dialect: u32, custom: bool, start: usize, len: usize) -> Self {
        Self { dialect, custom, start, len, state: State::Unread }
    }
}

/// Everything that attributes and types are decoded from.
pub(super) struct Entries<'f> {
    pub cx: &'f Arc<Context>,
    pub version: u64,
    pub strings: Vec<&'f [u8]>,
    pub dialects: Vec<&'f str>,
    pub data: Cursor<'f>,
    pub attrs: Vec<Entry<Attr>>,
    pub types: Vec<Entry<Type>>,
    /// The conversion that is applied while the file is read.
    pub conversion: Option<&'f dyn Conversion>,
    /// Types of values by number, converted; filled in on first use.
    pub value_types: Vec<Option<Type>>,
    /// How the entries of each dialect are stored; filled in on first use.
    pub codecs: Vec<Option<&'static Codec>>,
    /// Keys of the resources of dialects.
    pub resources: Vec<Str>,
    /// Locations by attribute number, as far as they were needed.
    pub locations: Vec<Option<Location>>,
    /// Where the locations of ops that are places in files are kept, without being interned.
    pub places: PlaceTable<'f>,
    /// The number of bytes by which decoded data may still outgrow the file: wide integers are stored without their
    /// zeros.
    pub growth: u64,
    /// Number of the next `distinct` attribute.
    pub distinct: u64,
    /// The string attribute of the last file name, with the name: most locations are in one file.
    pub last_name: Option<(Attr, Str)>,
}

/// Defines the lookup of an attribute or of a type by number, which differ in names only.
macro_rules! resolve {
    ($resolve:ident, $decode:ident, $now:ident, $T:ty, $list:ident, $what:literal, $read:ident, $parse:ident) => {
        /// Number `index`, with the nesting below it; `used` is where it was used.
        #[inline]
        pub(super) fn $resolve(
            &mut self,
            index: u64,
            used: &Cursor<'f>,
            depth: u32,
        ) -> ReadResult<($T, u32)> {
            match self.$list.get(index as usize).map(|e| e.state) {
                Some(State::Done(value, below)) => Ok((value, below)),
                Some(State::Unread) => deep(|| self.$decode(index as usize, used, depth)),
                Some(State::Reading) => Err(used.error(concat!("the ", $what, " contains itself"))),
                None => {
                    let n = self.$list.len();
                    Err(used.error(format!(concat!("invalid ", $what, " index: {}, of {}"), index, n)))
                }
            }
        }
        fn $decode(&mut self, index: usize, used: &Cursor<'f>, depth: u32) -> ReadResult<($T, u32)> {
            let result = self.$now(index, used, depth);
            if result.is_err() {
                // Whoever asks again gets the same error.
                self.$list[index].state = State::Unread;
            }
            result
        }
        fn $now(&mut self, index: usize, used: &Cursor<'f>, depth: u32) -> ReadResult<($T, u32)> {
            let limit = self.cx.limits().attr_depth;
            let too_deep = || used.error(format!("nesting exceeds the limit of {limit} levels (attr_depth)"));
            if depth >= limit {
                return Err(too_deep());
            }
            let e = &mut self.$list[index];
            e.state = State::Reading;
            let (dialect, custom) = (e.dialect as usize, e.custom);
            let mut part = self.data.clone();
            part.take(e.start as u64)?;
            let mut cursor = part.part(e.len as u64)?;
            let (value, below) = if custom {
                let codec = self.codec(dialect, &cursor)?;
                let mut r = EntryReader { entries: self, cursor, depth, below: 0 };
                let value = (codec.$read)(&mut r)?;
                let below = r.below;
                cursor = r.cursor;
                (value, below)
            } else {
                let text = cursor.cstr()?;
                let Ok(text) = std::str::from_utf8(text) else {
                    return Err(cursor.error(concat!("the text of the ", $what, " is not UTF-8")));
                };
                let value = $parse(self.cx, text).map_err(|errors| {
                    let why = errors.first().map_or("it cannot be parsed", |e| &e.message);
                    cursor.error(format!(concat!("in the text of the ", $what, ": {}"), why))
                })?;
                (value, 0)
            };
            if !cursor.at_end() {
                return Err(cursor.error(concat!("unexpected trailing bytes after ", $what, " entry")));
            }
            let below = below + 1;
            if below > limit {
                return Err(too_deep());
            }
            self.$list[index].state = State::Done(value, below);
            Ok((value, below))
        }
    };
}

impl<'f> Entries<'f> {
    resolve!(attr, decode_attr, decode_attr_now, Attr, attrs, "Attribute", read_attr, parse_attr);
    resolve!(ty, decode_type, decode_type_now, Type, types, "Type", read_type, parse_type);

    fn codec(&mut self, dialect: usize, c: &Cursor<'f>) -> ReadResult<&'static Codec> {
        if let Some(&Some(codec)) = self.codecs.get(dialect) {
            return Ok(codec);
        }
        let name = self.dialects.get(dialect).copied().unwrap_or_default();
        let Some(codec) = codec_of(self.cx, name) else {
            return Err(c.error(format!("dialect '{name}' does not implement the bytecode interface")));
        };
        if let Some(slot) = self.codecs.get_mut(dialect) {
            *slot = Some(codec);
        }
        Ok(codec)
    }
    /// For another reader of the same file.
    pub(super) fn fork(&mut self) -> Self {
        Self {
            cx: self.cx,
            version: self.version,
            strings: self.strings.clone(),
            dialects: self.dialects.clone(),
            data: self.data.clone(),
            attrs: self.attrs.clone(),
            types: self.types.clone(),
            conversion: self.conversion,
            value_types: self.value_types.clone(),
            codecs: self.codecs.clone(),
            resources: self.resources.clone(),
            locations: self.locations.clone(),
            places: self.places.fork(self.cx, self.attrs.len()),
            growth: self.growth,
            distinct: self.distinct,
            last_name: self.last_name,
        }
    }
    /// Whether decoding an attribute twice gives the same one, so that several readers can share the work: a distinct
    /// attribute is new each time.
    pub(super) fn is_repeatable(&self) -> bool {
        let builtin = |e: &Entry<Attr>| self.dialects.get(e.dialect as usize).copied() == Some("builtin");
        let distinct = |e: &Entry<Attr>| {
            let mut part = self.data.clone();
            let Ok(mut c) = part.take(e.start as u64).and_then(|_| part.part(e.len as u64)) else {
                return true;
            };
            match e.custom {
                true => builtin(e) && c.varint().is_ok_and(|code| code == builtin::attr::DISTINCT),
                false => c.take(e.len as u64).is_ok_and(|text| text.windows(9).any(|w| w == b"distinct[")),
            }
        };
        !self.attrs.iter().any(distinct)
    }
    /// The type that a value of type number `index` gets.
    #[inline(always)]
    pub(super) fn value_type(&mut self, index: u64, used: &Cursor<'f>) -> ReadResult<Type> {
        match self.value_types.get(index as usize) {
            Some(&Some(ty)) => Ok(ty),
            _ => self.convert_type(index, used),
        }
    }
    #[cold]
    fn convert_type(&mut self, index: u64, used: &Cursor<'f>) -> ReadResult<Type> {
        let (ty, _) = self.ty(index, used, 0)?;
        let ty = self.conversion.map_or(ty, |c| c.ty(self.cx, ty));
        if let Some(slot) = self.value_types.get_mut(index as usize) {
            *slot = Some(ty);
        }
        Ok(ty)
    }

    /// The location that is attribute number `index`.
    #[inline(always)]
    pub(super) fn location(&mut self, index: u64, used: &Cursor<'f>) -> ReadResult<Location> {
        match self.locations.get(index as usize) {
            Some(&Some(loc)) => Ok(loc),
            _ => self.decode_location(index, used),
        }
    }
    fn decode_location(&mut self, index: u64, used: &Cursor<'f>) -> ReadResult<Location> {
        let loc = match self.place(index as usize)? {
            Some(loc) => loc,
            None => {
                let (attr, _) = self.attr(index, used, 0)?;
                self.to_location(attr, used)?
            }
        };
        if let Some(slot) = self.locations.get_mut(index as usize) {
            *slot = Some(loc);
        }
        Ok(loc)
    }
    /// The location of attribute number `index`, if that is a place in a file; errors in it are found when it is
    /// decoded as an attribute.
    fn place(&mut self, index: usize) -> ReadResult<Option<Location>> {
        let Some([file, line, column]) = self.place_numbers(index) else { return Ok(None) };
        let file = match self.places.last_file {
            Some((last, number)) if last == file => number,
            _ => {
                let (attr, _) = self.attr(file, &self.data.clone(), 1)?;
                let Some(name) = self.cx.attr_str(attr) else { return Ok(None) };
                let number = self.places.file(file, name);
                self.places.last_file = Some((file, number));
                number
            }
        };
        let (Ok(line), Ok(column)) = (u32::try_from(line), u32::try_from(column)) else { return Ok(None) };
        Ok(self.places.add(self.cx, index, self.attrs.len(), (file, line, column)))
    }
    /// The numbers of the file, the line and the column that attribute number `index` has, if it is a place.
    fn place_numbers(&self, index: usize) -> Option<[u64; 3]> {
        let e = self.attrs.get(index).filter(|e| e.custom)?;
        if self.dialects.get(e.dialect as usize).copied() != Some("builtin") {
            return None;
        }
        let mut part = self.data.clone();
        part.take(e.start as u64).ok()?;
        let mut c = part.part(e.len as u64).ok()?;
        if c.varint().ok()? != builtin::attr::FILE_LINE_COL_LOC {
            return None;
        }
        let numbers = [c.varint().ok()?, c.varint().ok()?, c.varint().ok()?];
        c.at_end().then_some(numbers)
    }
    fn to_location(&self, attr: Attr, used: &Cursor<'f>) -> ReadResult<Location> {
        if !is_location(self.cx, attr) {
            return Err(used.error("expected attribute of type: LocationAttr"));
        }
        let unknown = self.cx.attr_as::<UnknownLoc>(attr).is_some();
        Ok(if unknown { Location::UNKNOWN } else { Location::from_attr(attr) })
    }
    /// String number `index`.
    pub(super) fn string(&self, index: u64, used: &Cursor<'f>) -> ReadResult<&'f [u8]> {
        match self.strings.get(usize::try_from(index).unwrap_or(usize::MAX)) {
            Some(s) => Ok(s),
            None => Err(used.error(format!("invalid string index: {index}"))),
        }
    }
    /// String number `index`, which must be UTF-8.
    pub(super) fn text(&self, index: u64, used: &Cursor<'f>) -> ReadResult<&'f str> {
        std::str::from_utf8(self.string(index, used)?).map_err(|_| used.error("the string is not UTF-8"))
    }
}

/// Reads the stored form of an attribute or type, for a [`Codec`](crate::Codec).
pub struct EntryReader<'r, 'f> {
    entries: &'r mut Entries<'f>,
    cursor: Cursor<'f>,
    depth: u32,
    below: u32,
}

impl<'f> EntryReader<'_, 'f> {
    /// The context.
    pub fn cx(&self) -> &'f Arc<Context> {
        self.entries.cx
    }
    /// The version of the format.
    pub fn version(&self) -> u64 {
        self.entries.version
    }
    /// An error here.
    pub fn error(&self, message: impl Into<String>) -> ReadError {
        self.cursor.error(message)
    }
    /// The primitive encodings.
    pub fn cursor(&mut self) -> &mut Cursor<'f> {
        &mut self.cursor
    }
    /// A number.
    pub fn varint(&mut self) -> ReadResult<u64> {
        self.cursor.varint()
    }
    /// A number that fits in 32 bits.
    pub fn u32(&mut self) -> ReadResult<u32> {
        let v = self.varint()?;
        u32::try_from(v).map_err(|_| self.error(format!("the number {v} does not fit in 32 bits")))
    }
    /// A signed number.
    pub fn svarint(&mut self) -> ReadResult<i64> {
        self.cursor.svarint()
    }
    /// A byte that is 0 or 1.
    pub fn bool(&mut self) -> ReadResult<bool> {
        Ok(self.cursor.byte()? != 0)
    }
    /// A length and bytes.
    pub fn blob(&mut self) -> ReadResult<&'f [u8]> {
        self.cursor.blob()
    }
    /// A string.
    pub fn string(&mut self) -> ReadResult<&'f [u8]> {
        let index = self.varint()?;
        self.entries.string(index, &self.cursor)
    }
    /// An attribute.
    pub fn attr(&mut self) -> ReadResult<Attr> {
        let index = self.varint()?;
        let (attr, below) = self.entries.attr(index, &self.cursor, self.depth + 1)?;
        self.below = self.below.max(below);
        Ok(attr)
    }
    /// An attribute, or none.
    pub fn attr_opt(&mut self) -> ReadResult<Option<Attr>> {
        let (index, present) = self.cursor.varint_flag()?;
        if !present {
            return Ok(None);
        }
        let (attr, below) = self.entries.attr(index, &self.cursor, self.depth + 1)?;
        self.below = self.below.max(below);
        Ok(Some(attr))
    }
    /// A type.
    pub fn ty(&mut self) -> ReadResult<Type> {
        let index = self.varint()?;
        let (ty, below) = self.entries.ty(index, &self.cursor, self.depth + 1)?;
        self.below = self.below.max(below);
        Ok(ty)
    }
    /// A list: its length and its elements.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> ReadResult<T>) -> ReadResult<Vec<T>> {
        let n = self.cursor.count()?;
        (0..n).map(|_| item(self)).collect()
    }
    /// An attribute that is a string, as UTF-8.
    pub fn string_attr(&mut self) -> ReadResult<Str> {
        let attr = self.attr()?;
        if let Some((last, name)) = self.entries.last_name
            && last == attr
        {
            return Ok(name);
        }
        let cx = self.entries.cx;
        match cx.attr_as::<strata_core::StringAttr>(attr).map(|s| std::str::from_utf8(&s.value)) {
            Some(Ok(text)) => {
                let name = cx.intern(text);
                self.entries.last_name = Some((attr, name));
                Ok(name)
            }
            _ => Err(self.error("expected attribute of type: StringAttr, in UTF-8")),
        }
    }
    /// A location.
    pub fn location(&mut self) -> ReadResult<Location> {
        let attr = self.attr()?;
        self.entries.to_location(attr, &self.cursor)
    }
    /// An integer whose width is known.
    pub fn apint(&mut self, width: u32) -> ReadResult<ApInt> {
        if width <= 8 {
            return Ok(ApInt::from_u64(width, u64::from(self.cursor.byte()?)));
        }
        if width <= 64 {
            return Ok(ApInt::from_i64(width, self.svarint()?));
        }
        self.grow(u64::from(width / 8))?;
        let words = self.list(|r| r.svarint().map(|w| w as u64))?;
        Ok(ApInt::from_words(width, &words))
    }
    /// Bits of a float whose width is known.
    pub fn float_bits(&mut self, width: u32) -> ReadResult<u128> {
        Ok(self.apint(width.min(128))?.low_u128())
    }
    /// Accounts for `bytes` of decoded data beyond the size of its encoding.
    pub fn grow(&mut self, bytes: u64) -> ReadResult<()> {
        match self.entries.growth.checked_sub(bytes) {
            Some(left) => {
                self.entries.growth = left;
                Ok(())
            }
            None => Err(self.error("the file decodes to more than 64 times its size")),
        }
    }
    /// The key of a resource of a dialect.
    pub fn resource(&mut self) -> ReadResult<Str> {
        let index = self.varint()?;
        match self.entries.resources.get(usize::try_from(index).unwrap_or(usize::MAX)) {
            Some(&key) => Ok(key),
            None => Err(self.error(format!("invalid resource handle index: {index}"))),
        }
    }
    /// A new number for an attribute that equals only itself.
    pub fn distinct_id(&mut self) -> u64 {
        self.entries.distinct += 1;
        self.entries.distinct - 1
    }
}
