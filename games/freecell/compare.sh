# Rows of bench/compare.
# The peer prints no moves either; the third row writes them all, as JSON.
must=0.14 aim=0.10 row "freecell: 1..32000 --fast, replayed, 11982 proved" batch freecell --deals 1..32000 --fast --threads 1 --format summary
must=0.14 aim=0.10 row "freecell: 1000001..1032000 --fast, replayed" batch freecell --deals 1000001..1032000 --fast --threads 1 --format summary
row "freecell: 1..32000 --fast, replayed, every move written" batch freecell --deals 1..32000 --fast --threads 1 -q
# Exit code 1: the answer is no.
expect=1 row "freecell: 11982 proved impossible, alone" solve freecell --deal 11982 --fast
row "freecell: default, deals 1..200" batch freecell --deals 1..200 --threads 1 -q
