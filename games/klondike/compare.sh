# Rows of bench/compare. The deals are Solvitaire's seeds, on which
# other solvers' figures are known. Each row decides: a first solution, or a proof
# that there is none.
seeds="--set numbers=solvitaire --fast --threads 1 --format summary"
row "klondike: draw 3, seeds 1..21, decided" batch klondike $seeds --deals 1..21
row "klondike: draw 3, seeds 23..300, decided" batch klondike $seeds --deals 23..300
row "klondike: draw 3, seed 22, proved impossible" batch klondike $seeds --deals 22
row "klondike: draw 1, seeds 1..300, decided" batch klondike $seeds --set draw=1 --deals 1..300
