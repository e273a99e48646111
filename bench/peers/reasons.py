"""Why programs are behind a peer, by expressions that match their names. A reason is printed only while the program is behind."""

LAPACK = r"(inv|det|linear_system|qr|svd|svd_vectors|eigh)_\d+|cholesky.*|.*solves?(_\d+)?|least_squares|pseudo_inverse|qr_tall|inverses_3|eigenvalues_16"

#: By the peer.
REASONS = {
    "xla": {
        LAPACK: "XLA calls the LAPACK of OpenBLAS, which SciPy has; ours is code of the runtime library.",
        r"attention_alibi": "some weights are subnormal numbers, and each multiply-add with one takes a hundred cycles; XLA's threads set them to zero.",
        r"tanh_f64": "ours is within 2 units in the last place, XLA's differs by up to 6.6 near 17.",
        r"array_top_8|array_upsample|gemm_.*|mlp_128(_oi)?|vit_.*|gpt2_128.*|bert_.*|i8_wide_16|lora": "within the scatter of runs, a few percent.",
    },
    "numpy": {
        LAPACK: "NumPy calls the LAPACK of OpenBLAS.",
        r"pow": "NumPy calls Intel's SVML; both differ by up to 0.98 units in the last place.",
        r"gem[mv].*|odd_sort": "within the scatter of runs, a few percent.",
    },
    "torch": {
        r"gelu_exact": "torch's result has a relative error of up to 7e-3 where it is small, as it adds 1 to the error function; ours 1.1e-6.",
        LAPACK: "torch calls the LAPACK of MKL.",
        r"gemv|row_sum|group_norm": "within the scatter of runs, a few percent.",
    },
    "iree": {
        r"cbrt": "IREE's result differs by up to 11.5 units in the last place, and is NaN for infinities; ours by half a unit.",
        r"tanh.*": "IREE's result differs by up to 3.7 units in the last place, ours by 2.0.",
        r"array_add_rows|row_sum|elementwise": "within the scatter of runs, a few percent.",
        r"odd_update|cache_update": "IREE writes the update into its argument, which is another array after the call; ours and XLA's copy it.",
        r"bf16_.*": "IREE rounds to bf16 only at the end; ours rounds after each operation, as the program says.",
    },
}
