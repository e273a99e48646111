// FLAGS: --lower-vector-to-from-elements-to-shuffle-tree

func.func @vectors(%v: vector<2xf32>, %w: vector<2xf32>, %u: vector<3xf32>) -> (vector<4xf32>, vector<6xf32>, vector<2x2xf32>, vector<2xf32>) {
  %0:2 = vector.to_elements %v : vector<2xf32>
  %1:2 = vector.to_elements %w : vector<2xf32>
  %2:3 = vector.to_elements %u : vector<3xf32>
  %3 = vector.from_elements %0#<<0|1>>, %<<0|1|2>>#1, %1#0, %1#1 : vector<4xf32>
  %4 = vector.from_elements %0#1, %1#0, %2#2, %2#2, %<<2|1|0>>#0, %0#0 : vector<6xf32>
  %5 = vector.from_elements %0#0, %0#1, %1#0, %1#1 : vector<2x2xf32>
  %6 = vector.from_elements %0#1, %0#<<0|1>> : vector<2xf32>
  return %3, %4, %5, %6 : vector<4xf32>, vector<6xf32>, vector<2x2xf32>, vector<2xf32>
}
// -----
func.func @five(%a: vector<5xf32>, %b: vector<5xf32>, %c: vector<5xf32>, %d: vector<1xf32>, %e: vector<2xf32>) -> (vector<9xf32>, vector<7xf32>) {
  %0:5 = vector.to_elements %a : vector<5xf32>
  %1:5 = vector.to_elements %b : vector<5xf32>
  %2:5 = vector.to_elements %c : vector<5xf32>
  %3 = vector.to_elements %d : vector<1xf32>
  %4:2 = vector.to_elements %e : vector<2xf32>
  %5 = vector.from_elements %2#2, %1#1, %0#1, %0#1, %1#2, %2#2, %2#0, %1#1, %0#4 : vector<9xf32>
  %6 = vector.from_elements %4#1, %3, %0#1, %1#1, %<<2|1|4>>#1, %3, %4#0 : vector<7xf32>
  return %5, %6 : vector<9xf32>, vector<7xf32>
}
// -----
func.func @others(%v: vector<2x2xf32>, %w: vector<2xf32>, %s: f32) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %0:4 = vector.to_elements %v : vector<2x2xf32>
  %1:2 = vector.to_elements %w : vector<2xf32>
  %2 = vector.from_elements %0#3, %0#1 : vector<2xf32>
  %3 = vector.from_elements %1#1, %s : vector<2xf32>
  %4 = vector.from_elements %1#0, %1#1 : vector<2xf32>
  return %2, %3, %4 : vector<2xf32>, vector<2xf32>, vector<2xf32>
}
