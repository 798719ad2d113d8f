# Rows of bench/compare, on the decks with known answers if they are there.
decks=(--deals 1..300) first=(--deals 1..30) name="own deals"
if [ -f "$reference/pyramid-decks.txt" ]; then
  decks=("$reference/pyramid-decks.txt") first=("$folder/first") name="reference decks"
  head -n 30 "${decks[0]}" >"${first[0]}"
fi
must=0.08 aim=0.05 row "pyramid: board, 300 $name, proved" batch pyramid "${decks[@]}" --threads 1 -q
row "pyramid: score, 30 $name, proved" batch pyramid "${first[@]}" --goal score --threads 1 -q
row "pyramid: cards=4A, 30 $name, proved" batch pyramid "${first[@]}" --goal cards=4A --threads 1 -q
