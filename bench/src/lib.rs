//! Benchmarks: generators and harnesses.
