"""Why programs are behind XLA, by expressions that match their names. A reason is printed only while the program is behind."""

REASONS = {
    r"attention_alibi": "some weights are subnormal numbers, and each multiply-add with one takes a hundred cycles; XLA's threads set them to zero.",
    r"tanh_f64": "ours is within 2 units in the last place, XLA's differs by up to 6.6 near 17.",
    r"(inv|det|linear_system|qr|svd|svd_vectors|eigh)_\d+|cholesky.*|solve|factored_solve|least_squares|pseudo_inverse|qr_tall|triangular_solve": (
        "XLA calls the LAPACK of OpenBLAS, which SciPy has; ours is code of the runtime library."
    ),
    r"array_top_8|array_upsample|gemm_.*|mlp_128(_oi)?|vit_.*|gpt2_128.*|bert_.*": "within the scatter of runs, a few percent.",
}
