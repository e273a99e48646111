//! Writing types, attributes and locations as text.

use std::{
    any::TypeId,
    fmt::{self, Write},
};

use rustc_hash::FxHashMap;

use crate::{
    Attr, Context, Location, Str, Type, TypeOrAttr,
    attrs::{ElementsPolicy, StringAttr},
    identifier::is_bare_id,
    location::UnknownLoc,
};

/// Short names of attributes and types, chosen by the printer before it starts.
#[derive(Default, Debug)]
pub struct AliasTable {
    /// The aliases `#name` and `!name`, by the attribute or type.
    pub names: FxHashMap<TypeOrAttr, String>,
    /// The numbers that distinct attributes are printed with, by their identity.
    pub distinct: FxHashMap<u64, u64>,
}

/// Writes types and attributes to a string. Recursion is bounded by the nesting limit of the parser and runs on a
/// growing stack.
pub struct AsmWriter<'a> {
    cx: &'a Context,
    /// The text so far.
    pub out: &'a mut String,
    aliases: Option<&'a AliasTable>,
    policy: ElementsPolicy,
    /// Length of the text from which on types and attributes are left out.
    most: usize,
}

impl<'a> AsmWriter<'a> {
    /// A writer that appends to `out` and uses no aliases.
    pub fn new(cx: &'a Context, out: &'a mut String) -> Self {
        Self { cx, out, aliases: None, policy: ElementsPolicy::default(), most: usize::MAX }
    }
    /// A writer for messages. Shared parts are written at each occurrence, which can be exponentially often, so the
    /// text after `most` bytes is replaced by `...`.
    pub fn bounded(cx: &'a Context, out: &'a mut String, most: usize) -> Self {
        Self { most, ..Self::new(cx, out) }
    }
    /// A writer that uses `aliases` and prints large constants by `policy`.
    pub fn with(
        cx: &'a Context,
        out: &'a mut String,
        aliases: Option<&'a AliasTable>,
        policy: ElementsPolicy,
    ) -> Self {
        Self { cx, out, aliases, policy, most: usize::MAX }
    }
    /// The same writer, which leaves types and attributes out once the whole text has `most` bytes.
    pub fn up_to(self, most: usize) -> Self {
        Self { most, ..self }
    }
    /// The context; its borrow does not depend on the borrow of the writer.
    pub fn cx(&self) -> &'a Context {
        self.cx
    }
    /// How large constants are printed.
    pub fn policy(&self) -> ElementsPolicy {
        self.policy
    }
    /// Appends text.
    pub fn text(&mut self, s: &str) -> &mut Self {
        self.out.push_str(s);
        self
    }
    /// Appends formatted text.
    pub fn fmt(&mut self, args: fmt::Arguments<'_>) -> &mut Self {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(args);
        self
    }
    /// Appends a decimal integer.
    pub fn int(&mut self, v: i64) -> &mut Self {
        self.fmt(format_args!("{v}"))
    }
    /// Appends a string literal with MLIR's escapes.
    pub fn quoted(&mut self, s: &str) -> &mut Self {
        self.quoted_bytes(s.as_bytes())
    }
    /// Appends bytes as a string literal with MLIR's escapes.
    pub fn quoted_bytes(&mut self, s: &[u8]) -> &mut Self {
        self.out.push('"');
        for &c in s {
            match c {
                b'\\' => self.out.push_str("\\\\"),
                b'"' => self.out.push_str("\\22"),
                0x20..=0x7e => self.out.push(c as char),
                _ => {
                    self.fmt(format_args!("\\{c:02X}"));
                }
            }
        }
        self.out.push('"');
        self
    }
    /// Appends a name bare if it is a bare identifier, else as a string literal.
    pub fn keyword_or_string(&mut self, s: &str) -> &mut Self {
        if is_bare_id(s) { self.text(s) } else { self.quoted(s) }
    }
    /// Appends `@name`, quoted when needed.
    pub fn symbol_name(&mut self, name: Str) -> &mut Self {
        let name = self.cx.str(name);
        self.text("@").keyword_or_string(name)
    }
    /// Appends a type, by its alias if it has one.
    pub fn ty(&mut self, ty: Type) -> &mut Self {
        if let Some(name) = self.aliases.and_then(|a| a.names.get(&TypeOrAttr::Type(ty))) {
            return self.text(name);
        }
        self.ty_in_full(ty)
    }
    /// The number that a distinct attribute is printed with: as the printer counts them, else its identity.
    pub fn distinct_number(&self, id: u64) -> u64 {
        self.aliases.and_then(|a| a.distinct.get(&id)).copied().unwrap_or(id)
    }
    /// Whether the text has reached its limit; appends `...` then.
    fn full(&mut self) -> bool {
        let full = self.out.len() >= self.most;
        if full && !self.out.ends_with("...") {
            self.out.push_str("...");
        }
        full
    }
    /// Appends a type without using its own alias.
    pub fn ty_in_full(&mut self, ty: Type) -> &mut Self {
        if self.full() {
            return self;
        }
        let item = self.cx.types.item(ty.index());
        if let Some(name) = item.name() {
            self.text("!").text(name);
        }
        deep(|| item.print(self));
        self
    }
    /// Appends types separated by commas.
    pub fn types(&mut self, types: &[Type]) -> &mut Self {
        for (i, &t) in types.iter().enumerate() {
            if i != 0 {
                self.text(", ");
            }
            self.ty(t);
        }
        self
    }
    /// Appends `(types) -> results` in the form of function types.
    pub fn function_type(&mut self, inputs: &[Type], results: &[Type]) -> &mut Self {
        self.text("(").types(inputs).text(") -> ").result_types(results)
    }
    /// Appends result types: bare for one that is not itself a function type, else in parentheses.
    pub fn result_types(&mut self, results: &[Type]) -> &mut Self {
        match results {
            [one] if self.cx.type_as::<crate::types::FunctionType>(*one).is_none() => self.ty(*one),
            _ => self.text("(").types(results).text(")"),
        }
    }
    /// Appends an attribute with its type, by its alias if it has one.
    pub fn attr(&mut self, attr: Attr) -> &mut Self {
        if let Some(name) = self.aliases.and_then(|a| a.names.get(&TypeOrAttr::Attr(attr))) {
            return self.text(name);
        }
        self.attr_in_full(attr)
    }
    /// Appends an attribute without using its own alias.
    pub fn attr_in_full(&mut self, attr: Attr) -> &mut Self {
        if self.full() {
            return self;
        }
        let item = self.cx.attrs.item(attr.index());
        if is_location(self.cx, attr) {
            self.text("loc(");
            deep(|| item.print(self));
            return self.text(")");
        }
        let start = self.out.len() + 1;
        if let Some(name) = item.name() {
            self.text("#").text(name);
        }
        let end = self.out.len();
        deep(|| item.print(self));
        // Parameters that are not in angle brackets put the whole attribute into them: `#dialect<mnemonic WORD>`. The type of an
        // attribute stands outside of them.
        if matches!(self.out.as_bytes().get(end), Some(b' ' | b'{' | b'[' | b'(' | b'"'))
            && !self.out[end..].starts_with(" : ")
            && let Some(dot) = item.name().and_then(|n| n.find('.'))
        {
            self.out.replace_range(start + dot..start + dot + 1, "<");
            self.text(">");
        }
        self
    }
    /// Appends the parameters of a named attribute, which follow its `#dialect.mnemonic`, or its alias if its kind
    /// has one.
    ///
    /// Only [`Storage::ALIAS`](crate::interner::Storage::ALIAS) counts: the definition of an alias prints parameters,
    /// too, and must not refer to itself.
    pub fn attr_alias_or_params(&mut self, attr: Attr) -> &mut Self {
        match self.aliases.and_then(|a| a.names.get(&TypeOrAttr::Attr(attr))) {
            Some(name) if self.cx.attr_alias(attr).is_some() => self.text(name),
            _ => self.attr_params(attr),
        }
    }
    /// Appends the parameters of a named attribute, which follow its `#dialect.mnemonic`.
    pub fn attr_params(&mut self, attr: Attr) -> &mut Self {
        let item = self.cx.attrs.item(attr.index());
        let start = self.out.len();
        deep(|| item.print(self));
        if self.out.as_bytes().get(start) == Some(&b' ') {
            self.out.remove(start);
        }
        self
    }
    /// Appends the parameters of a named type, which follow its `!dialect.mnemonic`.
    pub fn type_params(&mut self, ty: Type) -> &mut Self {
        let item = self.cx.types.item(ty.index());
        deep(|| item.print(self));
        self
    }
    /// Appends an attribute whose type is printed elsewhere, if at all.
    pub fn attr_without_type(&mut self, attr: Attr) -> &mut Self {
        if let Some(name) = self.aliases.and_then(|a| a.names.get(&TypeOrAttr::Attr(attr))) {
            return self.text(name);
        }
        if let Some(s) = self.cx.attr_as::<StringAttr>(attr) {
            return self.quoted_bytes(&s.value);
        }
        if crate::attrs::print_without_type(self, attr) { self } else { self.attr_in_full(attr) }
    }
    /// Appends `{a = x, b}`.
    pub fn dictionary(&mut self, entries: &[(Str, Attr)]) -> &mut Self {
        self.text("{");
        for (i, &(name, attr)) in entries.iter().enumerate() {
            if i != 0 {
                self.text(", ");
            }
            self.named_attr(name, attr);
        }
        self.text("}")
    }
    /// Appends `name = attr`, or `name` for a unit attribute.
    pub fn named_attr(&mut self, name: Str, attr: Attr) -> &mut Self {
        let name = self.cx.str(name);
        self.attr_name(name);
        if attr != self.cx.unit() {
            self.text(" = ").attr(attr);
        }
        self
    }
    /// Appends the name of a dictionary entry, quoted when it is no identifier.
    pub fn attr_name(&mut self, name: &str) -> &mut Self {
        self.keyword_or_string(name)
    }
    /// Appends `loc(...)`, by its alias if it has one.
    pub fn location(&mut self, loc: Location) -> &mut Self {
        self.text("loc(");
        self.location_body(loc).text(")")
    }
    /// Appends a location without the `loc(...)` around it.
    pub fn location_body(&mut self, loc: Location) -> &mut Self {
        match loc.as_attr() {
            Some(attr) => {
                if let Some(name) = self.aliases.and_then(|a| a.names.get(&TypeOrAttr::Attr(attr))) {
                    return self.text(name);
                }
                let item = self.cx.attrs.item(attr.index());
                deep(|| item.print(self));
                self
            }
            None => match loc.file_line_col(self.cx) {
                Some((file, line, col)) => self.quoted(file).fmt(format_args!(":{line}:{col}")),
                None => self.text("unknown"),
            },
        }
    }
}

/// Whether `attr` is one of the location attributes.
pub fn is_location(cx: &Context, attr: Attr) -> bool {
    use crate::location::{CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc};
    let kind = cx.attr_kind(attr);
    kind == TypeId::of::<FileLineColLoc>()
        || kind == TypeId::of::<UnknownLoc>()
        || kind == TypeId::of::<NameLoc>()
        || kind == TypeId::of::<CallSiteLoc>()
        || kind == TypeId::of::<FusedLoc>()
}

/// Runs `f` with room on the stack, whatever the nesting of what it prints.
pub fn deep<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 << 10, 1 << 20, f)
}
