//! The player's side of the table: what is typed, what is shown.

use engine::words::counted;
use std::io::{BufRead, Write};

use commander::{Budget, Commander, Intent, Scripted};
use engine::record::Session;
use engine::table::{Forecast, Order};
use engine::{Event, Generator, Objection, Side, Turn, Viewer};
use lab::Player;
use shelf::{Shelf, nearest};

use super::menu::Menu;
use crate::common::{Failure, wrapped};

const HELP: &str = "\
  N              give order number N
  N-M            show the orders from N to M
  any words      show the orders that contain them
  orders, more   show the orders again; all of them
  odds N         the chances of order N, with every term
  roll 4 2       the dice you threw, when the game is played with physical dice
  board          the map
  rule NUMBER    what a rule says
  why JSON       whether an order in the program's own words would be legal, and why not
  auto [N]       let the program give the next order, or the next N
  undo, redo     take back an order: freely until dice fall or the other side acts
  undo!          take back the last order with all that followed, if both sides agree
  log [N]        the last N things that happened
  save FILE      write the record
  quit           leave";

const COMMANDS: [&str; 14] = [
    "orders", "more", "odds", "roll", "board", "rule", "why", "auto", "undo", "redo", "log", "save", "quit",
    "help",
];

/// One game and who plays it.
pub struct Console<'a> {
    shelf: &'a Shelf,
    session: Session,
    machine: Option<Side>,
    /// Who plays when the program does.
    player: Player,
    /// What it means to do once dice have fallen.
    intent: Intent,
    generator: Generator,
    menu: Menu,
    /// The entry the menu was made at.
    listed_at: Option<usize>,
}

/// What is to be done after a command.
enum Next {
    Ask,
    Leave,
}

impl<'a> Console<'a> {
    /// A console; `machine` is the side the program plays, and by whom.
    pub fn new(
        shelf: &'a Shelf,
        session: Session,
        machine: Option<(Side, Player)>,
        generator: Generator,
    ) -> Self {
        let player = machine.map_or(Player::Random, |(_, player)| player);
        let machine = machine.map(|(side, _)| side);
        let (menu, intent) = (Menu::default(), Intent::default());
        Console { shelf, session, machine, player, intent, generator, menu, listed_at: None }
    }

    /// Plays until `quit` or the end of the input.
    pub fn run(&mut self, input: impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
        self.greet(out)?;
        let mut lines = input.lines();
        loop {
            self.go_on(out)?;
            self.ask(out)?;
            let Some(line) = lines.next() else { break };
            let line = match line {
                Ok(line) => line,
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => String::new(),
                Err(error) => return Err(error.into()),
            };
            match self.obey(line.trim(), out) {
                Ok(Next::Ask) => {}
                Ok(Next::Leave) => return Ok(()),
                Err(Failure::Usage(why)) => writeln!(out, "{why}")?,
                Err(other) => return Err(other),
            }
        }
        Ok(writeln!(out)?)
    }

    fn greet(&self, out: &mut impl Write) -> Result<(), Failure> {
        let card = self.shelf.scenario(&self.session.header().scenario)?;
        writeln!(out, "{}, {}: {} against {}", card.title, card.date, card.sides[0], card.sides[1])?;
        writeln!(out, "{}", wrapped(&card.notes, 90, ""))?;
        for rule in &card.rules {
            writeln!(out, "{}", wrapped(&format!("· {rule}"), 90, "  "))?;
        }
        for rule in &card.house {
            writeln!(out, "{}", wrapped(&format!("· {rule} (house value)"), 90, "  "))?;
        }
        Ok(writeln!(out, "Type `help` for what you can type.\n\n{}", self.board())?)
    }

    fn board(&self) -> String {
        board::text_board(&self.session.table().scene(self.viewer()))
    }

    /// At one keyboard everyone sees what the side to move sees; against the program, only one's own side.
    fn viewer(&self) -> Viewer {
        match (self.machine, self.session.table().turn()) {
            (Some(machine), _) => Viewer::Side(machine.other()),
            (None, Turn::Order(side)) => Viewer::Side(side),
            (None, Turn::Over(_)) => Viewer::Referee,
            (None, Turn::Dice(_)) => Viewer::Public,
        }
    }

    /// Throws dice and plays the program's side until a person is needed. After an undo it waits.
    fn go_on(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        while self.session.cursor() == self.session.len() {
            match self.session.table().turn() {
                Turn::Dice(_) if self.session.header().dice.seed().is_some() => {
                    let (_, events) = self.session.roll_derived("")?;
                    tell(&events, out)?;
                }
                Turn::Order(side) if Some(side) == self.machine => self.auto(out)?,
                _ => break,
            }
        }
        Ok(())
    }

    /// Says what is expected, and lists the orders if they are new.
    fn ask(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        if self.listed_at != Some(self.session.cursor()) {
            self.list()?;
            writeln!(out, "\n{}", self.session.table().prompt())?;
            if matches!(self.session.table().turn(), Turn::Dice(_)) {
                writeln!(out, "Throw the dice and type what they show, such as: roll 4")?;
            }
            self.menu.show(out)?;
        }
        write!(out, "> ")?;
        Ok(out.flush()?)
    }

    fn list(&mut self) -> Result<(), Failure> {
        let table = self.session.table();
        let words = |order: Order| table.describe(&order).map(|words| (order, words));
        let orders: Result<Vec<_>, Objection> = table.orders().into_iter().map(words).collect();
        self.menu = Menu::new(orders?);
        self.listed_at = Some(self.session.cursor());
        Ok(())
    }

    fn obey(&mut self, line: &str, out: &mut impl Write) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Next::Leave),
            "help" | "?" => writeln!(out, "{HELP}")?,
            "board" => writeln!(out, "{}", self.board())?,
            "orders" => self.menu.show(out)?,
            "more" => self.menu.show_these(0..self.menu.len(), out)?,
            "odds" => self.odds(rest, out)?,
            "roll" => self.roll(rest, out)?,
            "rule" => self.rule(rest, out)?,
            "why" => self.why(rest, out)?,
            "auto" => {
                for _ in 0..number(rest).unwrap_or(1) {
                    if matches!(self.session.table().turn(), Turn::Over(_)) {
                        break;
                    }
                    self.auto(out)?;
                    self.go_on(out)?;
                }
            }
            "undo" | "undo!" | "redo" => {
                match word {
                    "undo" => self.undo()?,
                    "undo!" => self.undo_by_consent()?,
                    _ => self.session.redo()?,
                }
                self.intent = Intent::default();
            }
            "log" => self.log(number(rest).unwrap_or(20), out)?,
            "save" => self.save(rest, out)?,
            _ => self.choose(line, out)?,
        }
        Ok(Next::Ask)
    }

    /// A number is an order, a range shows orders, anything else narrows the list.
    fn choose(&mut self, line: &str, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(n) = number(line) {
            let Some((order, _)) = self.menu.order(n).cloned() else {
                return Err(Failure::Usage(format!("there is no order {n}; there are {}", self.menu.len())));
            };
            let events = self.session.give(&order)?;
            return tell(&events, out);
        }
        if let Some((from, to)) = line.split_once('-').and_then(|(a, b)| Some((number(a)?, number(b)?))) {
            return self.menu.show_these(from.saturating_sub(1)..to.min(self.menu.len()), out);
        }
        let found = self.menu.matching(line);
        if !found.is_empty() {
            return self.menu.show_these(found, out);
        }
        let meant =
            nearest(line, COMMANDS).map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
        Err(Failure::Usage(format!("No order has `{line}` in it.{meant} `help` says what you can type.")))
    }

    fn odds(&self, rest: &str, out: &mut impl Write) -> Result<(), Failure> {
        let chosen = number(rest).and_then(|n| self.menu.order(n));
        let Some((order, words)) = chosen else {
            return Err(Failure::Usage("odds of which order? Type odds and its number".into()));
        };
        let Forecast { chances, sums } = self.session.table().odds(order)?;
        writeln!(out, "{words}")?;
        for sum in &sums {
            writeln!(out, "  {}: {}", sum.title, sum.total)?;
            for term in &sum.terms {
                writeln!(out, "    {:<40} {} ({})", term.label, term.value, term.rule)?;
            }
            sum.results.iter().try_for_each(|chance| tell_chance(chance, out))?;
        }
        if sums.is_empty() {
            chances.iter().try_for_each(|chance| tell_chance(chance, out))?;
        }
        if sums.is_empty() && chances.is_empty() {
            writeln!(out, "  No dice are rolled for it.")?;
        }
        Ok(())
    }

    fn roll(&mut self, rest: &str, out: &mut impl Write) -> Result<(), Failure> {
        if rest.is_empty() && self.session.header().dice.seed().is_some() {
            let (_, events) = self.session.roll_derived("")?;
            return tell(&events, out);
        }
        let faces: Result<Vec<u8>, _> = rest.split_whitespace().map(str::parse).collect();
        let faces = faces.map_err(|_| Failure::Usage("type what the dice show, such as: roll 4".into()))?;
        let events = self.session.roll(&faces)?;
        tell(&events, out)
    }

    fn rule(&self, name: &str, out: &mut impl Write) -> Result<(), Failure> {
        let rules = &self.shelf.edition(&self.session.header().game)?.rulebook().rules;
        match rules.iter().find(|rule| rule.rule == name) {
            Some(rule) => {
                Ok(writeln!(out, "{}  {}\n{}", rule.rule, rule.title, wrapped(&rule.summary, 86, "    "))?)
            }
            None => {
                let nearest = nearest(name, rules.iter().map(|rule| rule.rule.as_str()));
                Err(shelf::UnknownName { kind: "rule", name: name.into(), nearest }.into())
            }
        }
    }

    fn why(&self, text: &str, out: &mut impl Write) -> Result<(), Failure> {
        let order = serde_json::from_str(text)
            .map_err(|fault| Failure::Usage(format!("an order is written as JSON: {fault}")))?;
        let table = self.session.table();
        match table.read(&order).and_then(|order| table.check(&order)) {
            Ok(()) => Ok(writeln!(out, "It is legal.")?),
            Err(objection) => Ok(writeln!(out, "{objection}")?),
        }
    }

    /// One plan, one random order or one throw.
    fn auto(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let table = self.session.table();
        let events = match table.turn() {
            Turn::Order(_) => {
                let game = self.session.header().scenario.split('/').next().unwrap_or_default();
                let orders = match self.player {
                    Player::Random => table.random_order(&mut self.generator).into_iter().collect(),
                    Player::Script(script) => {
                        let seed = self.generator.below(u32::MAX) as u64;
                        Scripted::new(game, script).decide(table, seed)
                    }
                    Player::Commander(level) => {
                        let commander = Commander::new(game, level);
                        let seed = self.generator.below(u32::MAX) as u64;
                        let budget = Budget::at_the_table(commander.time(), commander.longest());
                        commander.decide(table, &budget, seed, &mut self.intent).orders
                    }
                };
                if orders.is_empty() {
                    return Err(Failure::Check("an order is due and none is legal".into()));
                }
                let mut events = vec![];
                for order in &orders {
                    events.extend(self.session.give(order)?);
                }
                events
            }
            Turn::Dice(request) => self.session.roll(self.generator.throw(request).faces())?,
            Turn::Over(_) => return Ok(()),
        };
        tell(&events, out)
    }

    /// Freely until dice fall or the other side acts.
    fn undo(&mut self) -> Result<(), Failure> {
        if Some(self.session.free_undo()?) == self.machine {
            return Err(Failure::Usage("the other side has acted since; `undo!` takes that back too".into()));
        }
        Ok(self.session.undo()?)
    }

    /// Whatever happened since one's own last order, and that order too.
    fn undo_by_consent(&mut self) -> Result<(), Failure> {
        while self.session.cursor() > 0 {
            self.session.undo_to(self.session.cursor() - 1, true)?;
            match self.session.table().turn() {
                Turn::Order(side) if Some(side) != self.machine => break,
                _ => {}
            }
        }
        Ok(())
    }

    fn log(&self, last: usize, out: &mut impl Write) -> Result<(), Failure> {
        let told = self.session.chronicle()?;
        for entry in &told[told.len().saturating_sub(last)..] {
            writeln!(out, "{:>5}  {}", entry.n, entry.words)?;
            tell(&entry.events, out)?;
        }
        Ok(())
    }

    fn save(&self, file: &str, out: &mut impl Write) -> Result<(), Failure> {
        if file.is_empty() {
            return Err(Failure::Usage("save to which file? Type save FILE".into()));
        }
        match std::fs::write(file, self.session.record().to_string()) {
            Ok(()) => {
                Ok(writeln!(out, "Saved {} to {file}.", counted(self.session.cursor(), "entry", "entries"))?)
            }
            Err(error) => Err(Failure::Usage(format!("{file}: {error}"))),
        }
    }
}

fn number(text: &str) -> Option<usize> {
    text.trim().parse().ok()
}

fn tell(events: &[Event], out: &mut impl Write) -> Result<(), Failure> {
    Ok(events.iter().try_for_each(|event| writeln!(out, "       {} ({})", event.text, event.rule))?)
}

fn tell_chance(chance: &engine::odds::Chance, out: &mut impl Write) -> Result<(), Failure> {
    let percent = chance.ways as f64 * 100.0 / chance.of.max(1) as f64;
    Ok(writeln!(out, "    {:>3} in {:<3} {percent:>5.1} %  {}", chance.ways, chance.of, chance.result)?)
}
