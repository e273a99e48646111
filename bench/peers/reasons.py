"""Why programs are behind XLA, by expressions that match their names. A reason is printed only while the program is behind."""

REASONS = {
    r"normalize_bytes|box_overlaps|augmented": "elementwise loops over an innermost dimension of two or three elements are not flattened.",
    r"(inv|det|linear_system|qr|svd|svd_vectors|eigh)_\d+|cholesky.*|solve|factored_solve|least_squares|pseudo_inverse|qr_tall|triangular_solve": (
        "XLA calls the LAPACK of OpenBLAS, which SciPy has; ours is code of the runtime library."
    ),
    r"(solves|choleskys|determinants|eigenvalues|inverses)_\d+": "LAPACK of OpenBLAS too, a call for each of many small matrices.",
    r"llama_block_128|smollm_block_256": "attention whose queries share keys: as one kernel it takes three times as long as its parts.",
    r"rk4_lorenz(_one)?": "rows that are taken apart and stacked in each stage go through memory.",
    r"gru_\d+|lstm_\d+": "two products of few rows in a step, whose weights together exceed the second cache.",
    r"einsum_trace": "one operand of the sum is read along its columns.",
    r"odd_stack": "three operands are stored element by element, interleaved.",
    r"csr_vector": "numbers are added by index one after the other.",
    r"shallow_water|heat_periodic": "several shifted arrays in one expression take as long as each of them alone.",
    r"linear_int4": "halves of bytes are unpacked into rows that alternate.",
    r"gemm_.*|mlp_128(_oi)?|vit_.*|gpt2_128.*|bert_.*": "within the scatter of runs, a few percent.",
}
