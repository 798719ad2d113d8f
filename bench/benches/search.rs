//! What one operation of each search tool costs.
//!
//! `cargo bench --manifest-path bench/Cargo.toml`

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use patience_core::numbering::SplitMix64;
use patience_search::{BucketQueue, Budget, NodeId, ParentLinks, StateTable};

/// States in a table: enough to leave the second-level cache.
const STATES: u64 = 1 << 20;

fn keys() -> Vec<u64> {
    let mut numbers = SplitMix64::new(1);
    (0..STATES).map(|_| numbers.next() >> 4).collect()
}

fn state_table(criterion: &mut Criterion) {
    let keys = keys();
    let mut group = criterion.benchmark_group("state table");
    group.throughput(Throughput::Elements(STATES));
    group.bench_function("insert 2^20 new states, growing", |bencher| {
        bencher.iter(|| {
            let mut budget = Budget::unlimited();
            let mut table = StateTable::<u64, u32>::new();
            for &key in &keys {
                black_box(table.entry(key, 0, &mut budget).is_ok());
            }
            table.len()
        });
    });
    let mut budget = Budget::unlimited();
    let mut table = StateTable::<u64, u32>::new();
    for &key in &keys {
        table.entry(key, 0, &mut budget).expect("no limit");
    }
    println!(
        "state table: {:.1} bytes a state ({} states)",
        table.bytes() as f64 / table.len() as f64,
        table.len()
    );
    group.bench_function("find a state that is there", |bencher| {
        bencher.iter(|| keys.iter().filter(|&&key| table.get(key).is_some()).count());
    });
    group.bench_function("miss a state that is not", |bencher| {
        bencher.iter(|| {
            keys.iter()
                .filter(|&&key| table.get(key + 1).is_some())
                .count()
        });
    });
    group.finish();
}

fn others(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("others");
    group.throughput(Throughput::Elements(STATES));
    let mut numbers = SplitMix64::new(2);
    let priorities: Vec<u32> = (0..STATES).map(|_| numbers.below(100) as u32).collect();
    group.bench_function("bucket queue: push and pop", |bencher| {
        let mut queue = BucketQueue::new();
        bencher.iter(|| {
            for &priority in &priorities {
                queue.push(priority, priority);
            }
            while let Some(item) = queue.pop() {
                black_box(item);
            }
        });
    });
    group.bench_function("parent links: add", |bencher| {
        let mut links = ParentLinks::<u32>::new();
        bencher.iter(|| {
            links.clear();
            let mut at = NodeId::ROOT;
            for &step in &priorities {
                at = links.add(at, step);
            }
            at
        });
    });
    group.bench_function("budget: count a state", |bencher| {
        bencher.iter(|| {
            let mut budget = Budget::unlimited();
            for _ in 0..STATES {
                black_box(budget.count_state().is_ok());
            }
            budget.states()
        });
    });
    group.finish();
}

criterion_group!(benches, state_table, others);
criterion_main!(benches);
