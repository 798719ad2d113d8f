//! How a state was reached: each node knows its parent and the move between.

/// A node in [`ParentLinks`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start, which has no parent.
    pub const ROOT: Self = Self(u32::MAX);
}

/// The tree of moves that a search has made, at `4 + size of a step` bytes a
/// node (rounded up to the step's alignment).
///
/// ```
/// use patience_search::{NodeId, ParentLinks};
/// let mut links = ParentLinks::new();
/// let draw = links.add(NodeId::ROOT, "draw");
/// let remove = links.add(draw, "remove");
/// assert_eq!(links.path(remove), ["draw", "remove"]);
/// assert_eq!(links.path(NodeId::ROOT), [""; 0]);
/// ```
#[derive(Clone, Debug)]
pub struct ParentLinks<S> {
    nodes: Vec<(NodeId, S)>,
}

impl<S> Default for ParentLinks<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> ParentLinks<S> {
    /// No nodes yet.
    pub const fn new() -> Self {
        Self { nodes: Vec::new() }
    }

    /// Adds a node that was reached from a parent by a step.
    ///
    /// # Panics
    /// Beyond 2^32 - 2 nodes, which is more memory than a search may have.
    #[inline]
    pub fn add(&mut self, parent: NodeId, step: S) -> NodeId {
        let index = u32::try_from(self.nodes.len())
            .ok()
            .filter(|index| *index != u32::MAX);
        let Some(index) = index else {
            panic!("more nodes than a search can hold");
        };
        self.nodes.push((parent, step));
        NodeId(index)
    }

    /// The steps from the start to a node.
    pub fn path(&self, node: NodeId) -> Vec<S>
    where
        S: Clone,
    {
        let mut steps = Vec::new();
        let mut at = node;
        while at != NodeId::ROOT {
            let (parent, step) = &self.nodes[at.0 as usize];
            steps.push(step.clone());
            at = *parent;
        }
        steps.reverse();
        steps
    }

    /// How many nodes there are.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// There are none.
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Forgets all nodes and keeps the memory for the next search.
    pub fn clear(&mut self) {
        self.nodes.clear();
    }

    /// Bytes of the nodes.
    pub const fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<(NodeId, S)>()) as u64
    }
}
