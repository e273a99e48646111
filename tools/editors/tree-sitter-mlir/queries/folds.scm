(braces) @fold
(block) @fold
