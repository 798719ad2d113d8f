# Rows of bench/compare, on the deals with known answers if they are there.
row "cluj: 1..1000 --no-cheat, proved" batch cluj --deals 1..1000 --no-cheat --threads 1 -q
row "cluj: 1..1000 --fast" batch cluj --deals 1..1000 --fast --threads 1 -q
if [ -f "$reference/cluj-answers.csv" ]; then
  tail -n +2 "$reference/cluj-answers.csv" | cut -d, -f2 >"$folder/cluj"
  row "cluj: 60 reference deals, fewest cheats, proved" batch cluj "$folder/cluj" --threads 1 -q
else
  row "cluj: deals 1..60, fewest cheats, proved" batch cluj --deals 1..60 --threads 1 -q
fi
