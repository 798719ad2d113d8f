# Rows of bench/compare.
must=0.14 aim=0.10 row "freecell: 1..32000 --fast, replayed, 11982 proved" batch freecell --deals 1..32000 --fast --threads 1 -q
must=0.14 aim=0.10 row "freecell: 1000001..1032000 --fast, replayed" batch freecell --deals 1000001..1032000 --fast --threads 1 -q
# Exit code 1: the answer is no.
expect=1 row "freecell: 11982 proved impossible, alone" solve freecell --deal 11982 --fast
row "freecell: default, deals 1..200" batch freecell --deals 1..200 --threads 1 -q
