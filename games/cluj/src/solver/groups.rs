//! Groups of images with the same loose state, and the lists of those that wait.

use crate::solver::columns::Code;
use crate::solver::image::Image;

/// The end of a list.
pub const END: u32 = u32::MAX;

/// An image of a group.
///
/// ```text
/// bits 16..64 the marks of the six columns, 8 it lies on a shortest path, 0..8 its moves
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Member(u64);

impl Member {
    const GOOD: u64 = 1 << 8;

    #[inline]
    pub fn new(image: &Image, moves: u8) -> Self {
        Self(image.marks() << 16 | u64::from(moves))
    }

    pub const fn marks(self) -> u64 {
        self.0 >> 16
    }

    pub const fn moves(self) -> u8 {
        self.0 as u8
    }

    pub const fn is_good(self) -> bool {
        self.0 & Self::GOOD != 0
    }

    /// Notes that it lies on a shortest path.
    pub const fn mark_good(&mut self) {
        self.0 |= Self::GOOD;
    }

    /// The image, in the group with these columns.
    #[inline]
    pub fn image(self, columns: &Image) -> Image {
        let mut image = *columns;
        for (column, code) in image.codes.iter_mut().enumerate() {
            *code |= Code::from((self.0 >> (8 * column + 16)) as u8);
        }
        image
    }
}

/// Images that wait: as many as a line of the cache holds.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Block {
    pub members: [Member; BLOCK as usize],
    pub len: u32,
    pub next: u32,
}

/// So many images.
pub const BLOCK: u32 = 7;

impl Block {
    pub const EMPTY: Self = Self {
        members: [Member(0); BLOCK as usize],
        len: 0,
        next: END,
    };

    #[inline]
    pub fn push(&mut self, member: Member) {
        self.members[self.len as usize] = member;
        self.len += 1;
    }

    /// Takes all of them.
    #[inline]
    pub fn take(&mut self) -> impl Iterator<Item = Member> + use<> {
        let len = std::mem::take(&mut self.len);
        self.members.into_iter().take(len as usize)
    }
}

/// The images of a level with the same loose state.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Their columns without cheated cards.
    pub columns: Image,
    pub level: u8,
    /// At least so many moves are to go.
    pub bound: u8,
    pub is_goal: bool,
    /// The first of those that wait, in `Levels::waiting`.
    pub waiting: u32,
    /// Those that were searched, in `Levels::done`, in ascending order.
    pub done: (u32, u32),
    /// The last of the groups that lead here, in `Levels::before`.
    pub before: u32,
    /// The layers for which it waits in the queue, counted from the first.
    pub queued: u64,
    /// Some of its images with so many moves lie on a shortest path.
    pub good_at: u8,
}
