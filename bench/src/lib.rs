//! Benchmarks only: see `benches/` and the script `compare`.
