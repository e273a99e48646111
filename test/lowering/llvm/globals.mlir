// RUN: strata-opt %s "--convert-program-to-llvm=use-bare-ptr-memref-call-conv=true" | FileCheck %s

// A constant is one array, whatever its rank.
// CHECK: llvm.mlir.global private constant @matrix(dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>) {{.*}} : !llvm.array<6 x i32>
memref.global "private" constant @matrix : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, 6]]>
// CHECK: llvm.mlir.global private constant @filter(dense<"0x{{.*}}"> : tensor<108xf32>) {{.*}} : !llvm.array<108 x f32>
memref.global "private" constant @filter : memref<3x4x3x3xf32> = dense_resource<filter>
// CHECK: llvm.mlir.global private constant @same(dense<7> : tensor<8xi8>) {{.*}} : !llvm.array<8 x i8>
memref.global "private" constant @same : memref<2x2x2xi8> = dense<7>
// CHECK: llvm.mlir.global private constant @empty(dense<> : tensor<0xf32>) {{.*}} : !llvm.array<0 x f32>
memref.global "private" constant @empty : memref<2x0x4xf32> = dense<>
// CHECK: llvm.mlir.global private constant @scalar(3 : i16) {{.*}} : i16
memref.global "private" constant @scalar : memref<i16> = dense<3>
// The parts of complex numbers are elements.
// CHECK: llvm.mlir.global private constant @complex(dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>) {{.*}} : !llvm.array<4 x f32>
memref.global "private" constant @complex : memref<2x1xcomplex<f32>> = dense<[[(1.0, 2.0)], [(3.0, 4.0)]]>
// CHECK: llvm.mlir.global private @state() {{.*}} : !llvm.array<6 x f32>
memref.global "private" @state : memref<2x3xf32> = uninitialized

// CHECK-LABEL: llvm.func @element
// CHECK:         %[[C:.*]] = llvm.mlir.addressof @matrix : !llvm.ptr
// CHECK:         llvm.getelementptr inbounds|nuw %[[C]]{{.*}}, i32
func.func @element(%i: index, %j: index) -> i32 {
  %m = memref.get_global @matrix : memref<2x3xi32>
  %v = memref.load %m[%i, %j] : memref<2x3xi32>
  return %v : i32
}

{-#
  dialect_resources: {
    builtin: {
      filter: "0x04000000000000000000003F0000803F0000C03F0000004000002040000040400000604000008040000090400000A0400000B0400000C0400000D0400000E0400000F0400000004100000841000010410000184100002041000028410000304100003841000040410000484100005041000058410000604100006841000070410000784100008041000084410000884100008C4100009041000094410000984100009C410000A0410000A4410000A8410000AC410000B0410000B4410000B8410000BC410000C0410000C4410000C8410000CC410000D0410000D4410000D8410000DC410000E0410000E4410000E8410000EC410000F0410000F4410000F8410000FC41000000420000024200000442000006420000084200000A4200000C4200000E42000010420000124200001442000016420000184200001A4200001C4200001E42000020420000224200002442000026420000284200002A4200002C4200002E42000030420000324200003442000036420000384200003A4200003C4200003E42000040420000424200004442000046420000484200004A4200004C4200004E4200005042000052420000544200005642"
    }
  }
#-}
