# Rows of bench/compare, on the decks with known answers if they are there.
decks=(--deals 1..300) name="own deals"
if [ -f "$reference/pyramid-decks.txt" ]; then
  decks=("$reference/pyramid-decks.txt") name="reference decks"
fi
must=0.1 aim=0.02 row "tripeaks: board, 300 $name, proved" batch tripeaks "${decks[@]}" --threads 1 -q
must=1.2 aim=0.5 row "tripeaks: score, 300 $name, proved" batch tripeaks "${decks[@]}" --goal score --threads 1 -q
