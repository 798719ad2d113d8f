# Rows of bench/compare, on the decks with known answers if they are there.
decks=(--deals 1..300) name="own deals"
if [ -f "$reference/pyramid-decks.txt" ]; then
  decks=("$reference/pyramid-decks.txt") name="reference decks"
fi
row "tripeaks: board, 300 $name, proved" batch tripeaks "${decks[@]}" --threads 1 -q
row "tripeaks: score, 300 $name, proved" batch tripeaks "${decks[@]}" --goal score --threads 1 -q
