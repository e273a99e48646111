//! Functions, classes and variables outside of functions.

use strata_emitc::{ClassOp, DeclareFuncOp, ExpressionOp, FieldOp, FuncOp, GlobalOp};
use strata_ir::prelude::*;

use crate::{
    attrs,
    emitter::{Emitter, Result},
    expression::{is_deferred, stands_at_use},
    types,
};

impl Emitter<'_> {
    /// Writes a function of `func` or `emitc`, with what stands before its name.
    pub fn function(&mut self, outer: &Body, op: Op, names_arguments: bool) -> Result {
        let (b, inner) = outer.inner(op);
        self.scope(|e| e.function_here(b, inner, names_arguments))
    }

    fn function_here(&mut self, b: &Body, op: Op, names_arguments: bool) -> Result {
        let region = b.regions(op).first().copied();
        let blocks = region.map_or(&[][..], |region| b.blocks(region));
        let top = self.options.declare_variables_at_top;
        if !top && blocks.len() > 1 {
            return Err(Self::error(b, op, "with multiple blocks needs variables declared at top"));
        }
        self.signature(b, op, names_arguments)?;
        let Some(&entry) = blocks.first() else {
            self.text(";");
            return Ok(());
        };
        self.text(" {\n");
        self.indented(|e| {
            if top {
                e.declare_results(b, op)?;
                for &block in &blocks[1..] {
                    for &arg in b.block_args(block) {
                        if b.cx().type_as::<strata_emitc::ArrayType>(b.ty(arg)).is_some() {
                            return Err(Self::error(b, op, "cannot emit block argument of array type"));
                        }
                        e.line().declare(b, op, arg)?;
                        e.text(";\n");
                    }
                }
            }
            Ok(())
        })?;
        // Labels are numbered in the order of the blocks.
        for &block in blocks {
            self.label(block);
        }
        for &block in blocks {
            if block != entry && b.num_predecessors(block) != 0 {
                let label = self.label(block);
                self.text(&label).text(":\n");
            }
            self.indented(|e| e.block(b, block))?;
        }
        self.line().text("}");
        Ok(())
    }

    /// `static int32_t f(int32_t v1)`
    fn signature(&mut self, b: &Body, op: Op, names_arguments: bool) -> Result {
        let cx = b.cx();
        let ty = b.attr(op, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
        let Some(ty) = ty.and_then(|t| cx.type_as::<FunctionType>(t.ty())) else {
            return Err(Self::error(b, op, "requires attribute 'function_type'"));
        };
        let specifiers = b.attr(op, "specifiers").and_then(|a| cx.attr_as::<ArrayAttr>(a));
        for word in specifiers.map_or(&[][..], |s| &s.0) {
            self.text(cx.attr_str(*word).unwrap_or("")).text(" ");
        }
        let results = Self::or_error(b, op, types::results(cx, &ty.results))?;
        let name = b.attr(op, "sym_name").and_then(|a| cx.attr_str(a)).unwrap_or("");
        self.text(&results).text(" ").text(name).text("(");
        let entry = b.regions(op).first().and_then(|&r| b.blocks(r).first().copied());
        let args = entry.filter(|_| names_arguments).map(|entry| b.block_args(entry));
        for (i, &input) in ty.inputs.iter().enumerate() {
            if i != 0 {
                self.text(", ");
            }
            if cx.type_as::<strata_emitc::LValueType>(input).is_some() {
                let shown = cx.type_to_string(input);
                let message = format!("cannot emit lvalue type as argument type '{shown}'");
                return Err(Diagnostic::error(b.loc(op), message));
            }
            let text = match args.and_then(|args| args.get(i)) {
                Some(&arg) => {
                    let name = self.name(arg);
                    types::declaration(cx, input, &name)
                }
                None => types::text(cx, input),
            };
            let text = Self::or_error(b, op, text)?;
            self.text(&text);
        }
        self.text(")");
        Ok(())
    }

    /// Declares the variables of all ops of a function.
    fn declare_results(&mut self, b: &Body, function: Op) -> Result {
        for op in b.ops_in(function) {
            if is_deferred(b, op) || op.as_op::<ExpressionOp>(b).is_some_and(|e| stands_at_use(b, e)) {
                continue;
            }
            for &result in b.results(op) {
                self.line().declare(b, op, result)?;
                self.text(";\n");
            }
        }
        Ok(())
    }

    /// The declaration of a function that is defined elsewhere in the module.
    pub fn declare_func(&mut self, b: &Body, op: DeclareFuncOp) -> Result {
        let name = b.attr_slot(op.op(), 0).and_then(|a| b.cx().attr_as::<SymbolRefAttr>(a)).map(|s| s.root);
        let table = b.regions(Op::SELF).iter().flat_map(|&r| b.region_ops(r));
        let function = table.filter(|&f| f.isa::<FuncOp>(b)).find(|&f| b.symbol_name(f) == name);
        let Some(function) = function else {
            return Err(Self::error(b, op.op(), "does not reference a valid function"));
        };
        self.scope(|e| {
            let (inner, function) = b.inner(function);
            e.signature(inner, function, true)
        })?;
        self.text(";");
        Ok(())
    }

    /// `class name { public: … };`
    pub fn class(&mut self, outer: &Body, op: ClassOp) -> Result {
        let (b, inner) = outer.inner(op.op());
        let name = b.attr(inner, "sym_name").and_then(|a| b.cx().attr_str(a)).unwrap_or("");
        self.text("class ").text(name);
        self.text(if b.attr(inner, "final_specifier").is_some() { " final {\n" } else { " {\n" });
        self.line().text(" public:\n");
        self.indented(|e| {
            let members = b.regions(inner).iter().flat_map(|&r| b.region_ops(r));
            for member in members.collect::<Vec<_>>() {
                e.statement(b, member)?;
            }
            Ok(())
        })?;
        self.line().text("};");
        Ok(())
    }

    /// `type name = value`
    fn variable_outside(&mut self, b: &Body, op: Op) -> Result {
        let cx = b.cx();
        let ty = b.attr(op, "type").and_then(|a| cx.attr_as::<TypeAttr>(a)).map(TypeAttr::ty);
        let name = b.attr(op, "sym_name").and_then(|a| cx.attr_str(a)).unwrap_or("");
        let ty = ty.ok_or_else(|| Self::error(b, op, "requires attribute 'type'"))?;
        let text = Self::or_error(b, op, types::declaration(cx, ty, name))?;
        self.text(&text);
        if let Some(value) = b.attr(op, "initial_value") {
            let value = Self::or_error(b, op, attrs::text(cx, value))?;
            self.text(" = ").text(&value);
        }
        self.text(";");
        Ok(())
    }

    /// A field of a class.
    pub fn field(&mut self, b: &Body, op: FieldOp) -> Result {
        self.variable_outside(b, op.op())
    }

    /// A variable of the program.
    pub fn global(&mut self, b: &Body, op: GlobalOp) -> Result {
        for (attr, word) in
            [("extern_specifier", "extern "), ("static_specifier", "static "), ("const_specifier", "const ")]
        {
            if b.attr(op.op(), attr).is_some() {
                self.text(word);
            }
        }
        self.variable_outside(b, op.op())
    }
}
