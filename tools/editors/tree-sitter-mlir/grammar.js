// MLIR for tree-sitter.
//
// Custom assembly differs from op to op. An op is its name, which is a word of the tables (`words.js`), and what follows: names,
// types, attributes, punctuation and groups in brackets, up to the next op. A group in braces is a region or a dictionary; it holds
// ops, blocks and entries.

const words = require("./words");

// Names of ops are one token, so that the table of states stays small.
const pattern = (list) =>
  new RustRegex("(?:" + [...list].sort((a, b) => b.length - a.length).map((w) => w.replace(/[.-]/g, "\\$&")).join("|") + ")");

module.exports = grammar({
  name: "mlir",

  extras: ($) => [/\s/, $.comment],

  word: ($) => $.identifier,

  conflicts: ($) => [
    [$.op_result, $.value],
    [$.attribute_entry, $._item],
    [$._item, $.block],
    // A name after an op belongs to it, or begins what is next.
    [$.operation],
  ],

  rules: {
    source_file: ($) =>
      repeat(choice($.attribute_alias_definition, $.type_alias_definition, $.resources, $.operation)),

    comment: (_) => token(seq("//", /[^\n]*/)),

    attribute_alias_definition: ($) =>
      prec.dynamic(2, seq(field("name", $.attribute_alias), "=", field("value", $._attribute_value))),
    type_alias_definition: ($) =>
      prec.dynamic(2, seq(field("name", $.type_alias), "=", field("value", $._type))),
    resources: ($) => seq("{-#", repeat(choice($.identifier, $.string, ":", ",", $.braces)), "#-}"),
    _attribute_value: ($) =>
      prec.right(choice($._attribute, $.number, $.string, $._type, $.brackets, $.braces, $.symbol,
        prec.right(seq($.identifier, optional(choice($.angles, $.parentheses)))))),

    operation: ($) =>
      seq(
        optional(seq(field("results", $.op_results), "=")),
        field("name", choice($.op_name, $.generic_op_name)),
        repeat($._item),
      ),
    op_results: ($) => prec.dynamic(1, seq($.op_result, repeat(seq(",", $.op_result)))),
    op_result: ($) => seq($.value_name, optional(seq(":", $.number))),
    op_name: ($) => choice($._full_op_name, $._short_op_name),
    _full_op_name: (_) => token(prec(3, pattern(words.ops))),
    _short_op_name: (_) => choice(...words.shortOps),
    // `"dialect.op"`: a string with a dot and without blanks.
    generic_op_name: (_) => token(prec(2, /"[A-Za-z_][A-Za-z0-9_$-]*(\.[A-Za-z0-9_$-]+)+"/)),

    _item: ($) =>
      choice(
        $.value, $.block_name, $.symbol, $._attribute, $._type, $.string, $.number, $.identifier, $.dotted_identifier,
        $.parentheses, $.brackets, $.angles, $.braces,
        ",", ":", "->", "=", "::", "?", "*", "+", "-", "|", "/", "<", ">", ">=", "<=", "==", "...",
      ),

    parentheses: ($) => seq("(", repeat(choice($._item, $.op_name)), ")"),
    brackets: ($) => seq("[", repeat($._item), "]"),
    angles: ($) => prec(1, seq(token.immediate("<"), repeat($._item), ">")),
    // A region or a dictionary.
    braces: ($) => seq("{", repeat(choice($.attribute_entry, $._item)), repeat($.operation), repeat($.block), "}"),
    attribute_entry: ($) =>
      prec.dynamic(1, prec.right(seq(
        field("name", choice($.identifier, $.dotted_identifier, $.string)), "=", repeat1($._item)))),
    block: ($) =>
      prec.dynamic(3, seq(field("name", $.block_name), optional($.parentheses), ":", repeat($.operation))),

    value: ($) => seq($.value_name, optional($.result_number)),
    value_name: (_) => /%([0-9]+|[A-Za-z_$.-][A-Za-z0-9_$.-]*)/,
    result_number: (_) => token.immediate(/#[0-9]+/),
    block_name: (_) => /\^[A-Za-z0-9_$.-]+/,
    symbol: (_) => token(seq("@", choice(/[A-Za-z_][A-Za-z0-9_$.-]*/, /"[^"\n]*"/))),

    _attribute: ($) => choice($.attribute_alias, $.dialect_attribute),
    dialect_attribute: ($) => prec.right(seq($.attribute_name, optional($.angles))),
    attribute_name: (_) => token(prec(2, seq("#", pattern(words.attributes)))),
    attribute_alias: (_) => /#[A-Za-z_$][A-Za-z0-9_$.-]*/,

    _type: ($) => choice($.builtin_type, $.type_alias, $.dialect_type),
    dialect_type: ($) => prec.right(seq($.type_name, optional($.angles))),
    type_name: (_) => token(prec(2, seq("!", pattern(words.types)))),
    type_alias: (_) => /![A-Za-z_$][A-Za-z0-9_$.-]*/,
    builtin_type: ($) => prec.right(choice($.scalar_type, seq($.shaped_type, optional($.angles)))),
    scalar_type: (_) => token(prec(1, /[su]?i[0-9]+|b?f16|f32|f64|f80|f128|tf32|f[468]E[0-9]+M[0-9]+[A-Z]*|index|none/)),
    shaped_type: (_) => choice("tensor", "memref", "vector", "tuple", "complex"),

    string: (_) => token(seq('"', repeat(choice(/[^"\\\n]/, /\\./)), '"')),
    // Dimensions such as `4x8xf32` are one token.
    number: (_) => token(choice(/-?0x[0-9a-fA-F]+/, /-?[0-9]+(\.[0-9]*([eE][-+]?[0-9]+)?)?/, /([0-9]+|\?|\*|\[[0-9]+\])(x([0-9]+|\?|\[[0-9]+\]))*x[A-Za-z0-9]*/)),
    identifier: (_) => /[A-Za-z_][A-Za-z0-9_$]*/,
    dotted_identifier: (_) => /[A-Za-z_][A-Za-z0-9_$]*(\.[A-Za-z0-9_$]+)+/,
  },
});
