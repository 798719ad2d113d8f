//! The family: what its games have in common is code, what differs is a value.

/// What may lie on what in a column; always one rank lower on one rank higher.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Builds {
    /// Red on black and black on red.
    OtherColour,
    /// Only on the same suit.
    SameSuit,
    /// Regardless of suit.
    AnySuit,
}

/// What may go onto an empty column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EmptyColumn {
    /// Any card.
    Any,
    /// A King, or a run that a King heads.
    Kings,
    /// Nothing: an empty column stays empty.
    Nothing,
}

/// How many cards may go from column to column at once. They must lie as the
/// game builds, except in [`Runs::SuitRuns`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Runs {
    /// As many as single cards could go by way of empty cells and columns:
    /// (empty cells + 1) * 2^(empty columns other than source and target).
    /// Empty columns count only where any card may go there.
    Capacity,
    /// Runs of any length.
    AnyLength,
    /// One card at a time.
    SingleCards,
    /// Runs of any length, but only of one suit, however the game builds.
    SuitRuns,
}

/// How cards go home.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Home {
    /// One by one, each suit from the Ace up.
    Cards,
    /// Only as a whole suit, when King to Ace lie on top of a column.
    WholeRuns,
}

/// How the cards are dealt to the columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Layout {
    /// Row by row over all columns.
    Rows,
    /// Row by row, and a card that can go home does so at once and leaves its
    /// place empty.
    RowsSendingHome,
    /// Rows of 9, 8, .. 3 cards, then one of 10: the columns have
    /// 8 8 8 7 6 5 4 3 2 1 cards.
    Triangle,
}

/// The rules of a game of the family.
///
/// ```
/// use patience_freecell::rules::FreeCell;
/// let rules = FreeCell::named("seahaven").unwrap();
/// assert_eq!((rules.columns, rules.cells), (10, 4));
/// let harder = FreeCell::FREECELL.with_cells(2).unwrap();
/// assert_eq!(harder.deal(1).cells.len(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub struct FreeCell {
    /// The game's name, as it is typed.
    pub name: &'static str,
    /// Columns, [`FreeCell::COLUMNS`].
    pub columns: u8,
    /// Cells, [`FreeCell::CELLS`].
    pub cells: u8,
    /// What may lie on what.
    pub builds: Builds,
    /// What may go onto an empty column.
    pub empty_column: EmptyColumn,
    /// How many cards may go at once.
    pub runs: Runs,
    /// How cards go home.
    pub home: Home,
    /// How the cards are dealt.
    pub layout: Layout,
    /// How many of the last cards of the deal go into cells.
    pub cells_filled: u8,
    /// After the deal each King changes places with the lowest card of its
    /// column that is not a King.
    pub kings_to_base: bool,
    /// The Aces are taken home before the deal.
    pub aces_home_first: bool,
}

impl FreeCell {
    /// How many columns a game may have.
    pub const COLUMNS: std::ops::RangeInclusive<u8> = 4..=13;
    /// How many cells a game may have.
    pub const CELLS: std::ops::RangeInclusive<u8> = 0..=8;

    /// FreeCell itself.
    pub const FREECELL: Self = Self {
        name: "freecell",
        columns: 8,
        cells: 4,
        builds: Builds::OtherColour,
        empty_column: EmptyColumn::Any,
        runs: Runs::Capacity,
        home: Home::Cards,
        layout: Layout::Rows,
        cells_filled: 0,
        kings_to_base: false,
        aces_home_first: false,
    };
    /// FreeCell with runs of any length.
    pub const RELAXED_FREECELL: Self = Self {
        name: "relaxed-freecell",
        runs: Runs::AnyLength,
        ..Self::FREECELL
    };
    /// FreeCell that starts with its cells full and wants Kings on empty
    /// columns.
    pub const FORECELL: Self = Self {
        name: "forecell",
        empty_column: EmptyColumn::Kings,
        cells_filled: 4,
        ..Self::FREECELL
    };
    /// FreeCell built by suit.
    pub const BAKERS_GAME: Self = Self {
        name: "bakers-game",
        builds: Builds::SameSuit,
        ..Self::FREECELL
    };
    /// Baker's Game with Kings only on empty columns.
    pub const KINGS_ONLY_BAKERS_GAME: Self = Self {
        name: "ko-bakers-game",
        empty_column: EmptyColumn::Kings,
        ..Self::BAKERS_GAME
    };
    /// Eight cells, four of them full.
    pub const EIGHT_OFF: Self = Self {
        name: "eight-off",
        cells: 8,
        cells_filled: 4,
        ..Self::KINGS_ONLY_BAKERS_GAME
    };
    /// Seahaven Towers: ten columns, two of four cells full.
    pub const SEAHAVEN: Self = Self {
        name: "seahaven",
        columns: 10,
        cells: 4,
        cells_filled: 2,
        ..Self::KINGS_ONLY_BAKERS_GAME
    };
    /// Seahaven Towers with runs of any length.
    pub const RELAXED_SEAHAVEN: Self = Self {
        name: "relaxed-seahaven",
        runs: Runs::AnyLength,
        ..Self::SEAHAVEN
    };
    /// Baker's Dozen.
    pub const BAKERS_DOZEN: Self = Self {
        name: "bakers-dozen",
        columns: 13,
        cells: 0,
        builds: Builds::AnySuit,
        empty_column: EmptyColumn::Nothing,
        runs: Runs::SingleCards,
        kings_to_base: true,
        ..Self::FREECELL
    };
    /// Streets and Alleys.
    pub const STREETS_AND_ALLEYS: Self = Self {
        name: "streets-and-alleys",
        cells: 0,
        builds: Builds::AnySuit,
        ..Self::FREECELL
    };
    /// Beleaguered Castle: Streets and Alleys with the Aces at home.
    pub const BELEAGUERED_CASTLE: Self = Self {
        name: "beleaguered-castle",
        aces_home_first: true,
        ..Self::STREETS_AND_ALLEYS
    };
    /// Citadel: Beleaguered Castle in which cards go home even during the deal.
    pub const CITADEL: Self = Self {
        name: "citadel",
        layout: Layout::RowsSendingHome,
        ..Self::BELEAGUERED_CASTLE
    };
    /// Simple Simon: built regardless of suit, moved and taken home by suit.
    pub const SIMPLE_SIMON: Self = Self {
        name: "simple-simon",
        columns: 10,
        cells: 0,
        builds: Builds::AnySuit,
        runs: Runs::SuitRuns,
        home: Home::WholeRuns,
        layout: Layout::Triangle,
        ..Self::FREECELL
    };

    /// Every game of the family.
    pub const ALL: [Self; 13] = [
        Self::FREECELL,
        Self::RELAXED_FREECELL,
        Self::FORECELL,
        Self::BAKERS_GAME,
        Self::KINGS_ONLY_BAKERS_GAME,
        Self::EIGHT_OFF,
        Self::SEAHAVEN,
        Self::RELAXED_SEAHAVEN,
        Self::BAKERS_DOZEN,
        Self::STREETS_AND_ALLEYS,
        Self::BELEAGUERED_CASTLE,
        Self::CITADEL,
        Self::SIMPLE_SIMON,
    ];

    /// The game with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rules| rules.name == name)
    }

    /// It can be dealt to another number of columns.
    pub const fn has_free_columns(&self) -> bool {
        !matches!(self.layout, Layout::Triangle)
    }

    /// The same game with this many cells, or why that is not possible.
    pub fn with_cells(self, cells: u8) -> Result<Self, SizeError> {
        if !Self::CELLS.contains(&cells) {
            return Err(SizeError::Cells(cells));
        }
        if cells < self.cells_filled {
            return Err(SizeError::FewCells {
                cells,
                game: self.name,
                filled: self.cells_filled,
            });
        }
        Ok(Self { cells, ..self })
    }

    /// The same game with this many columns, or why that is not possible.
    pub fn with_columns(self, columns: u8) -> Result<Self, SizeError> {
        if !Self::COLUMNS.contains(&columns) {
            return Err(SizeError::Columns(columns));
        }
        if !self.has_free_columns() && columns != self.columns {
            return Err(SizeError::FixedColumns {
                game: self.name,
                columns: self.columns,
            });
        }
        Ok(Self { columns, ..self })
    }
}

/// Why a game cannot have this many columns or cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each message is the documentation")]
pub enum SizeError {
    #[error("{0} cells; a game has 0 to 8")]
    Cells(u8),
    #[error("{cells} cells; {game} starts with {filled} cards in them")]
    FewCells {
        cells: u8,
        game: &'static str,
        filled: u8,
    },
    #[error("{0} columns; a game has 4 to 13")]
    Columns(u8),
    #[error("{game} is dealt to {columns} columns only")]
    FixedColumns { game: &'static str, columns: u8 },
}
