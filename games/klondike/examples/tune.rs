//! proto
use patience_klondike::rules::Klondike;
use patience_klondike::unseen::{Dealer, Player, Thought, FEATURES};
use patience_core::numbering::SplitMix64;
fn games(thought: Thought, first: u64, count: u64) -> u32 {
    let rules = Klondike::DRAW_THREE;
    let mut won = 0;
    for number in first..first + count {
        let mut player = Player::new(thought, number);
        let mut dealer = Dealer::new(&rules, &rules.deal(number));
        while !dealer.is_won() {
            let Some(moves) = player.next_moves(&rules, &dealer.seen()) else { break };
            for m in moves { dealer.play(&m).expect("legal"); }
        }
        won += u32::from(dealer.is_won());
    }
    won
}
fn main() {
    let args: Vec<f64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let mut numbers = SplitMix64::new(args[0] as u64);
    let n = args[1] as u64;
    let rounds = args[2] as u32;
    let mut uniform = move || (numbers.next() >> 11) as f64 / (1u64 << 53) as f64;
    let mut thought = Thought { playouts: 0, extra: args[3] as u8, reach: args[4] as usize, ..Thought::default() };
    let mut weights = [-3.0, 0.5, 0.1, 0.1, 0.0, 0.0, 0.3, 0.1, 0.3, 0.1, 0.0, 0.0, 0.0, 0.0];
    let mut sigma = [0.5; FEATURES];
    // (mu, lambda) with common deals each round
    let mut first = 1_000_000;
    for round in 0..rounds {
        let mut pop: Vec<(u32, [f64; FEATURES])> = vec![];
        for k in 0..16 {
            let mut w = weights;
            if k > 0 { for i in 0..FEATURES {
                let g: f64 = (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
                w[i] += sigma[i] * g;
            } }
            thought.weights = w;
            pop.push((games(thought, first, n), w));
        }
        first += n;
        pop.sort_by_key(|p| std::cmp::Reverse(p.0));
        let mu = 5;
        for i in 0..FEATURES {
            let mean = pop[..mu].iter().map(|p| p.1[i]).sum::<f64>() / mu as f64;
            let var = pop[..mu].iter().map(|p| (p.1[i] - weights[i]).powi(2)).sum::<f64>() / mu as f64;
            sigma[i] = (0.8 * sigma[i].powi(2) + 0.2 * var).sqrt() * 0.985;
            weights[i] = 0.5 * weights[i] + 0.5 * mean;
        }
        if round % 5 == 4 { println!("{round}: best {:.1}% worst {:.1}% {:?}", 100.0 * f64::from(pop[0].0) / n as f64, 100.0*f64::from(pop[15].0)/n as f64, weights.map(|w| (w*100.0).round()/100.0)); }
    }
    thought.weights = weights;
    println!("check {:.2}%", 100.0 * f64::from(games(thought, 5_000_000, 10000)) / 10000.0);
}
