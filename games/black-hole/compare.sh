# Rows of bench/compare.
row "black-hole: 1..1000, decided" \
  batch black-hole --deals 1..1000 --threads 1 --format summary
