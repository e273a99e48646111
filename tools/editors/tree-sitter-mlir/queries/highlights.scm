(comment) @comment
(string) @string
(number) @number
(op_name) @function.builtin
(generic_op_name) @function.builtin
(value_name) @variable
(op_result (value_name) @variable)
(block_name) @label
(symbol) @function
(attribute_alias) @constant
(attribute_name) @constant.builtin
(type_alias) @type
(type_name) @type
(scalar_type) @type.builtin
(shaped_type) @type.builtin
(attribute_entry name: (_) @property)
(identifier) @keyword
["=" "->" ":" "::"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
"," @punctuation.delimiter
