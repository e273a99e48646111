//! The attributes that describe a program to debuggers: its files, scopes, types, variables and labels.
//!
//! A scope or a type may be one of several attributes, and is written with its name: `scope = #llvm.di_file<…>`.

use strata_ir::{
    core::{AttrDef, TypeOrAttr},
    prelude::*,
    text::{AttrSyntax, Param, ParseAttr, ParseParams},
};

use crate::{
    dwarf::{Convention, Encoding, Language, Operation, Tag},
    metadata::{Bare, Of, words},
};

/// A number that is left out where it is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number<T>(pub T);

impl<T: Param + Copy + PartialEq + Default> Param for Number<T> {
    fn print(&self, w: &mut AsmWriter<'_>) {
        self.0.print(w);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        T::parse(p).map(Self)
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        *self
    }
    fn default_value() -> Option<Self> {
        Some(Self(T::default()))
    }
    fn is_default(&self) -> bool {
        self.0 == T::default()
    }
}

words! {
    /// The amount of debug information.
    EmissionKind = "LLVM debug emission kind" [
        None = "None", Full = "Full", LineTablesOnly = "LineTablesOnly", DebugDirectivesOnly = "DebugDirectivesOnly",
    ];
    /// Which tables of names there are.
    NameTableKind = "LLVM debug name table kind" [Default = "Default", Gnu = "GNU", None = "None", Apple = "Apple"], default Default;
}

/// Bits with names: `Zero`, `Public`, `"Public|Vector"`.
macro_rules! flags {
    ($($(#[$meta:meta])* $name:ident = $what:literal [$($bits:literal $word:literal),* $(,)?];)*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// Names with their bits; a name of several bits precedes the names of the single bits.
            const TABLE: &'static [(u32, &'static str)] = &[$(($bits, $word)),*];
        }
        impl Param for $name {
            fn print(&self, w: &mut AsmWriter<'_>) {
                let mut left = self.0;
                let mut words = Vec::new();
                for &(bits, word) in Self::TABLE {
                    if bits & left == bits && bits != 0 {
                        words.push(word);
                        // Bit 16 has several names, and all of them are printed.
                        if bits != 1 << 16 {
                            left &= !bits;
                        }
                    }
                }
                match &words[..] {
                    [] => w.text("Zero"),
                    [word] => w.text(word),
                    _ => w.quoted(&words.join("|")),
                };
            }
            fn parse(p: &mut Parser<'_>) -> PResult<Self> {
                let at = p.location();
                let text = p.keyword_or_string()?;
                let bit = |word: &str| Self::TABLE.iter().find(|(_, w)| *w == word.trim()).map(|&(bits, _)| bits);
                let all = text.split('|').map(bit).try_fold(0, |all, bits| Some(all | bits?));
                all.map(Self).ok_or_else(|| {
                    let mut names: Vec<_> = Self::TABLE.iter().collect();
                    names.sort_by_key(|&&(bits, _)| bits);
                    let names: Vec<_> = names.iter().map(|(_, w)| *w).collect();
                    p.error_at(at, format!("expected one of [{}] for {}, got: {text}", names.join(", "), $what))
                })
            }
            fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
                *self
            }
            fn default_value() -> Option<Self> {
                Some(Self(0))
            }
            fn is_default(&self) -> bool {
                self.0 == 0
            }
        }
    )*};
}
flags! {
    /// Flags of debug information about a type or a variable.
    DiFlags = "LLVM DI flags" [
        0 "Zero", 0x3 "Public", 0x2 "Protected", 0x1 "Private", 0x1 "Bit0", 0x2 "Bit1", 0x4 "FwdDecl",
        0x8 "AppleBlock", 0x10 "ReservedBit4", 0x20 "Virtual", 0x40 "Artificial", 0x80 "Explicit",
        0x100 "Prototyped", 0x200 "ObjcClassComplete", 0x400 "ObjectPointer", 0x800 "Vector",
        0x1000 "StaticMember", 0x2000 "LValueReference", 0x4000 "RValueReference", 0x8000 "ExportSymbols",
        0x1_0000 "SingleInheritance", 0x1_0000 "MultipleInheritance", 0x1_0000 "VirtualInheritance",
        0x4_0000 "IntroducedVirtual", 0x8_0000 "BitField", 0x10_0000 "NoReturn", 0x40_0000 "TypePassByValue",
        0x80_0000 "TypePassByReference", 0x100_0000 "EnumClass", 0x200_0000 "Thunk", 0x400_0000 "NonTrivial",
        0x800_0000 "BigEndian", 0x1000_0000 "LittleEndian", 0x2000_0000 "AllCallsDescribed",
    ];
    /// Flags of debug information about a function.
    DiSubprogramFlags = "LLVM DISubprogram flags" [
        0x1 "Virtual", 0x2 "PureVirtual", 0x4 "LocalToUnit", 0x8 "Definition", 0x10 "Optimized", 0x20 "Pure",
        0x40 "Elemental", 0x80 "Recursive", 0x100 "MainSubprogram", 0x200 "Deleted", 0x800 "ObjCDirect",
    ];
}

/// One step of an expression, with its numbers: `DW_OP_plus_uconst(4)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Step {
    /// The DWARF operation.
    pub operation: Operation,
    /// Its arguments.
    pub arguments: Vec<u64>,
}

impl Step {
    /// Whether the argument at a place is written as the name of an encoding.
    fn is_encoding(operation: Operation, place: usize) -> bool {
        operation.0 == "LLVM_convert" && place != 0
    }
}

impl Param for Step {
    fn print(&self, w: &mut AsmWriter<'_>) {
        self.operation.print(w);
        for (i, &argument) in self.arguments.iter().enumerate() {
            w.text(if i == 0 { "(" } else { ", " });
            match Encoding::from_number(argument).filter(|_| Self::is_encoding(self.operation, i)) {
                Some(encoding) => encoding.print(w),
                None => argument.print(w),
            }
        }
        w.text(if self.arguments.is_empty() { "" } else { ")" });
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let operation = Operation::parse(p)?;
        let mut arguments = Vec::new();
        if p.eat("(") {
            loop {
                let at = p.location();
                let number = if Self::is_encoding(operation, arguments.len()) && !p.peek_integer() {
                    let word = p.keyword()?;
                    Encoding::number(word).ok_or_else(|| {
                        p.error_at(at, format!("encountered unknown attribute encoding \"{word}\""))
                    })?
                } else {
                    u64::parse(p).map_err(|_| p.error_at(at, "expected integer operand"))?
                };
                arguments.push(number);
                if !p.eat(",") {
                    p.expect(")")?;
                    break;
                }
            }
        }
        Ok(Self { operation, arguments })
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.clone()
    }
}

/// A DWARF expression that computes the location or value of a variable: `<[DW_OP_deref]>`, `<>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DiExpression {
    /// The steps.
    pub operations: Vec<Step>,
}

impl DiExpression {
    fn print_params(&self, w: &mut AsmWriter<'_>) {
        w.text("<");
        if !self.operations.is_empty() {
            self.operations.print(w);
        }
        w.text(">");
    }
}

impl ParseParams for DiExpression {
    fn parse_params(p: &mut Parser<'_>) -> PResult<Self> {
        p.expect("<")?;
        let operations = if p.peek("[") { Vec::parse(p)? } else { Vec::new() };
        p.expect(">")?;
        Ok(Self { operations })
    }
}

/// A file: `<"main.c" in "/src">`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DiFile {
    /// Its name.
    pub name: Attr,
    /// The folder that the name starts from.
    pub directory: Attr,
}

impl DiFile {
    fn print_params(&self, w: &mut AsmWriter<'_>) {
        w.text("<").attr(self.name).text(" in ").attr(self.directory).text(">");
    }
}

impl ParseParams for DiFile {
    fn parse_params(p: &mut Parser<'_>) -> PResult<Self> {
        p.expect("<")?;
        let name = p.attr()?;
        p.expect("in")?;
        let directory = p.attr()?;
        p.expect(">")?;
        Ok(Self { name, directory })
    }
}

/// Makes attributes of types that print and parse their parameters.
macro_rules! written_by_hand {
    ($($name:ident = $ir:literal $doc:literal alias $alias:literal;)*) => {$(
        impl Storage for $name {
            const NAME: Option<&'static str> = Some($ir);
            const ALIAS: bool = $alias;
            fn print(&self, w: &mut AsmWriter<'_>) {
                self.print_params(w);
            }
        }
        impl AttrSyntax for $name {
            const DEF: AttrDef = AttrDef {
                name: $ir,
                doc: $doc,
                parse: &((|p| {
                    let value = $name::parse_params(p)?;
                    Ok(p.cx().attr(value))
                }) as ParseAttr),
            };
        }
    )*};
}
written_by_hand! {
    DiExpression = "llvm.di_expression" "What leads from a value to a variable." alias false;
    DiFile = "llvm.di_file" "A file." alias true;
}

/// The absence of a type.
#[attr(name = "llvm.di_null_type", alias)]
pub struct DiNullType;

type Opt = Option<Attr>;
type File = Option<Of<DiFile>>;
type Expression = Option<Of<DiExpression>>;

/// Attributes whose parameters have the names of DWARF.
macro_rules! records {
    ($($(#[$meta:meta])* $name:ident = $ir:literal $([$alias:ident])? { $($field:ident $(= $key:literal)?: $ty:ty,)* })*) => {$(
        $(#[$meta])*
        #[attr(name = $ir $(, $alias)?)]
        #[expect(missing_docs, reason = "the names are those of DWARF")]
        pub struct $name {
            $($(#[ir_name = $key])? pub $field: $ty,)*
        }
    )*};
}

records! {
    /// A type of the language itself.
    DiBasicType = "llvm.di_basic_type" [alias] {
        tag: Tag,
        name: Attr,
        size_in_bits = "sizeInBits": Number<u64>,
        encoding: Encoding,
    }
    /// A file with all that it includes.
    DiCompileUnit = "llvm.di_compile_unit" [alias] {
        id: Attr,
        source_language = "sourceLanguage": Language,
        file: Of<DiFile>,
        producer: Opt,
        is_optimized = "isOptimized": Always,
        emission_kind = "emissionKind": EmissionKind,
        name_table_kind = "nameTableKind": NameTableKind,
        split_debug_filename = "splitDebugFilename": Opt,
    }
    /// A type with members or elements.
    DiCompositeType = "llvm.di_composite_type" [alias] {
        rec_id = "recId": Opt,
        is_rec_self = "isRecSelf": bool,
        tag: Tag,
        name: Opt,
        file: File,
        line: Number<u32>,
        scope: Opt,
        base_type = "baseType": Opt,
        flags: DiFlags,
        size_in_bits = "sizeInBits": Number<u64>,
        align_in_bits = "alignInBits": Number<u64>,
        data_location = "dataLocation": Expression,
        rank: Expression,
        allocated: Expression,
        associated: Expression,
        elements: Bare<Attr>,
    }
    /// A type that is made of another one.
    DiDerivedType = "llvm.di_derived_type" [alias] {
        tag: Tag,
        name: Opt,
        base_type = "baseType": Opt,
        size_in_bits = "sizeInBits": Number<u64>,
        align_in_bits = "alignInBits": Number<u32>,
        offset_in_bits = "offsetInBits": Number<u64>,
        dwarf_address_space = "dwarfAddressSpace": Option<u32>,
        extra_data = "extraData": Opt,
    }
    /// A global variable and the expression of its location.
    DiGlobalVariableExpression = "llvm.di_global_variable_expression" [alias] {
        var: Of<DiGlobalVariable>,
        expr: Expression,
    }
    /// A global variable.
    DiGlobalVariable = "llvm.di_global_variable" [alias] {
        scope: Opt,
        name: Opt,
        linkage_name = "linkageName": Opt,
        file: Of<DiFile>,
        line: u32,
        ty = "type": Attr,
        is_local_to_unit = "isLocalToUnit": bool,
        is_defined = "isDefined": bool,
        align_in_bits = "alignInBits": Number<u32>,
    }
    /// A block of a function.
    DiLexicalBlock = "llvm.di_lexical_block" [alias] {
        scope: Attr,
        file: File,
        line: Number<u32>,
        column: Number<u32>,
    }
    /// A part of a block that is in another file.
    DiLexicalBlockFile = "llvm.di_lexical_block_file" [alias] {
        scope: Attr,
        file: File,
        discriminator: u32,
    }
    /// A variable of a function.
    DiLocalVariable = "llvm.di_local_variable" [alias] {
        scope: Attr,
        name: Opt,
        file: File,
        line: Number<u32>,
        arg: Number<u32>,
        align_in_bits = "alignInBits": Number<u32>,
        ty = "type": Opt,
        flags: DiFlags,
    }
    /// A function.
    DiSubprogram = "llvm.di_subprogram" [alias] {
        rec_id = "recId": Opt,
        is_rec_self = "isRecSelf": bool,
        id: Opt,
        compile_unit = "compileUnit": Option<Of<DiCompileUnit>>,
        scope: Opt,
        name: Opt,
        linkage_name = "linkageName": Opt,
        file: File,
        line: Number<u32>,
        scope_line = "scopeLine": Number<u32>,
        subprogram_flags = "subprogramFlags": DiSubprogramFlags,
        ty = "type": Option<Of<DiSubroutineType>>,
        retained_nodes = "retainedNodes": Bare<Attr>,
        annotations: Bare<Attr>,
    }
    /// A module of the language.
    DiModule = "llvm.di_module" [alias] {
        file: File,
        scope: Opt,
        name: Opt,
        config_macros = "configMacros": Opt,
        include_path = "includePath": Opt,
        apinotes: Opt,
        line: Number<u32>,
        is_decl = "isDecl": bool,
    }
    /// A namespace.
    DiNamespace = "llvm.di_namespace" [alias] {
        name: Opt,
        scope: Opt,
        export_symbols = "exportSymbols": Always,
    }
    /// A name that comes from elsewhere.
    DiImportedEntity = "llvm.di_imported_entity" [alias] {
        tag: Tag,
        scope: Attr,
        entity: Attr,
        file: File,
        line: Number<u32>,
        name: Opt,
        elements: Bare<Attr>,
    }
    /// A note of the programmer.
    DiAnnotation = "llvm.di_annotation" {
        name: Attr,
        value: Attr,
    }
    /// The indices of an array.
    DiSubrange = "llvm.di_subrange" {
        count: Opt,
        lower_bound = "lowerBound": Opt,
        upper_bound = "upperBound": Opt,
        stride: Opt,
    }
    /// Variables of Fortran that share memory.
    DiCommonBlock = "llvm.di_common_block" [alias] {
        scope: Attr,
        decl: Option<Of<DiGlobalVariable>>,
        name: Attr,
        file: File,
        line: Number<u32>,
    }
    /// The indices of an array whose number of dimensions is known when the program runs.
    DiGenericSubrange = "llvm.di_generic_subrange" {
        count: Opt,
        lower_bound = "lowerBound": Attr,
        upper_bound = "upperBound": Opt,
        stride: Attr,
    }
    /// The type of a function.
    DiSubroutineType = "llvm.di_subroutine_type" [alias] {
        calling_convention = "callingConvention": Convention,
        types: Bare<Attr>,
    }
    /// A label.
    DiLabel = "llvm.di_label" [alias] {
        scope: Attr,
        name: Opt,
        file: File,
        line: Number<u32>,
    }
    /// A type of strings.
    DiStringType = "llvm.di_string_type" [alias] {
        tag: Tag,
        name: Attr,
        size_in_bits = "sizeInBits": Number<u64>,
        align_in_bits = "alignInBits": Number<u32>,
        string_length = "stringLength": Opt,
        string_length_exp = "stringLengthExp": Expression,
        string_location_exp = "stringLocationExp": Expression,
        encoding: Encoding,
    }
}

/// A truth value that is always written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Always(pub bool);

impl Param for Always {
    fn print(&self, w: &mut AsmWriter<'_>) {
        self.0.print(w);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        bool::parse(p).map(Self)
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        *self
    }
}

attr_constraint! {
    /// A DWARF expression that computes the location or value of a variable; empty by default.
    LocationExpr: DiExpression = "LLVM dialect debug info expression", |_a, _cx| true,
        default |cx| cx.attr(DiExpression { operations: Vec::new() });
}
