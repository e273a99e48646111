"""Why programs need more temporary memory than XLA counts, by expressions that match their names. A reason is printed only while a program needs more."""

REASONS = {
    r"i8_.*|gemm_i8|linear_int8": (
        "bytes are widened to 16 bits for instructions that multiply pairs, all of a right side before its panels are packed; the memory of XLA's library "
        "does not count."
    ),
    r"lstm_64|gru_64": "the weights of a loop are packed once for all of its iterations, in memory of their size.",
    r"mlp_1": "the sums of a product with one row are divided for threads, whose parts of the results are added in the end.",
    r"whisper_tiny_layer|pyramid_dilated": (
        "panels of a right side that many tiles of rows share, of its size (2.3 MiB for the weights of whisper_tiny_layer), while most other buffers live; padded copies of the input "
        "of convolutions with large dilations (pyramid_dilated)."
    ),
    r"(gemm|bf16)_.*|mlp_.*|gpt2_.*|bert_.*|vit_.*|language_loss.*|lora|pairwise_distances|cholesky(_512)?|conv_deep|conv_gradient.*|resnet50_block|resnet_block_step|"
    r"mamba_block|einsum_inner|autoencoder_step|contrastive|transformer_step|resize_bicubic|attention_gradient": (
        "packed panels of a product, of half of the second cache at most in each tile, or of a whole right side that many tiles share; XLA's libraries pack too, "
        "in memory that it does not count. With slabs half as large, 9 of 15 programs took 0.6 to 2.9 % longer."
    ),
    r"conv_.*|array_conv.*|convolve_signal|max_pool|window_sum|densenet_block|diffusion_step|shufflenet_block|unet_level|mobilenet_.*|efficientnet_block|resnet18.*|"
    r"gaussian_blur|wavenet|augmented|odd_pad_reflected": (
        "padded copies of what windows read, whole or of the rows of a tile; XLA's libraries treat edges apart, or copy in memory that it does not count."
    ),
    r"(inv|det|linear_system|qr|svd|svd_vectors|eigh)_\d+|solve|solves_\d+|factored_solve|least_squares|pseudo_inverse|qr_tall|triangular_solve|choleskys_16|"
    r"inverses_3|determinants_32|exponential_of_matrix": (
        "what factorizations work in counts: blocks that products read, reflectors, a second matrix of eigenvectors; LAPACK's, which XLA calls, does not."
    ),
    r"fft_.*|poisson_spectral|convolve_images|long_convolution": "tables and copied lines of Fourier transforms count; those of XLA's library do not.",
    r"(array_)?argsort.*|lexsort|unique|random_permutation|array_percentile|sort_columns|quantiles|(array_)?medians?|median_filter": (
        "keys and places are sorted together, as numbers of 64 bits; lines that are not contiguous are copied."
    ),
    r"attention_windows": "queries, keys and values are one product, which lives until values are read; windows are read in another order than they lie in.",
    r"attention|attention_(band|alibi)|grouped_queries_token": (
        "keys are transposed in front of the product, so that its register tiles read neighbours; and, with bfloat16, widened once for all heads that share them."
    ),
}
