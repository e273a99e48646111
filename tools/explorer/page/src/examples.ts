// The programs of the menu. Their texts are files, loaded when they are chosen.

export interface Example {
  id: string;
  title: string;
  pipeline: string;
}

export const EXAMPLES: Example[] = [
  { id: "layer", title: "Layer of a network (StableHLO)", pipeline: "strata-cpu-pipeline" },
  { id: "softmax", title: "Softmax (StableHLO)", pipeline: "strata-cpu-pipeline" },
  { id: "attention", title: "Attention of JAX (StableHLO)", pipeline: "strata-cpu-pipeline" },
  { id: "gpt2_block", title: "Block of GPT-2 of JAX (StableHLO)", pipeline: "strata-cpu-pipeline" },
  { id: "convolution", title: "Convolution of JAX (StableHLO)", pipeline: "strata-cpu-pipeline" },
  { id: "matmul_gpu", title: "Product of matrices on a GPU", pipeline: "strata-gpu-pipeline{arch=sm_80}" },
  { id: "transpose_gpu", title: "Transpose on a GPU", pipeline: "strata-gpu-pipeline{arch=sm_80}" },
  { id: "fusion", title: "Fusion of structured ops (linalg)", pipeline: "builtin.module(linalg-fuse-producers,canonicalize,cse,bufferize-program,convert-linalg-to-loops)" },
  { id: "loops", title: "Loops and branches (affine, scf)", pipeline: "builtin.module(lower-affine,canonicalize,cse,loop-invariant-code-motion,convert-scf-to-cf)" },
  { id: "inlining", title: "Inlining and folding (func, arith)", pipeline: "builtin.module(inline,canonicalize,sccp,cse,symbol-dce)" },
];

export async function load(example: Example): Promise<string> {
  const response = await fetch(`examples/${example.id}.mlir`);
  if (!response.ok) throw new Error(`the example cannot be loaded: ${response.status} ${response.statusText}`);
  return response.text();
}
