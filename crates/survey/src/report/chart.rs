//! The pictures of a report, as SVG with text as text.

use std::fmt::Write as _;

use patience::statistics;
use patience::words::grouped;

use crate::distribution::Distribution;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 96.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 30.0;

/// The most bars of a histogram; with more values, several make a bar.
const MOST_BARS: u32 = 60;

/// Text as HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn svg(label: &str, content: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">{content}</svg>",
        escape(label)
    )
}

/// A line across at a height, with its label.
fn rule(out: &mut String, y: f64, label: &str) {
    let _ = write!(
        out,
        "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
         <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
        WIDTH - RIGHT,
        LEFT - 6.0,
        y + 4.0,
        escape(label)
    );
}

/// A label below the axis. Every second one of many is left out on a phone.
fn mark(out: &mut String, x: f64, label: &str, is_second: bool) {
    let class = if is_second { " class=\"second\"" } else { "" };
    let _ = write!(
        out,
        "<text{class} x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        HEIGHT - 10.0,
        escape(label)
    );
}

/// The values of a distribution, several to a bar where there are many.
pub fn bins(found: &Distribution<'_>) -> Vec<(String, u64)> {
    let (first, last) = found.range();
    let step = nice((last - first + 1).div_ceil(MOST_BARS));
    let start = first / step * step;
    let mut bins = vec![0; ((last - start) / step + 1) as usize];
    for (value, count) in found.iter() {
        bins[((value - start) / step) as usize] += count;
    }
    let name = |index: usize| {
        let low = start + index as u32 * step;
        match step {
            1 => low.to_string(),
            _ => format!("{low}-{}", low + step - 1),
        }
    };
    let bins = bins.into_iter().enumerate();
    bins.map(|(index, count)| (name(index), count)).collect()
}

/// The next of 1, 2, 5, 10, 20, ..
fn nice(least: u32) -> u32 {
    let mut step = 1;
    for factor in [2, 5].into_iter().cycle() {
        if step >= least {
            break;
        }
        step = if factor == 2 { step * 2 } else { step / 2 * 5 };
        if step >= least {
            break;
        }
        if factor == 5 {
            step *= 2;
        }
    }
    step
}

/// A histogram.
pub fn bars(bars: &[(String, u64)], is_logarithmic: bool) -> String {
    let most = bars
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(0)
        .max(1);
    let height = |count: u64| match is_logarithmic {
        _ if count == 0 => 0.0,
        true => (1.0 + (count as f64).log10()) / (1.0 + (most as f64).log10()),
        false => count as f64 / most as f64,
    };
    let bottom = HEIGHT - BOTTOM;
    let y = |share: f64| bottom - share * (bottom - TOP);
    let mut out = String::new();
    let levels: Vec<u64> = match is_logarithmic {
        true => (0..=most.ilog10()).map(|power| 10u64.pow(power)).collect(),
        false => vec![0, most / 2, most],
    };
    for level in levels {
        rule(&mut out, y(height(level)), &grouped(level));
    }
    let pitch = (WIDTH - LEFT - RIGHT) / bars.len().max(1) as f64;
    let every = (bars.len() as f64 * 44.0 / (WIDTH - LEFT - RIGHT)).ceil() as usize;
    for (index, (name, count)) in bars.iter().enumerate() {
        let x = LEFT + pitch * index as f64;
        let tall = (bottom - y(height(*count))).max(if *count > 0 { 1.0 } else { 0.0 });
        let _ = write!(
            out,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\">\
             <title>{}: {}</title></rect>",
            x + 0.1 * pitch,
            bottom - tall,
            0.8 * pitch,
            escape(name),
            grouped(*count)
        );
        if index % every.max(1) == 0 {
            let first = name.split('-').next().unwrap_or(name);
            let is_second = index / every.max(1) % 2 == 1;
            mark(&mut out, x + pitch / 2.0, first, is_second);
        }
    }
    svg("A histogram", &out)
}

/// The share that can be won over the number of deals, with its interval.
pub fn course(course: &[[u64; 3]]) -> String {
    let points = thin(course);
    let share = |[deals, solved, unknown]: [u64; 3]| {
        let interval = statistics::share(solved, unknown, deals, false).interval();
        (deals as f64, solved as f64 / deals as f64, interval)
    };
    let points: Vec<_> = points.into_iter().map(share).collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return String::new();
    };
    // The widest intervals, of the first few deals, would hide all others.
    let shown = &points[points.len() / 5..];
    let low = shown.iter().map(|point| point.2.low).fold(1.0, f64::min);
    let high = shown.iter().map(|point| point.2.high).fold(0.0, f64::max);
    let (low, high) = (low, high.max(low + 1e-9));
    let bottom = HEIGHT - BOTTOM;
    let y = |share: f64| {
        let place = (share - low) / (high - low);
        bottom - place.clamp(0.0, 1.0) * (bottom - TOP)
    };
    let (start, end) = (first.0.ln(), last.0.ln().max(first.0.ln() + 1e-9));
    let x = |deals: f64| LEFT + (deals.ln() - start) / (end - start) * (WIDTH - LEFT - RIGHT);
    let mut out = String::new();
    let digits = (-(high - low).log10()).ceil().clamp(1.0, 7.0) as usize - 1;
    for step in 0..=4 {
        let level = low + (high - low) * f64::from(step) / 4.0;
        rule(&mut out, y(level), &format!("{:.digits$}%", 100.0 * level));
    }
    let upper = points.iter().map(|point| (x(point.0), y(point.2.high)));
    let lower = points
        .iter()
        .rev()
        .map(|point| (x(point.0), y(point.2.low)));
    let outline: Vec<_> = upper
        .chain(lower)
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    let curve: Vec<_> = points
        .iter()
        .map(|point| format!("{:.1},{:.1}", x(point.0), y(point.1)))
        .collect();
    let _ = write!(
        out,
        "<polygon class=\"band\" points=\"{}\"/><polyline class=\"curve\" points=\"{}\"/>",
        outline.join(" "),
        curve.join(" ")
    );
    let mut power = 10f64.powf(first.0.log10().ceil());
    while power <= last.0 {
        mark(
            &mut out,
            x(power).clamp(LEFT + 20.0, WIDTH - RIGHT - 50.0),
            &grouped(power as u64),
            false,
        );
        power *= 10.0;
    }
    svg("The share that can be won over the number of deals", &out)
}

/// About 200 points, evenly on a logarithmic axis, the last one among them.
fn thin(course: &[[u64; 3]]) -> Vec<[u64; 3]> {
    let mut points: Vec<[u64; 3]> = Vec::new();
    for point in course {
        let is_far = points
            .last()
            .is_none_or(|last| point[0] as f64 >= last[0] as f64 * 1.03);
        if is_far {
            points.push(*point);
        }
    }
    match course.last() {
        Some(last) if points.last() != Some(last) => points.push(*last),
        _ => {}
    }
    points
}
