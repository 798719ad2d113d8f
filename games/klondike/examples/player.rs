//! proto
use patience_klondike::rules::Klondike;
use patience_klondike::unseen::{Dealer, Player, Thought};
use std::time::Instant;
use patience_core::wilson_95;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let get = |name: &str, default: f64| {
        args.iter().position(|a| a == name).and_then(|i| args.get(i + 1)).map_or(default, |v| v.parse().unwrap())
    };
    let d = Thought::default();
    let thought = Thought {
        playouts: get("--playouts", d.playouts as f64) as usize,
        positions: get("--positions", d.positions as f64) as u64,
        visits: get("--visits", f64::from(d.visits)) as u32,
        curiosity: get("--curiosity", d.curiosity),
        mix: get("--mix", d.mix),
        root: get("--root", f64::from(d.root)) as u8,
        short: get("--short", d.short as f64) as usize,
        extra: get("--extra", f64::from(d.extra)) as u8,
        weights: args.iter().position(|a| a == "--weights").map_or(d.weights, |i| { let v: Vec<f64> = args[i+1].split(',').map(|x| x.trim().parse().unwrap()).collect(); v.try_into().unwrap() }),
        reach: get("--reach", d.reach as f64) as usize,
    };
    let rules = Klondike { draw: get("--draw", 3.0) as u8, ..Klondike::DRAW_THREE };
    let (first, games) = (get("--first", 1.0) as u64, get("--games", 100.0) as u64);
    let (mut won, mut solves, mut turns, mut lines, mut most) = (0, 0, 0, 0, 0);
    let start = Instant::now();
    for number in first..first + games {
        let mut player = Player::new(thought, number);
        let mut dealer = Dealer::new(&rules, &rules.deal(number));
        while !dealer.is_won() {
            let Some(moves) = player.next_moves(&rules, &dealer.seen()) else { break };
            assert!(!moves.is_empty());
            for m in moves { dealer.play(&m).expect("legal"); }
        }
        won += u64::from(dealer.is_won());
        solves += player.solves;
        turns += player.found.len();
        lines += player.found.iter().sum::<u32>();
        most = most.max(player.found.iter().copied().max().unwrap_or(0));
        if (number - first + 1) % 100 == 0 || number + 1 == first + games {
            let n = number - first + 1;
            let i = wilson_95(won, n);
            println!("{won} of {n}: {:.1}% ({:.1}..{:.1}), {:.2} s/game, {} solves/game, {:.1} decisions/game, {:.1} lines each, most {most}", 100.0*won as f64/n as f64, 100.0*i.start(), 100.0*i.end(), start.elapsed().as_secs_f64()/n as f64, solves/n, turns as f64/n as f64, f64::from(lines)/turns as f64);
        }
    }
}
