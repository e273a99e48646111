//! [`Printer`]: the output, the state of printing, and the methods for hand-written printers of ops.

use std::{io, rc::Rc};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use strata_core::{
    AsmWriter, Attr, Block, Body, Context, DenseArrayAttr, ElementsPolicy, FunctionType, Op, OpInfo, Region,
    Str, Type, TypeOrAttr, Value, identifier::is_bare_id, writer::AliasTable,
};

use super::{
    PrintOptions,
    collector::Collector,
    names::{ARG, GROUPED, Id, KIND, NONE, NUMBER, Names, Numbering},
    places::Spot,
    shown::Shown,
};

/// How a region is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegionStyle {
    /// Print the header of the entry block when it has arguments.
    pub args: bool,
    /// Print the terminators of the blocks. Only the entry block can be without.
    pub terminator: bool,
    /// Print the header of the entry block when it is empty.
    pub empty_block: bool,
}

impl Default for RegionStyle {
    fn default() -> Self {
        Self { args: true, terminator: true, empty_block: false }
    }
}

impl RegionStyle {
    /// The style of ops that print the arguments of their entry block themselves.
    pub const NO_ARGS: Self = Self { args: false, terminator: true, empty_block: false };
    /// The same, without the terminator.
    pub const NO_ARGS_NO_TERMINATOR: Self = Self { args: false, terminator: false, empty_block: false };
}

/// Takes the text of a file in pieces.
pub(super) struct Sink<'a> {
    pub to: &'a mut dyn io::Write,
    /// The first error; nothing is written after it.
    pub result: io::Result<()>,
}

impl Sink<'_> {
    /// Writes `text` and empties it.
    pub fn take(&mut self, text: &mut String) {
        if self.result.is_ok() {
            self.result = self.to.write_all(text.as_bytes());
        }
        text.clear();
    }
    /// Writes the remaining text.
    pub fn finish(mut self, text: &mut String) -> io::Result<()> {
        self.take(text);
        self.result
    }
}

/// Length of the text from which on it goes to the sink.
const PIECE: usize = 64 << 10;

/// Writes ops. An isolated op is printed from inside: [`Printer::body`] is its own body and the op is [`Op::SELF`].
pub struct Printer<'a> {
    pub(super) cx: &'a Context,
    pub(super) body: &'a Body,
    /// The names in `body`.
    pub(super) names: Rc<Names>,
    numbering: Option<Box<Numbering<'a>>>,
    /// Empty tables of names with memory.
    spare_names: Vec<Rc<Names>>,
    /// Index of the names of `body`.
    pub(super) index: usize,
    /// The body around this one, the shell of this one's op in it, and the index of its names.
    pub(super) outer: Option<(&'a Body, Op, usize)>,
    pub(super) aliases: Option<&'a AliasTable>,
    pub(super) options: &'a PrintOptions,
    pub(super) policy: ElementsPolicy,
    most: usize,
    /// Set while the uses of attributes and types are counted; the output is then discarded.
    pub(super) collect: Option<Box<Collector>>,
    pub(super) out: String,
    /// Where the ops are in the text, if that is asked for.
    pub(super) places: Option<Vec<Spot>>,
    /// The sink to which full buffers of text are written; without one all text stays in `out`.
    pub(super) sink: Option<Sink<'a>>,
    pub(super) indent: usize,
    /// The dialects whose prefix may be left out, innermost last.
    pub(super) dialects: Vec<&'static str>,
    /// Text of the types that were printed.
    types: FxHashMap<Type, Box<str>>,
    /// Default values of attributes, by the address of their declaration.
    pub(super) defaults: FxHashMap<usize, Attr>,
    /// The attributes that the format of an op prints, by the address of the op's descriptor.
    pub(super) shown: FxHashMap<*const OpInfo, Rc<Shown>>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(
        body: &'a Body,
        names: Rc<Names>,
        aliases: Option<&'a AliasTable>,
        options: &'a PrintOptions,
    ) -> Self {
        Self {
            cx: body.cx(),
            body,
            index: names.index_of(body),
            names,
            numbering: None,
            spare_names: Vec::new(),
            outer: None,
            aliases,
            options,
            policy: options.policy(),
            most: options.at_most.unwrap_or(usize::MAX),
            collect: None,
            out: String::new(),
            places: None,
            sink: None,
            indent: 0,
            dialects: vec!["builtin"],
            types: FxHashMap::default(),
            defaults: FxHashMap::default(),
            shown: FxHashMap::default(),
        }
    }

    /// Names the values of a child whose names were deferred; returns the names of the body around it for [`Self::leave_names`].
    pub(super) fn enter_names(&mut self, child: &'a Body) -> Rc<Names> {
        let mut own = self.spare_names.pop().unwrap_or_default();
        if let Some(names) = Rc::get_mut(&mut own) {
            // Where uses of attributes are counted, no text is kept.
            if self.collect.is_some() {
                names.clear();
            } else {
                let make = || Box::new(Numbering::new(self.cx, self.options));
                *names = self.numbering.get_or_insert_with(make).name_lazily(std::mem::take(names), child);
            }
        }
        std::mem::replace(&mut self.names, own)
    }
    pub(super) fn leave_names(&mut self, outer: Rc<Names>) {
        let own = std::mem::replace(&mut self.names, outer);
        self.spare_names.push(own);
    }

    // ---------------------------------------------------------------- state

    /// The body of the op that is printed; its borrow does not depend on the borrow of the printer.
    pub fn body(&self) -> &'a Body {
        self.body
    }
    /// The context; its borrow does not depend on the borrow of the printer.
    pub fn cx(&self) -> &'a Context {
        self.cx
    }
    /// The options.
    pub fn options(&self) -> &'a PrintOptions {
        self.options
    }
    /// Runs `f` in the body where `op` has its operands and results: for the [`Op::SELF`] of an isolated op that is
    /// the body around it, for any other op nothing changes.
    pub fn in_parent<R>(&mut self, op: Op, f: impl FnOnce(&mut Self, Op) -> R) -> R {
        let Some((body, shell, index)) = self.outer.filter(|_| op == Op::SELF) else { return f(self, op) };
        let (inner, inner_index) = (self.body, self.index);
        (self.body, self.index) = (body, index);
        let result = f(self, shell);
        (self.body, self.index) = (inner, inner_index);
        result
    }

    // ---------------------------------------------------------------- text

    /// Ends the line of an op of a block. The text before may be flushed here, since no printer reads it again.
    pub(super) fn end_op(&mut self) {
        self.newline();
        if self.out.len() >= PIECE
            && let Some(sink) = &mut self.sink
        {
            sink.take(&mut self.out);
        }
    }

    /// Appends text.
    #[inline]
    pub fn text(&mut self, s: &str) -> &mut Self {
        self.out.push_str(s);
        self
    }
    /// Appends a space.
    pub fn space(&mut self) -> &mut Self {
        self.text(" ")
    }
    /// Removes a space at the end, for a custom directive that prints nothing or its own space.
    pub fn unspace(&mut self) -> &mut Self {
        if self.out.ends_with(' ') {
            self.out.pop();
        }
        self
    }
    /// Ends the line and indents the next one like the current op.
    pub fn indented_newline(&mut self) -> &mut Self {
        self.newline().indentation()
    }
    /// Ends the line.
    pub fn newline(&mut self) -> &mut Self {
        self.text("\n")
    }
    /// Runs `f` with the current op indented by two more spaces.
    pub fn indented<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.indent += 2;
        let result = f(self);
        self.indent -= 2;
        result
    }
    /// Appends the spaces before an op of the current block.
    pub fn indentation(&mut self) -> &mut Self {
        const SPACES: &str = "                                                                ";
        let mut left = self.indent;
        while left > 0 {
            let n = left.min(SPACES.len());
            self.out.push_str(&SPACES[..n]);
            left -= n;
        }
        self
    }
    /// Appends a decimal number.
    pub fn int(&mut self, v: i64) -> &mut Self {
        match u32::try_from(v) {
            Ok(v) => self.number(v),
            Err(_) => {
                self.writer().int(v);
                self
            }
        }
    }
    pub(super) fn number(&mut self, mut v: u32) -> &mut Self {
        if v < 10 {
            self.out.push((b'0' + v as u8) as char);
            return self;
        }
        let (mut digits, mut at) = ([b'0'; 10], 10);
        loop {
            at -= 1;
            digits[at] = b'0' + (v % 10) as u8;
            v /= 10;
            if v == 0 {
                break;
            }
        }
        for &digit in &digits[at..] {
            self.out.push(digit as char);
        }
        self
    }
    /// Appends a string literal.
    pub fn quoted(&mut self, s: &str) -> &mut Self {
        self.writer().quoted(s);
        self
    }
    /// Appends a name bare if it can be, else as a string literal.
    pub fn keyword_or_string(&mut self, s: &str) -> &mut Self {
        if is_bare_id(s) { self.text(s) } else { self.quoted(s) }
    }
    /// Appends `@name`, quoted when needed.
    pub fn symbol_text(&mut self, name: &str) -> &mut Self {
        self.text("@").keyword_or_string(name)
    }
    /// Appends `@name`, quoted when needed.
    pub fn symbol(&mut self, name: Str) -> &mut Self {
        self.symbol_text(self.cx.str(name))
    }
    /// A writer for types and attributes that appends to the same output. Attributes and types that are printed
    /// through it get no aliases of their own, so prefer the methods of the printer.
    pub fn writer(&mut self) -> AsmWriter<'_> {
        AsmWriter::with(self.cx, &mut self.out, self.aliases, self.policy).up_to(self.most)
    }

    // ---------------------------------------------------------------- values and blocks

    /// Appends the name of a value as an operand.
    #[inline]
    pub fn value(&mut self, v: Value) -> &mut Self {
        let id = self.names.value(self.index, v);
        self.id(id, true)
    }
    pub(super) fn id(&mut self, id: Id, with_number: bool) -> &mut Self {
        if id == NONE {
            return self.text("<<UNKNOWN SSA VALUE>>");
        }
        let n = id.0 & !KIND;
        match id.0 & KIND {
            NUMBER => self.text("%").number(n),
            ARG => self.text("%arg").number(n),
            GROUPED => {
                let group = self.names.grouped[n as usize];
                self.id(group.head, false);
                match group.number.filter(|_| with_number) {
                    Some(k) => self.text("#").number(k),
                    None => self,
                }
            }
            _ => {
                let names = Rc::clone(&self.names);
                self.text("%").text(&names.strings[n as usize])
            }
        }
    }
    /// Appends items separated by commas.
    pub fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut each: impl FnMut(&mut Self, T),
    ) -> &mut Self {
        for (i, item) in items.into_iter().enumerate() {
            if i != 0 {
                self.text(", ");
            }
            each(self, item);
        }
        self
    }
    /// Appends operands separated by commas.
    pub fn values(&mut self, values: impl IntoIterator<Item = Value>) -> &mut Self {
        self.list(values, |p, v| {
            p.value(v);
        })
    }
    /// Appends `%a = %x, %b = %y` in parentheses after ` keyword`, as loops write their carried values; nothing when
    /// there are none.
    pub fn assignments(
        &mut self,
        keyword: &str,
        args: impl IntoIterator<Item = Value>,
        inits: impl IntoIterator<Item = Value>,
    ) -> &mut Self {
        let mut pairs = args.into_iter().zip(inits).peekable();
        if pairs.peek().is_none() {
            return self;
        }
        self.text(keyword).text("(");
        self.list(pairs, |p, (arg, init)| {
            p.value(arg).text(" = ").value(init);
        });
        self.text(")")
    }
    /// Appends `^bb1`.
    pub fn block(&mut self, block: Block) -> &mut Self {
        match self.names.block(self.index, block) {
            Some(n) => self.text("^bb").number(n),
            None => self.text("INVALIDBLOCK"),
        }
    }
    /// Appends `^bb1`, or `^bb1(%a, %b : i32, f32)` when operands are passed to it.
    pub fn successor(&mut self, block: Block, operands: &[Value]) -> &mut Self {
        self.block(block);
        if operands.is_empty() {
            return self;
        }
        let body = self.body;
        self.text("(").values(operands.iter().copied()).text(" : ");
        self.types(operands.iter().map(|&v| body.ty(v))).text(")")
    }
    /// Appends `%arg0: i32`, with its location where locations are printed.
    pub fn region_arg(&mut self, arg: Value) -> &mut Self {
        self.value(arg).text(": ").type_of(arg).arg_location(arg)
    }
    /// As [`Printer::region_arg`], with a dictionary of attributes after the type.
    pub fn region_arg_with_attrs(&mut self, arg: Value, attrs: &[(Str, Attr)]) -> &mut Self {
        self.value(arg).text(": ").type_of(arg).named_attrs(attrs).arg_location(arg)
    }

    // ---------------------------------------------------------------- types

    /// Appends a type.
    pub fn ty(&mut self, ty: Type) -> &mut Self {
        if let Some(collect) = &mut self.collect {
            collect.visit(self.cx, TypeOrAttr::Type(ty), false);
            return self;
        }
        if let Some(text) = self.types.get(&ty) {
            self.out.push_str(text);
            return self;
        }
        let start = self.out.len();
        self.writer().ty(ty);
        if self.out.len() - start < 256 {
            self.types.insert(ty, self.out[start..].into());
        }
        self
    }
    /// Appends the type of a value.
    pub fn type_of(&mut self, v: Value) -> &mut Self {
        self.ty(self.body.ty(v))
    }
    /// Appends types separated by commas.
    pub fn types(&mut self, types: impl IntoIterator<Item = Type>) -> &mut Self {
        self.list(types, |p, t| {
            p.ty(t);
        })
    }
    /// Appends `(inputs) -> results`.
    pub fn function_type(&mut self, inputs: &[Type], results: &[Type]) -> &mut Self {
        self.text("(").types(inputs.iter().copied()).text(") -> ").result_types(results)
    }
    /// Appends a type bare, or any other number of types, or a function type, in parentheses.
    pub fn result_types(&mut self, results: &[Type]) -> &mut Self {
        match results {
            [one] if self.cx.type_as::<FunctionType>(*one).is_none() => self.ty(*one),
            _ => self.text("(").types(results.iter().copied()).text(")"),
        }
    }
    /// Appends ` -> ` and the types as [`Printer::result_types`]; nothing when there are none.
    pub fn arrow_types(&mut self, results: &[Type]) -> &mut Self {
        if results.is_empty() { self } else { self.text(" -> ").result_types(results) }
    }
    /// As [`Printer::arrow_types`].
    pub fn optional_arrow_types(&mut self, results: &[Type]) -> &mut Self {
        self.arrow_types(results)
    }
    /// The types of the results of an op, wherever it has them.
    pub fn result_types_of(&mut self, op: Op) -> SmallVec<[Type; 4]> {
        self.in_parent(op, |p, op| p.body.result_types(op).collect())
    }

    // ---------------------------------------------------------------- attributes

    /// Appends an attribute with its type.
    pub fn attr(&mut self, attr: Attr) -> &mut Self {
        if let Some(collect) = &mut self.collect {
            collect.visit(self.cx, TypeOrAttr::Attr(attr), false);
        } else if self.has_locations(attr) {
            self.location_attr(attr);
        } else {
            self.writer().attr(attr);
        }
        self
    }
    /// Appends an attribute whose type is known from elsewhere.
    pub fn attr_without_type(&mut self, attr: Attr) -> &mut Self {
        if let Some(collect) = &mut self.collect {
            collect.visit_without_type(self.cx, attr);
        } else {
            self.writer().attr_without_type(attr);
        }
        self
    }
    /// Appends the parameters of an attribute of a dialect, which follow its name.
    pub fn attr_params(&mut self, attr: Attr) -> &mut Self {
        match &mut self.collect {
            Some(collect) if self.cx.attr_alias(attr).is_some() => {
                collect.visit(self.cx, TypeOrAttr::Attr(attr), false);
            }
            Some(collect) => collect.visit_inside(self.cx, TypeOrAttr::Attr(attr), false),
            None => {
                self.writer().attr_alias_or_params(attr);
            }
        }
        self
    }
    /// Appends the parameters of a type of a dialect, which follow its name.
    pub fn type_params(&mut self, ty: Type) -> &mut Self {
        if let Some(collect) = &mut self.collect {
            collect.visit_inside(self.cx, TypeOrAttr::Type(ty), false);
        } else {
            self.writer().type_params(ty);
        }
        self
    }
    /// Appends a dense array as `[1, 2]`; any other attribute in full.
    pub fn dense_array(&mut self, attr: Attr) -> &mut Self {
        match self.cx.attr_as::<DenseArrayAttr>(attr) {
            Some(array) => {
                self.text("[");
                array.print_elements(&mut self.writer());
                self.text("]")
            }
            None => self.attr(attr),
        }
    }
}

/// Regions; the rest is in `op.rs`.
impl Printer<'_> {
    /// Appends a space and the region in the default style.
    pub fn space_region(&mut self, region: Region) -> &mut Self {
        self.space().region(region, RegionStyle::default())
    }
}
