# Rows of bench/compare.
row "golf: 1..1000, decided with the fewest steps" \
  batch golf --deals 1..1000 --threads 1 --format summary
