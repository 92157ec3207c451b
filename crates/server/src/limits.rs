//! Limits: so much from one address or session, and no more.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RequestKind {
    /// Any request.
    Any,
    /// One that changes something.
    Change,
    /// Talk at the table.
    Talk,
    /// A new guest.
    Arrive,
    /// A try at a password, or a new one: costly on purpose.
    Password,
    /// Slow work: the past of a game, its log, its record.
    Heavy,
    /// A deed in a game.
    Deed,
    /// Talk in a game, whoever talks.
    Chatter,
    /// A new game.
    Begin,
    /// A letter to an address that is not confirmed.
    Letter,
}

/// Whose.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Whose {
    /// Everybody behind an address; of the long ones, the network counts.
    Address(IpAddr),
    /// A session, by the digest of its token.
    Session(Vec<u8>),
    /// A game, whoever plays it.
    Game(String),
    /// An account whose password is tried, wherever from.
    Account(String),
}

impl Whose {
    /// An address; a household's IPv6 network is one.
    pub fn address(address: IpAddr) -> Whose {
        match address {
            IpAddr::V6(long) => {
                let [a, b, c, d, ..] = long.segments();
                Whose::Address(std::net::Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
            short => Whose::Address(short),
        }
    }
}

impl RequestKind {
    /// How many at once, and how many a second thereafter.
    fn allowance(self) -> (f64, f64) {
        match self {
            RequestKind::Any => (1_500.0, 300.0),
            RequestKind::Change => (300.0, 50.0),
            RequestKind::Talk => (30.0, 1.0),
            RequestKind::Arrive => (60.0, 0.5),
            RequestKind::Password => (10.0, 0.2),
            RequestKind::Heavy => (300.0, 50.0),
            RequestKind::Deed => (1_500.0, 10.0),
            RequestKind::Chatter => (100.0, 2.0),
            RequestKind::Begin => (60.0, 0.5),
            RequestKind::Letter => (5.0, 0.002),
        }
    }
}

/// Buckets that fill by the second and empty by the request.
pub struct Limits {
    buckets: Option<Mutex<HashMap<(RequestKind, Whose), Bucket>>>,
}

struct Bucket {
    left: f64,
    at: Instant,
}

/// Beyond so many buckets the full ones are thrown away.
const MANY: usize = 50_000;

impl Limits {
    /// Limits, or none at all.
    pub fn new(on: bool) -> Limits {
        Limits { buckets: on.then(Mutex::default) }
    }

    /// Whether one more is granted.
    pub fn grants(&self, kind: RequestKind, whose: Whose) -> bool {
        self.grants_many(kind, whose, 1)
    }

    /// Whether so many more are granted, all of them or none.
    pub fn grants_many(&self, kind: RequestKind, whose: Whose, count: usize) -> bool {
        self.grants_at(kind, whose, count, Instant::now())
    }

    fn grants_at(&self, kind: RequestKind, whose: Whose, count: usize, now: Instant) -> bool {
        let Some(buckets) = &self.buckets else { return true };
        let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let level = |kind: RequestKind, bucket: &Bucket| {
            let (most, rate) = kind.allowance();
            (bucket.left + now.saturating_duration_since(bucket.at).as_secs_f64() * rate).min(most)
        };
        if buckets.len() > MANY {
            buckets.retain(|(kind, _), bucket| level(*kind, bucket) < kind.allowance().0);
        }
        let bucket = buckets.entry((kind, whose)).or_insert(Bucket { left: kind.allowance().0, at: now });
        bucket.left = level(kind, bucket);
        bucket.at = now;
        let granted = bucket.left >= count as f64;
        if granted {
            bucket.left -= count as f64;
        }
        granted
    }
}

/// How many of something each has at the moment.
#[derive(Clone, Default)]
pub struct Permits(Arc<Mutex<HashMap<Whose, usize>>>);

/// One or more of them; given back when it is dropped.
pub struct Permit {
    permits: Permits,
    whose: Whose,
    count: usize,
}

impl Permits {
    /// One more, unless there are so many already.
    pub fn take(&self, whose: Whose, most: usize) -> Option<Permit> {
        let mut taken = self.lock();
        let own = taken.get(&whose).copied().unwrap_or(0);
        (own < most).then(|| self.taken(&mut taken, whose, 1))
    }

    /// So many more, unless there would be more than that; who has none yet gets them however many they are.
    pub fn take_many(&self, whose: Whose, count: usize, most: usize) -> Option<Permit> {
        let mut taken = self.lock();
        let own = taken.get(&whose).copied().unwrap_or(0);
        (own == 0 || own + count <= most).then(|| self.taken(&mut taken, whose, count))
    }

    fn taken(&self, taken: &mut HashMap<Whose, usize>, whose: Whose, count: usize) -> Permit {
        *taken.entry(whose.clone()).or_default() += count;
        Permit { permits: self.clone(), whose, count }
    }

    /// How many somebody has.
    pub fn count(&self, whose: &Whose) -> usize {
        self.lock().get(whose).copied().unwrap_or(0)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Whose, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self.permits.lock();
        if let Some(own) = taken.get_mut(&self.whose) {
            *own -= self.count;
            if *own == 0 {
                taken.remove(&self.whose);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn somebody(n: u8) -> Whose {
        Whose::address(IpAddr::from([10, 0, 0, n]))
    }

    #[test]
    fn ten_passwords_at_once_then_one_in_five_seconds() {
        let limits = Limits::new(true);
        let start = Instant::now();
        let tried =
            (0..20).filter(|_| limits.grants_at(RequestKind::Password, somebody(1), 1, start)).count();
        assert_eq!(tried, 10);
        assert!(limits.grants_at(RequestKind::Password, somebody(2), 1, start), "others are not concerned");
        let later = start + Duration::from_secs(5);
        assert!(limits.grants_at(RequestKind::Password, somebody(1), 1, later));
        assert!(!limits.grants_at(RequestKind::Password, somebody(1), 1, later));
    }

    #[test]
    fn a_game_takes_a_turn_at_once_but_no_flood() {
        let limits = Limits::new(true);
        let start = Instant::now();
        let game = || Whose::Game("abc".into());
        let granted = (0..30).filter(|_| limits.grants_at(RequestKind::Deed, game(), 100, start)).count();
        assert_eq!(granted, 15);
        assert!(!limits.grants_at(RequestKind::Deed, game(), 100, start + Duration::from_secs(9)));
        assert!(limits.grants_at(RequestKind::Deed, game(), 100, start + Duration::from_secs(10)));
    }

    #[test]
    fn a_long_address_counts_by_its_network() {
        let address = |text: &str| Whose::address(text.parse().unwrap());
        assert_eq!(address("2001:db8:1:2::7"), address("2001:db8:1:2:ffff::1"));
        assert_ne!(address("2001:db8:1:2::7"), address("2001:db8:1:3::7"));
    }

    #[test]
    fn without_limits_everything_is_granted() {
        let limits = Limits::new(false);
        assert!((0..10_000).all(|_| limits.grants(RequestKind::Password, somebody(1))));
    }
}
