// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @a() {
  // expected-error @+1 {{bad row height: 17}}
  %z = amx.tile_zero : !amx.tile<17x16xi32>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{bad column width: 68}}
  %z = amx.tile_zero : !amx.tile<16x17xi32>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{bad column width: 65}}
  %z = amx.tile_zero : !amx.tile<16x65xi8>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{bad column width: 63}}
  %z = amx.tile_zero : !amx.tile<16x63xi8>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{result #0 must be tile of 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer values, but got '!amx.tile<16xi8>'}}
  %z = amx.tile_zero : !amx.tile<16xi8>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{failed to verify 'elementType': 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer}}
  %z = amx.tile_zero : !amx.tile<16x16xi64>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{expected static shape}}
  %z = amx.tile_zero : !amx.tile<16x?xi32>
  return
}

// -----

func.func @a(%m: memref<16x64xi8>, %i: index) {
  // expected-error @+1 {{requires 2 indices}}
  %z = amx.tile_load %m[%i] : memref<16x64xi8> into !amx.tile<16x64xi8>
  return
}

// -----

func.func @a(%m: memref<64xi8>, %i: index) {
  // expected-error @+1 {{requires at least 2D memref}}
  %z = amx.tile_load %m[%i] : memref<64xi8> into !amx.tile<16x64xi8>
  return
}

// -----

func.func @a(%m: memref<64xi8>, %i: index) {
  // expected-error @+1 {{requires 1 indices}}
  %z = amx.tile_load %m[%i, %i], %i : memref<64xi8> into !amx.tile<16x64xi8>
  return
}

// -----

func.func @a(%m: memref<64x64xi8, strided<[64, 2]>>, %i: index) {
  // expected-error @+1 {{requires memref with unit innermost stride}}
  %z = amx.tile_load %m[%i, %i] : memref<64x64xi8, strided<[64, 2]>> into !amx.tile<16x64xi8>
  return
}

// -----

func.func @a(%m: memref<64x64xi8, strided<[64, ?]>>, %i: index) {
  // expected-error @+1 {{requires memref with unit innermost stride}}
  %z = amx.tile_load %m[%i, %i] : memref<64x64xi8, strided<[64, ?]>> into !amx.tile<16x64xi8>
  return
}

// -----

func.func @a(%m: memref<64x64xi8, affine_map<(d0, d1) -> (d0 mod 3, d1)>>, %i: index) {
  // expected-error @+1 {{requires memref with unit innermost stride}}
  %z = amx.tile_load %m[%i, %i] : memref<64x64xi8, affine_map<(d0, d1) -> (d0 mod 3, d1)>> into !amx.tile<16x64xi8>
  return
}

// -----

func.func @a(%m: memref<16x64xi8>, %i: index, %z: !amx.tile<16x16xi32>) {
  // expected-error @+1 {{requires 2 indices}}
  amx.tile_store %m[%i], %z : memref<16x64xi8>, !amx.tile<16x16xi32>
  return
}

// -----

func.func @a(%m: memref<16xi32>, %i: index, %z: !amx.tile<16x16xi32>) {
  // expected-error @+1 {{requires at least 2D memref}}
  amx.tile_store %m[%i], %z : memref<16xi32>, !amx.tile<16x16xi32>
  return
}

// -----

func.func @a(%x: !amx.tile<16x64xi8>, %y: !amx.tile<8x64xi8>, %z: !amx.tile<16x16xi32>) {
  // expected-error @+1 {{bad mult shape: 16 x 16 x 16}}
  %0 = amx.tile_muli %x, %y, %z : !amx.tile<16x64xi8>, !amx.tile<8x64xi8>, !amx.tile<16x16xi32>
  return
}

// -----

func.func @a(%x: !amx.tile<8x64xi8>, %y: !amx.tile<16x64xi8>, %z: !amx.tile<16x16xi32>) {
  // expected-error @+1 {{bad mult shape: 16 x 16 x 16}}
  %0 = amx.tile_muli %x, %y, %z : !amx.tile<8x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  return
}

// -----

func.func @a(%x: !amx.tile<16x64xi8>, %y: !amx.tile<16x32xi8>, %z: !amx.tile<16x16xi32>) {
  // expected-error @+1 {{bad mult shape: 16 x 16 x 16}}
  %0 = amx.tile_muli %x, %y, %z : !amx.tile<16x64xi8>, !amx.tile<16x32xi8>, !amx.tile<16x16xi32>
  return
}

// -----

func.func @a(%x: !amx.tile<16x62xi8>, %y: !amx.tile<16x32xi8>, %z: !amx.tile<16x16xi32>) {
  // expected-error @+1 {{bad column width: 62}}
  %0 = amx.tile_muli %x, %y, %z : !amx.tile<16x62xi8>, !amx.tile<16x32xi8>, !amx.tile<16x16xi32>
  return
}

// -----

func.func @a(%x: !amx.tile<16x16xi32>, %y: !amx.tile<16x64xi8>, %z: !amx.tile<16x16xi32>) {
  // expected-error @+1 {{operand #0 must be tile of 8-bit signless integer values, but got '!amx.tile<16x16xi32>'}}
  %0 = amx.tile_muli %x, %y, %z : !amx.tile<16x16xi32>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  return
}

// -----

func.func @a(%x: !amx.tile<16x32xbf16>, %y: !amx.tile<16x32xf16>, %z: !amx.tile<16x16xf32>) {
  // expected-error @+1 {{unsupported type combination}}
  %0 = amx.tile_mulf %x, %y, %z : !amx.tile<16x32xbf16>, !amx.tile<16x32xf16>, !amx.tile<16x16xf32>
  return
}

// -----

func.func @a(%x: !amx.tile<16x16xbf16>, %y: !amx.tile<16x32xbf16>, %z: !amx.tile<16x16xf32>) {
  // expected-error @+1 {{bad mult shape: 16 x 16 x 8}}
  %0 = amx.tile_mulf %x, %y, %z : !amx.tile<16x16xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
  return
}

// -----

func.func @a(%x: !amx.tile<16x15xbf16>, %y: !amx.tile<16x32xbf16>, %z: !amx.tile<16x16xf32>) {
  // expected-error @+1 {{bad column width: 30}}
  %0 = amx.tile_mulf %x, %y, %z : !amx.tile<16x15xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
  return
}

// -----

func.func @a(%x: !amx.tile<16x64xi8>, %y: !amx.tile<16x64xi8>, %z: !amx.tile<16x16xi32>) {
  // expected-error @+1 {{operand #0 must be tile of 16-bit float or bfloat16 type values, but got '!amx.tile<16x64xi8>'}}
  %0 = amx.tile_mulf %x, %y, %z : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  return
}

// -----

func.func @a(%x: !amx.tile<16x64xi8>, %y: !amx.tile<16x64xi8>, %z: vector<16x16xi32>) {
  // expected-error @+1 {{operand #2 must be tile of 32-bit signless integer values, but got 'vector<16x16xi32>'}}
  %0 = amx.tile_muli %x, %y, %z : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, vector<16x16xi32>
  return
}

// -----

// expected-error @+1 {{expected non-function type}}
func.func @a(%x: !amx.tile<xi8>) { return }
