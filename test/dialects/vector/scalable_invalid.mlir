// RUN: strata-opt --split-input-file --verify-diagnostics %s

func.func @between(%part: vector<4xf32>, %whole: vector<[8]xf32>) {
  // expected-error@+1 {{failed to verify that position is a multiple of the source length.}}
  %0 = vector.scalable.insert %part, %whole[6] : vector<4xf32> into vector<[8]xf32>
  return
}

// -----

func.func @taken_between(%whole: vector<[8]xf32>) {
  // expected-error@+1 {{failed to verify that position is a multiple of the result length.}}
  %0 = vector.scalable.extract %whole[3] : vector<2xf32> from vector<[8]xf32>
  return
}

// -----

func.func @other_elements(%part: vector<4xi32>, %whole: vector<[8]xf32>) {
  // expected-error@+1 {{failed to verify that all of {valueToStore, dest} have same element type}}
  %0 = vector.scalable.insert %part, %whole[0] : vector<4xi32> into vector<[8]xf32>
  return
}

// -----

func.func @fixed(%part: vector<4xf32>, %whole: vector<8xf32>) {
  // expected-error@+1 {{operand #1 must be  of ranks 1, but got 'vector<8xf32>'}}
  %0 = vector.scalable.insert %part, %whole[0] : vector<4xf32> into vector<8xf32>
  return
}
