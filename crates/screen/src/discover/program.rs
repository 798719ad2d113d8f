//! A program that no profile knows, by the title of its window.

/// What is known of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name of its profile and of its cards.
    pub name: String,
    /// One sentence.
    pub about: String,
    /// A regular expression that matches the window's title.
    pub title: String,
    /// A regular expression with one group that captures the deal number in the
    /// title.
    pub deal_in_title: Option<String>,
    /// Deal numbers that may be those of the deal that is shown.
    pub deals: Vec<u64>,
}

impl Program {
    /// A program that is known by the title of its window. Numbers in the title may
    /// be those of deals.
    pub fn titled(name: &str, title: &str) -> Self {
        let mut pattern = String::from("^");
        let mut deals = Vec::new();
        let mut rest = title;
        while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
            let (before, from) = rest.split_at(start);
            let end = from.find(|letter: char| !letter.is_ascii_digit());
            let (digits, after) = from.split_at(end.unwrap_or(from.len()));
            pattern.push_str(&regex_lite::escape(before));
            pattern.push_str(r"\d+");
            // A number that is too large is that of no deal, and neither is 0.
            deals.push(digits.parse().unwrap_or(0));
            rest = after;
        }
        pattern.push_str(&regex_lite::escape(rest));
        pattern.push('$');
        Self {
            name: name.to_owned(),
            about: format!("The window `{title}`"),
            title: pattern,
            deal_in_title: None,
            deals,
        }
    }

    /// The same pattern, in which the number at this place is captured.
    pub(super) fn capturing(&self, index: usize) -> Option<String> {
        let mut parts: Vec<&str> = self.title.split(r"\d+").collect();
        let after = parts.split_off((index + 1).min(parts.len()));
        if after.is_empty() {
            return None;
        }
        let join = |parts: &[&str]| parts.join(r"\d+");
        Some(format!(r"{}(\d+){}", join(&parts), join(&after)))
    }
}
