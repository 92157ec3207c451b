//! Lists of fixed room in a position: the counters of a game, a few markers, many of which most are as usual.

use std::fmt::Debug;

use super::Kept;

/// The counters of a game, as many as a scenario has of the most there can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counters<T, const MOST: usize> {
    all: [T; MOST],
    count: usize,
}

impl<T: Copy + Default, const MOST: usize> Counters<T, MOST> {
    /// So many, as they usually are.
    pub fn new(count: usize) -> Self {
        Counters { all: [T::default(); MOST], count }
    }

    /// Those there are.
    pub fn present(&self) -> &[T] {
        &self.all[..self.count]
    }

    /// Whether there are as many as the scenario has.
    pub fn expect(&self, count: usize, what: &str) -> Result<(), String> {
        match self.count == count {
            true => Ok(()),
            false => Err(format!("it has {} {what}, expected {count}", self.count)),
        }
    }

    /// Those there are, to be changed.
    pub fn present_mut(&mut self) -> &mut [T] {
        &mut self.all[..self.count]
    }
}

impl<T, const MOST: usize> std::ops::Deref for Counters<T, MOST> {
    type Target = [T; MOST];

    #[inline]
    fn deref(&self) -> &[T; MOST] {
        &self.all
    }
}

impl<T, const MOST: usize> std::ops::DerefMut for Counters<T, MOST> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T; MOST] {
        &mut self.all
    }
}

impl<T: std::hash::Hash, const MOST: usize> std::hash::Hash for Counters<T, MOST> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.all[..self.count].hash(state);
    }
}

impl<T: Kept<Setting> + Copy + Default, Setting: ?Sized, const MOST: usize> Kept<Setting>
    for Counters<T, MOST>
{
    type Form = Vec<T::Form>;

    fn form(&self, setting: &Setting) -> Self::Form {
        self.present().iter().map(|counter| counter.form(setting)).collect()
    }

    fn kept(form: Self::Form, setting: &Setting) -> Result<Self, String> {
        let mut counters = Counters::new(form.len());
        if form.len() > MOST {
            return Err(format!("it has {} counters, expected {MOST} at most", form.len()));
        }
        for (i, form) in form.into_iter().enumerate() {
            counters.all[i] = T::kept(form, setting).map_err(|why| format!("counter {i}: {why}"))?;
        }
        Ok(counters)
    }
}

/// A short list: the attacks of a phase, markers on the map. It holds `MOST` at most.
#[derive(Clone, Copy)]
pub struct Few<T, const MOST: usize> {
    all: [T; MOST],
    count: u8,
}

impl<T: Copy + Default, const MOST: usize> Few<T, MOST> {
    /// None of them.
    pub fn none() -> Self {
        Few { all: [T::default(); MOST], count: 0 }
    }

    /// Adds one more, if there is room.
    #[inline]
    pub fn push(&mut self, one: T) -> bool {
        let room = self.has_room();
        if room {
            self.all[self.count as usize] = one;
            self.count += 1;
        }
        room
    }

    /// Takes one out; the last takes its place.
    pub fn take(&mut self, index: usize) {
        self.all[index] = self[self.len() - 1];
        self.count -= 1;
    }

    /// Whether one more can be added.
    #[inline]
    pub fn has_room(&self) -> bool {
        (self.count as usize) < MOST
    }
}

impl<T, const MOST: usize> std::ops::Deref for Few<T, MOST> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.all[..self.count as usize]
    }
}

impl<T, const MOST: usize> std::ops::DerefMut for Few<T, MOST> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.all[..self.count as usize]
    }
}

impl<T: PartialEq, const MOST: usize> PartialEq for Few<T, MOST> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<T: Eq, const MOST: usize> Eq for Few<T, MOST> {}

impl<T: std::hash::Hash, const MOST: usize> std::hash::Hash for Few<T, MOST> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self[..].hash(state);
    }
}

impl<T: Debug, const MOST: usize> Debug for Few<T, MOST> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self[..].fmt(f)
    }
}

impl<T: Kept<Setting> + Copy + Default, Setting: ?Sized, const MOST: usize> Kept<Setting> for Few<T, MOST> {
    type Form = Vec<T::Form>;

    fn form(&self, setting: &Setting) -> Self::Form {
        self.iter().map(|one| one.form(setting)).collect()
    }

    fn kept(form: Self::Form, setting: &Setting) -> Result<Self, String> {
        let mut few = Few::none();
        for one in form {
            if !few.push(T::kept(one, setting)?) {
                return Err(format!("there is one too many, expected {MOST} at most"));
            }
        }
        Ok(few)
    }
}

/// So many things of which most are as usual, and those are saved as nothing: the army counters of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sparse<T, const COUNT: usize>(pub [T; COUNT]);

impl<T, const COUNT: usize> std::ops::Deref for Sparse<T, COUNT> {
    type Target = [T; COUNT];

    #[inline]
    fn deref(&self) -> &[T; COUNT] {
        &self.0
    }
}

impl<T, const COUNT: usize> std::ops::DerefMut for Sparse<T, COUNT> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T; COUNT] {
        &mut self.0
    }
}

impl<T, Setting: ?Sized, const COUNT: usize> Kept<Setting> for Sparse<T, COUNT>
where
    T: Kept<Setting> + Copy + Default + PartialEq,
{
    type Form = Vec<Option<T::Form>>;

    fn form(&self, setting: &Setting) -> Self::Form {
        self.iter().map(|one| (*one != T::default()).then(|| one.form(setting))).collect()
    }

    fn kept(form: Self::Form, setting: &Setting) -> Result<Self, String> {
        if form.len() != COUNT {
            return Err(format!("there are {} of them, expected {COUNT}", form.len()));
        }
        let mut all = [T::default(); COUNT];
        for (one, form) in all.iter_mut().zip(form) {
            if let Some(form) = form {
                *one = T::kept(form, setting)?;
            }
        }
        Ok(Sparse(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Grid, Orientation};

    #[test]
    fn a_short_list_is_the_same_whatever_was_in_it_before_and_takes_no_more_than_it_can() {
        let grid = Grid::new(Orientation::Flat, 2, 2, false);
        let mut few: Few<u8, 3> = Few::none();
        assert!(few.push(5) && few.push(6) && few.push(7) && !few.push(8));
        assert_eq!(few[..], [5, 6, 7]);
        few.take(0);
        assert_eq!(few[..], [7, 6], "the last takes the place");
        let again = Few::kept(few.form(&grid), &grid);
        assert_eq!(again, Ok(few), "what lay behind does not count");
        assert!(Few::<u8, 3>::kept(vec![1, 2, 3, 4], &grid).is_err_and(|why| why.contains("3 at most")));
    }
}
