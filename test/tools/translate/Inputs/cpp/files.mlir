module {
emitc.verbatim "a"
module { 
emitc.verbatim "b"
}
emitc.file "x" { 
emitc.verbatim "c"
}
emitc.file "x" { 
emitc.verbatim "d"
}
emitc.file "y" { 
emitc.verbatim "e"
}
emitc.global const @g : !emitc.array<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]>
emitc.global @g2 : !emitc.ptr<i32> = #emitc.opaque<"NULL">
emitc.global @g3 : tensor<2x3xi32>
emitc.global @g4 : tuple<i32, !emitc.ptr<f64>>
emitc.global @g5 : !emitc.size_t
emitc.global @g6 : i8
emitc.global @g7 : ui16
emitc.global @g8 : si16
emitc.global @g9 : f16
emitc.global @g10 : bf16
emitc.global @g11 : i32 = -1
emitc.global @g12 : f64 = 1.0
emitc.global @g13 : ui8 = 255
emitc.global @g14 : !emitc.array<2x!emitc.ptr<i32>>
}
