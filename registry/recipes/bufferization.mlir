// Recipes for `bufferization`.
