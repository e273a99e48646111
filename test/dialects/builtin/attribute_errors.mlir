// RUN: strata-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Errors in the syntax of attributes and types.

// expected-error @+1 {{expected attribute value}}
"foo"() ({}) {a = } : () -> ()

// -----

// expected-error @+1 {{duplicate key 'a' in dictionary attribute}}
"foo"() {a = 1, a = 2} : () -> ()

// -----

// expected-error @+1 {{expected '}' in attribute dictionary}}
"foo"() {a = 1 b = 2} : () -> ()

// -----

// expected-error @+1 {{expected attribute name}}
"foo"() {a = 1,} : () -> ()

// -----

// expected-error @+1 {{expected '>' to close properties}}
"foo"() <{a = 1} : () -> ()

// -----

// expected-error @+1 {{custom op 'func.func' 'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @f() attributes {a = 1 : i32, sym_name = "q"}

// -----

// expected-note @+2 {{add a trailing dot to make the literal a float}}
// expected-error @+1 {{unexpected decimal integer literal for a floating point value}}
"foo"() {a = 1 : f32} : () -> ()

// -----

// expected-error @+1 {{floating point value not valid for specified type}}
"foo"() {a = 1.0 : i32} : () -> ()

// -----

// expected-error @+1 {{expected '}' in attribute dictionary}}
"foo"() {a = 0x1p : i32} : () -> ()

// -----

// expected-error @+1 {{expected '}' in attribute dictionary}}
"foo"() {a = 0xZZ : i32} : () -> ()

// -----

// expected-error @+1 {{integer constant out of range for attribute}}
"foo"() {a = 256 : i8} : () -> ()

// -----

// expected-error @+1 {{integer constant out of range for attribute}}
"foo"() {a = -129 : i8} : () -> ()

// -----

// expected-error @+1 {{negative integer literal not valid for unsigned integer type}}
"foo"() {a = -1 : ui8} : () -> ()

// -----

// expected-error @+1 {{integer constant out of range for attribute}}
"foo"() {a = 128 : si8} : () -> ()

// -----

// expected-error @+1 {{integer constant out of range for attribute}}
"foo"() {a = 99999999999999999999 : index} : () -> ()

// -----

// expected-error @+1 {{integer constant out of range for attribute}}
"foo"() {a = 99999999999999999999} : () -> ()

// -----

// expected-error @+1 {{integer literal not valid for specified type}}
"foo"() {a = 1 : tensor<i32>} : () -> ()

// -----

// expected-error @+1 {{hexadecimal float constant out of range for type}}
"foo"() {a = 0x7fc01 : f16} : () -> ()

// -----

// expected-error @+1 {{hexadecimal float literal should not have a leading minus}}
"foo"() {a = -0x7c00 : f16} : () -> ()

// -----

// expected-error @+1 {{expected '}' in attribute dictionary}}
"foo"() {a = 1e5} : () -> ()

// -----

// expected-error @+1 {{expected '}' in attribute dictionary}}
"foo"() {a = 1.e} : () -> ()

// -----

// expected-error @+1 {{expected constant integer or floating point value}}
"foo"() {a = -} : () -> ()

// -----

// expected-error @+1 {{expected '}' in attribute dictionary}}
"foo"() {a = true : i32} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"foo"() {a = "x" : } : () -> ()

// -----

// expected-error @+1 {{unknown escape in string literal}}
"foo"() {a = "x\q"} : () -> ()

// -----

// expected-error @+1 {{expected '"' in string literal}}
"foo"() {a = "x
"} : () -> ()

// -----

// expected-error @+1 {{expected '"' in string literal}}
"foo"() {a = "x} : () -> ()

// -----

// expected-error @+1 {{@ identifier expected to start with letter or '_'}}
"foo"() {a = @} : () -> ()

// -----

// expected-error @+1 {{expected nested symbol reference identifier}}
"foo"() {a = @foo::bar} : () -> ()

// -----

// expected-error @+1 {{expected '}' in attribute dictionary}}
"foo"() {a = @foo:@bar} : () -> ()

// -----

// expected-error @+1 {{@ identifier expected to start with letter or '_'}}
"foo"() {a = @foo::@"bar"::@1} : () -> ()

// -----

// expected-error @+1 {{expected ',' or ']'}}
"foo"() {a = [1, 2} : () -> ()

// -----

// expected-error @+1 {{expected ',' or ']'}}
"foo"() {a = [1 2]} : () -> ()

// -----

// expected-error @+1 {{expected attribute value}}
"foo"() {a = [,]} : () -> ()

// -----

// expected-error @+1 {{expected attribute value}}
"foo"() {a = [1,]} : () -> ()

// -----

// expected-error @+1 {{expected '}' in attribute dictionary}}
"foo"() {a = {b = 1} : () -> ()

// -----

// expected-error @+1 {{duplicate key 'b' in dictionary attribute}}
"foo"() {a = {b = 1, b = 1}} : () -> ()

// -----

// expected-error @+1 {{integer bitwidth is limited to 16777215 bits}}
"foo"() {a = i16777216} : () -> ()

// -----

// expected-error @+1 {{expected attribute value}}
"foo"() {a = f31} : () -> ()

// -----

// expected-error @+1 {{expected attribute value}}
"foo"() {a = i32x} : () -> ()

// -----

// expected-error @+1 {{expected '>' in tensor type}}
"foo"() {a = tensor<4xi32} : () -> ()

// -----

// expected-error @+1 {{expected 'x' in dimension list}}
"foo"() {a = tensor<4>} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"foo"() {a = tensor<4x>} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"foo"() {a = tensor<x4xi32>} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"foo"() {a = tensor<-4xi32>} : () -> ()

// -----

// expected-error @+1 {{expected 'x' in dimension list}}
"foo"() {a = tensor<*i32>} : () -> ()

// -----

// expected-error @+1 {{cannot apply encoding to unranked tensor}}
"foo"() {a = tensor<*xi32, 5>} : () -> ()

// -----

// expected-error @+1 {{expected 'x' in dimension list}}
"foo"() {a = tensor<4x4, i32>} : () -> ()

// -----

// expected-error @+1 {{invalid tensor element type}}
"foo"() {a = tensor<4xtuple<>>} : () -> ()

// -----

// expected-error @+1 {{invalid tensor element type}}
"foo"() {a = tensor<() -> ()>} : () -> ()

// -----

// expected-error @+1 {{invalid dimension}}
"foo"() {a = tensor<99999999999999999999xi32>} : () -> ()

// -----

// expected-error @+1 {{invalid tensor element type}}
"foo"() {a = tensor<4xmemref<2xi32>>} : () -> ()

// -----

// expected-error @+1 {{invalid memref element type}}
"foo"() {a = memref<4xtensor<2xi32>>} : () -> ()

// -----

// expected-error @+1 {{invalid memref element type}}
"foo"() {a = memref<4xnone>} : () -> ()

// -----

// expected-error @+1 {{memref layout mismatch between rank and affine map: 1 != 2}}
"foo"() {a = memref<4xi32, affine_map<(d0, d1) -> (d0)>>} : () -> ()

// -----

// expected-error @+1 {{expected the number of strides to match the rank}}
"foo"() {a = memref<4xi32, strided<[1, 2]>>} : () -> ()

// -----

// expected-error @+1 {{expected the number of strides to match the rank}}
"foo"() {a = memref<4xi32, strided<[]>>} : () -> ()

// -----

// expected-error @+1 {{expected ':' after 'offset'}}
"foo"() {a = memref<4xi32, strided<[1], offset>>} : () -> ()

// -----

// expected-error @+1 {{expected a 64-bit signed integer or '?'}}
"foo"() {a = memref<4xi32, strided<[1], offset: x>>} : () -> ()

// -----

// expected-error @+1 {{expected a 64-bit signed integer or '?'}}
"foo"() {a = memref<4xi32, strided<[a]>>} : () -> ()

// -----

// expected-error @+1 {{expected 'offset' after comma}}
"foo"() {a = memref<4xi32, strided<[1],>>} : () -> ()

// -----

// expected-error @+1 {{expected ','}}
"foo"() {a = memref<4xi32, strided<[1] offset: 1>>} : () -> ()

// -----

// expected-error @+1 {{expected '['}}
"foo"() {a = memref<4xi32, strided<1>>} : () -> ()

// -----

// expected-error @+1 {{expected '<' after 'strided'}}
"foo"() {a = memref<4xi32, strided[1]>} : () -> ()

// -----

// expected-error @+1 {{multiple memory spaces specified in memref type}}
"foo"() {a = memref<4xi32, 1, 2>} : () -> ()

// -----

// expected-error @+1 {{expected memory space to be last in memref type}}
"foo"() {a = memref<4xi32, 1, affine_map<(d0) -> (d0)>>} : () -> ()

// -----

// expected-error @+1 {{expected list element}}
"foo"() {a = memref<4xi32, >} : () -> ()

// -----

// expected-error @+1 {{cannot have affine map for unranked memref type}}
"foo"() {a = memref<*xi32, affine_map<(d0) -> (d0)>>} : () -> ()

// -----

// expected-error @+1 {{unsupported memory space Attribute}}
"foo"() {a = memref<4xi32, 1.0>} : () -> ()

// -----

// expected-error @+1 {{vector types must have positive constant sizes but got 0}}
"foo"() {a = vector<0xi32>} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"foo"() {a = vector<-1xi32>} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"foo"() {a = vector<?xi32>} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"foo"() {a = vector<*xi32>} : () -> ()

// -----

// expected-error @+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"foo"() {a = vector<4xtensor<i32>>} : () -> ()

// -----

// expected-error @+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"foo"() {a = vector<4xcomplex<f32>>} : () -> ()

// -----

// expected-error @+1 {{missing ']' closing scalable dimension}}
"foo"() {a = vector<[4xi32>} : () -> ()

// -----

// expected-error @+1 {{invalid dimension}}
"foo"() {a = vector<[]xi32>} : () -> ()

// -----

// expected-error @+1 {{expected 'x' in dimension list}}
"foo"() {a = vector<4>} : () -> ()

// -----

// expected-error @+1 {{expected '>' in vector type}}
"foo"() {a = vector<4xi32, 1>} : () -> ()

// -----

// expected-error @+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"foo"() {a = vector<4xindex>, b = vector<2x!foo.bar>} : () -> ()

// -----

// expected-error @+1 {{invalid element type for complex}}
"foo"() {a = complex<i32>, b = complex<f64>, c = complex<index>} : () -> ()

// -----

// expected-error @+1 {{invalid element type for complex}}
"foo"() {a = complex<tensor<f32>>} : () -> ()

// -----

// expected-error @+1 {{expected '>' in complex type}}
"foo"() {a = complex<f32} : () -> ()

// -----

// expected-error @+1 {{expected '<' in complex type}}
"foo"() {a = complex f32} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"foo"() {a = complex<>} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"foo"() {a = tuple<i32, >} : () -> ()

// -----

// expected-error @+1 {{expected '>' in tuple type}}
"foo"() {a = tuple<i32 i32>} : () -> ()

// -----

// expected-error @+1 {{expected '<' in tuple type}}
"foo"() {a = tuple} : () -> ()

// -----

// expected-error @+1 {{expected '<' in tensor type}}
"foo"() {a = tensor} : () -> ()

// -----

// expected-error @+1 {{expected '<' in memref type}}
"foo"() {a = memref 4} : () -> ()

// -----

// expected-error @+1 {{expected '<' in vector type}}
"foo"() {a = vector()} : () -> ()

// -----

// expected-error @+1 {{expected ')'}}
"foo"() {a = (i32} : () -> ()

// -----

// expected-error @+1 {{expected '->' in function type}}
"foo"() {a = (i32) - i32} : () -> ()

// -----

// expected-error @+1 {{expected '}' in attribute dictionary}}
"foo"() {a = () -> () -> ()} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"foo"() {a = (i32,) -> i32} : () -> ()

// -----

// expected-error @+1 {{undefined symbol alias id 'foo'}}
"foo"() {a = !foo, b = 1} : () -> ()

// -----

// expected-error @+1 {{unbalanced '<' character in pretty dialect name}}
"foo"() {a = !foo<} : () -> ()

// -----

// expected-error @+1 {{unbalanced '<' character in pretty dialect name}}
"foo"() {a = !foo.bar<} : () -> ()

// -----

// expected-error @+1 {{unbalanced '(' character in pretty dialect name}}
"foo"() {a = !foo<(>} : () -> ()

// -----

// expected-error @+1 {{unbalanced '[' character in pretty dialect name}}
"foo"() {a = !foo.bar<[)>} : () -> ()

// -----

// expected-error @+1 {{expected '"' in string literal}}
"foo"() {a = !foo<"abc>} : () -> ()

// -----

// expected-error @+1 {{invalid type identifier}}
"foo"() {a = ! } : () -> ()

// -----

// expected-error @+1 {{unknown attribute `nope` in dialect `arith`}}
"foo"() {a = #arith.nope} : () -> ()

// -----

// expected-error @+1 {{dialect 'builtin' provides no type parsing hook}}
"foo"() {a = !builtin.nope} : () -> ()

// -----

// expected-error @+1 {{dialect 'builtin' provides no type parsing hook}}
"foo"() {a = !builtin.int<32>} : () -> ()

// -----

// expected-error @+1 {{dialect 'builtin' provides no attribute parsing hook}}
"foo"() {a = #builtin.int<32>} : () -> ()

// -----

// expected-error @+1 {{dialect 'arith' provides no type parsing hook}}
"foo"() {a = !arith.nope} : () -> ()

// -----

// expected-error @+1 {{expected '<'}}
"foo"() {a = #arith.fastmath} : () -> ()

// -----

// expected-error @+1 {{unexpected character}}
"foo"() {a = $} : () -> ()

// -----

// expected-error @+1 {{unexpected character}}
"foo"() {a = ~} : () -> ()

// -----

// expected-error @+1 {{expected either integer or `:` post `to` in FileLineColRange}}
"foo"() {a = loc("x":1:2 to 3)} : () -> ()

// -----

// expected-error @+1 {{expected '(' in inline location}}
"foo"() {a = loc} : () -> ()

// -----

// expected-error @+1 {{expected location instance}}
"foo"() {a = loc()} : () -> ()

// -----

// expected-error @+1 {{referenced attribute does not match previous definition: 1 : i64}}
"foo"() {a = distinct[0]<1>, b = distinct[0]<2>} : () -> ()

// -----

// expected-error @+1 {{expected '[' after 'distinct'}}
"foo"() {a = distinct<1>} : () -> ()

// -----

// expected-error @+1 {{expected distinct ID}}
"foo"() {a = distinct[a]<1>} : () -> ()

// -----

// expected-error @+1 {{expected distinct ID}}
"foo"() {a = distinct[-1]<1>} : () -> ()

// -----

// expected-error @+1 {{expected an unsigned 64-bit integer}}
"foo"() {a = distinct[99999999999999999999]<1>} : () -> ()

// -----

// expected-error @+1 {{expected ']' to close distinct ID}}
"foo"() {a = distinct[1<1>} : () -> ()

// -----

// expected-error @+1 {{expected '<' after distinct ID}}
"foo"() {a = distinct[1]1} : () -> ()

// -----

// expected-error @+1 {{expected '>' to close distinct attribute}}
"foo"() {a = distinct[1]<1} : () -> ()
