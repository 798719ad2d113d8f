# Rows of bench/compare, on the deals with known answers if they are there.
must=0.015 aim=0.005 row "cluj: 1..1000 --no-cheat, proved" batch cluj --deals 1..1000 --no-cheat --threads 1 -q
must=0.05 aim=0.01 row "cluj: 1..1000 --fast" batch cluj --deals 1..1000 --fast --threads 1 -q
if [ -f "$reference/cluj-answers.csv" ]; then
  tail -n +2 "$reference/cluj-answers.csv" | cut -d, -f2 >"$folder/cluj"
  must=0.25 aim=0.15 row "cluj: 60 reference deals, fewest cheats, proved" batch cluj "$folder/cluj" --threads 1 -q
else
  must=0.25 aim=0.15 row "cluj: deals 1..60, fewest cheats, proved" batch cluj --deals 1..60 --threads 1 -q
fi
