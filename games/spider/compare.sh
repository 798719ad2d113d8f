# Rows of bench/compare. No solver of Spider can be installed here; BENCHMARKS.md has
# the figures of others. A short solution each, as by default.
deals="--threads 1 --format summary"
row "spider: one suit, own deals 1..200" batch spider $deals --set suits=1 --deals 1..200
row "spider: two suits, own deals 1..200" batch spider $deals --set suits=2 --deals 1..200
row "spider: four suits, own deals 1..100" batch spider $deals --deals 1..100
