"""Why programs are behind XLA, by what their names match wholly; a reason goes when the program is no longer behind."""

REASONS = {
    r"gemm_\d+|gemm_nt|gemm_tn|gemm_bias_relu|mlp_128(_oi)?|vit_.*|gpt2_128.*|bert_.*": "within the scatter of runs.",
}
