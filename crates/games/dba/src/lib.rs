//! DBA 2.2+: two armies of twelve elements on an open table without hexes.

pub mod geometry;
