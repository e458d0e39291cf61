//! Positions: the board, what may be done, and long lists in pages.

use duel_books::{goal::GameGoal, house::meaning, rules_text, short_name};
use duel_core::{Board, Group, Move, Op, Position, Reuse};
use duel_numbers::{Budget, Factorization, Natural};
use serde::{Deserialize, Serialize};

/// The longest list of choices in a form; longer ones are requested in pages.
pub const CHOICES: u64 = 200;

/// How much factoring a list of moves may cost, all numbers of the position together.
pub const LISTING: Budget<'static> = Budget::steps(5_000_000);

/// A position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionForm {
    /// On one line.
    pub position: String,
    /// The name of its book.
    pub book: &'static str,
    /// The title of its book.
    pub title: &'static str,
    /// The name of the game in one to three words.
    pub short: &'static str,
    /// The goal.
    pub goal: GoalForm,
    /// The rules.
    pub rules: RulesForm,
    /// What is on the table.
    pub board: BoardForm,
    /// What may be done.
    pub moves: MovesForm,
    /// Who is to move, 1 or 2.
    pub turn: u8,
    /// Whether it is over.
    pub over: bool,
}

/// The goal of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GoalForm {
    /// In one line, without a full stop.
    pub aim: String,
    /// What is special about the moves, in short sentences; empty where that is nothing.
    pub limits: String,
    /// The whole rules in a few sentences.
    pub brief: String,
}

/// The rules of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RulesForm {
    /// As a position names them, such as `subtract+no-echo`.
    pub name: String,
    /// The house rules.
    pub house: Vec<HouseForm>,
    /// The rules that are played, house rules included, in words.
    pub words: String,
}

/// A house rule.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HouseForm {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// What is on the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum BoardForm {
    /// Numbers that shrink.
    Numbers {
        /// The picture that shows them: `lattice`, `line` or `pairs`.
        picture: &'static str,
        /// `divide`, `subtract` or `either`.
        op: &'static str,
        /// The numbers.
        numbers: Vec<String>,
        /// Numbers that may not be chosen now.
        barred: Vec<String>,
        /// For each number its primes with their exponents; nothing where they are not known.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Option<Vec<(String, u32)>>>))]
        factors: Vec<Option<Vec<(String, u32)>>>,
    },
    /// One number that grows.
    Digits {
        /// The targets.
        targets: Vec<String>,
        /// The digits so far.
        digits: String,
        /// The remainder for each target.
        residues: Vec<String>,
        /// The maximum length, where reaching it ends the game.
        cap: Option<u32>,
    },
}

/// What may be done.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MovesForm {
    /// Whether these are all; the divisors of a number that cannot be factored are not all known,
    /// but any of them may be played.
    pub complete: bool,
    /// Whether `1` passes.
    pub pass: bool,
    /// The digits that may be appended.
    pub digits: Vec<String>,
    /// The choices for each number.
    pub groups: Vec<GroupForm>,
}

/// The choices for one number.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GroupForm {
    /// Which number, from 1.
    pub number: usize,
    /// The number.
    pub value: String,
    /// How many choices there are.
    pub count: String,
    /// Whether these are all.
    pub complete: bool,
    /// The choices as moves are written; nothing if there are more than 200.
    pub choices: Option<Vec<String>>,
    /// What each of the choices does to the number, in the same order.
    pub steps: Option<Vec<StepForm>>,
}

/// A stretch of the choices for one number.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PageForm {
    /// Which number, from 1.
    pub number: usize,
    /// Where the stretch begins, from 0.
    pub from: u64,
    /// How many choices there are.
    pub count: String,
    /// Whether all choices are known.
    pub complete: bool,
    /// The choices as moves are written.
    pub choices: Vec<String>,
    /// What each of them does to the number, in the same order.
    pub steps: Vec<StepForm>,
}

/// What a choice does to its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StepForm {
    /// `/` if it divides, `-` if it subtracts.
    pub op: &'static str,
    /// The divisor.
    pub value: String,
    /// What is left of the number.
    pub leaves: String,
}

impl PositionForm {
    /// This position, with a bounded effort for factoring.
    pub fn of(position: &Position) -> PositionForm {
        let Listing { moves, board } = Listing::of(position);
        let book = duel_books::of(position.rules());
        PositionForm {
            position: position.to_string(),
            book: book.slug,
            title: book.title,
            short: short_name(position.rules()),
            goal: GoalForm::of(position),
            rules: RulesForm::of(position),
            board,
            moves,
            turn: position.turn().number(),
            over: position.is_over(),
        }
    }
}

/// What takes factoring and is worked out once for a position.
#[derive(Clone, Debug)]
pub struct Listing {
    /// What may be done.
    pub moves: MovesForm,
    /// What is on the table.
    pub board: BoardForm,
}

impl Listing {
    /// Works it out, with a bounded effort for factoring.
    pub fn of(position: &Position) -> Listing {
        let factors = position.factors(LISTING);
        Listing {
            moves: MovesForm::of(position, &factors),
            board: BoardForm::of(position, &factors),
        }
    }
}

impl GoalForm {
    /// The goal of a position.
    pub fn of(position: &Position) -> GoalForm {
        let goal = GameGoal::of_position(position);
        GoalForm { aim: goal.aim(), limits: goal.limits_in_words(), brief: goal.brief() }
    }
}

impl RulesForm {
    /// The rules of a position.
    pub fn of(position: &Position) -> RulesForm {
        let rules = position.rules();
        let house =
            rules.house().map(|rule| HouseForm { name: rule.name(), meaning: meaning(rule) });
        RulesForm {
            name: rules.to_string(),
            house: house.collect(),
            words: rules_text::of_position(position),
        }
    }
}

/// Numbers as JSON writes them.
pub(crate) fn texts(numbers: &[Natural]) -> Vec<String> {
    numbers.iter().map(Natural::to_string).collect()
}

impl BoardForm {
    /// What is on the table in a position whose numbers have these factors.
    fn of(position: &Position, factored: &[Option<Factorization>]) -> BoardForm {
        match position.board() {
            Board::Numbers { take, numbers, barred } => {
                let (op, picture) = match (position.has_both_operations(), take.step.op) {
                    (true, _) => ("either", "lattice"),
                    (false, Op::Divide) => ("divide", "lattice"),
                    (false, Op::Subtract) if take.reuse == Reuse::Once => ("subtract", "pairs"),
                    (false, Op::Subtract) => ("subtract", "line"),
                };
                BoardForm::Numbers {
                    picture,
                    op,
                    numbers: texts(numbers),
                    barred: texts(barred),
                    factors: factored.iter().map(|it| factors(it.as_ref()?)).collect(),
                }
            }
            Board::Digits { append, targets, digits, residues } => BoardForm::Digits {
                targets: texts(targets),
                digits: digits.iter().map(|digit| digit.to_char()).collect(),
                residues: texts(residues),
                cap: append.cap.length(),
            },
        }
    }
}

fn factors(known: &Factorization) -> Option<Vec<(String, u32)>> {
    let primes = known.primes().iter().map(|(prime, exponent)| (prime.to_string(), *exponent));
    known.is_complete().then(|| primes.collect())
}

impl MovesForm {
    /// What may be done in a position whose numbers have these factors.
    fn of(position: &Position, factors: &[Option<Factorization>]) -> MovesForm {
        if position.is_over() {
            return MovesForm {
                complete: true,
                pass: false,
                digits: Vec::new(),
                groups: Vec::new(),
            };
        }
        let moves = position.moves_factored(factors);
        MovesForm {
            complete: moves.is_complete(),
            pass: moves.has_pass(),
            digits: moves.digits().iter().map(|digit| digit.to_char().to_string()).collect(),
            groups: moves.groups().iter().map(|group| GroupForm::of(position, group)).collect(),
        }
    }
}

impl GroupForm {
    fn of(position: &Position, group: &Group) -> GroupForm {
        let count = group.count();
        let short = count.to_u64().is_some_and(|count| count <= CHOICES);
        let (choices, steps) = short.then(|| choices(position, group, 0..CHOICES)).unzip();
        GroupForm {
            number: group.index() + 1,
            value: group.number().to_string(),
            count: count.to_string(),
            complete: group.is_complete(),
            choices,
            steps,
        }
    }
}

/// A stretch of the choices for a number, as moves are written, and what each does to it.
pub fn choices(
    position: &Position,
    group: &Group,
    range: std::ops::Range<u64>,
) -> (Vec<String>, Vec<StepForm>) {
    let choice = |(op, divisor): (Op, Natural)| {
        let step = StepForm::of(group.number(), op, &divisor);
        (position.write_move(&Move::Take { index: group.index(), op, divisor }), step)
    };
    group.page(range).unwrap_or_default().into_iter().map(choice).unzip()
}

impl StepForm {
    /// What dividing a number by one of its divisors, or subtracting it, does.
    pub(crate) fn of(number: &Natural, op: Op, divisor: &Natural) -> StepForm {
        let leaves = op.apply(number, divisor).to_string();
        let op = match op {
            Op::Divide => "/",
            Op::Subtract => "-",
        };
        StepForm { op, value: divisor.to_string(), leaves }
    }
}

/// What a page of choices is asked for by.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct PageQuery {
    /// Which number, from 1.
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 18_446_744_073_709_551_615_u64))]
    pub number: Option<usize>,
    /// Where the stretch begins, from 0.
    #[cfg_attr(feature = "schema", param(maximum = 18_446_744_073_709_551_615_u64))]
    pub from: Option<u64>,
    /// Where it ends; at most 200 after its beginning.
    #[cfg_attr(feature = "schema", param(maximum = 18_446_744_073_709_551_615_u64))]
    pub to: Option<u64>,
    /// Or the choices around this number.
    #[cfg_attr(feature = "schema", param(max_length = 1000, pattern = "^[1-9][0-9]*$"))]
    pub near: Option<String>,
}

/// A stretch of the choices for one number; what is wrong with the question, if something is.
pub fn page(position: &Position, query: &PageQuery) -> Result<PageForm, &'static str> {
    let moves = position.moves(LISTING);
    let number = query.number.unwrap_or(1);
    let group = number
        .checked_sub(1)
        .and_then(|index| moves.groups().get(index))
        .ok_or("there is no such number on the table; they are counted from 1")?;
    let from = match &query.near {
        Some(near) => {
            let near = Natural::parse(near).map_err(|_| "near should be a number such as 360")?;
            group.rank(&near).unwrap_or(0).saturating_sub(CHOICES / 4)
        }
        None => query.from.unwrap_or(0),
    };
    let to = query.to.filter(|_| query.near.is_none()).unwrap_or(from.saturating_add(CHOICES / 2));
    if to < from || to - from > CHOICES {
        return Err("a page has at most 200 choices: from below to");
    }
    let (choices, steps) = choices(position, group, from..to);
    Ok(PageForm {
        number,
        from,
        count: group.count().to_string(),
        complete: group.is_complete(),
        choices,
        steps,
    })
}

/// Moves as a JSON list writes them.
pub fn written(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|made| position.write_move(made)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_position_share_the_effort() {
        // Products of two primes of 60 bits, or nearly so: one is factored, a hundred are not.
        let near = |more: u64| &Natural::from(2_u8).pow(60) + &Natural::from(more);
        let semiprime = &near(33) * &near(91);
        let text = |count: u64| {
            let numbers = (0..count).map(|more| &semiprime + &Natural::from(2 * more));
            let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
            format!("divide:{}", numbers.join(","))
        };
        let form = |count| PositionForm::of(&duel_books::position(&text(count)).unwrap());
        let one = form(1);
        assert!(one.moves.complete);
        assert_eq!(one.moves.groups[0].count, "2");
        let many = form(100);
        assert!(!many.moves.complete);
        assert_eq!(many.moves.groups.len(), 100);
        // The list of moves and the picture tell the same.
        let BoardForm::Numbers { factors, .. } = many.board else { panic!("numbers") };
        for (group, factors) in many.moves.groups.iter().zip(factors) {
            assert_eq!(group.complete, factors.is_some());
        }
    }
}
