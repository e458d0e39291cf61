//! What the books say: their sample games to the letter, their worked examples, and sensible
//! sentences where house rules lead them beyond what they describe.

mod prompt;

use duel_books::Reader;
use duel_core::{Conduct, Ending, Outcome, Seat, Seats};
use duel_numbers::Budget;
use prompt::Prompt;

/// A text without the spaces that end its lines.
fn trimmed(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn divide_speaks_its_sample_game() {
    let game = Prompt::new("divide:60").types("6").types("2");
    let sample = "\
Game Start! Initial N is 60.

Player 1's Turn:
Current N: 60
Proper Divisors: 2, 3, 4, 5, 6, 10, 12, 15, 20, 30
Enter your chosen divisor: 6
You divided 60 by 6. New N is 10.

Player 2's Turn:
Current N: 10
Proper Divisors: 2, 5
Enter your chosen divisor: 2
You divided 10 by 2. New N is 5.

Player 1's Turn:
Current N: 5
5 is prime. No valid moves.
Player 1 cannot make a move. Player 2 wins!
";
    assert_eq!(trimmed(&game.said), sample);
    assert_eq!(game.game.ending(), Some(&Ending::Played(Outcome::Won(Seat::Second))));
}

#[test]
fn digits_speaks_its_sample_game() {
    let game = Prompt::new("digits:3:").types("4").types("5");
    let sample = "\
Welcome to Divisor Duel!
Target Divisor (D): 3
Shared Number (N):

Player 1's turn.
Enter a digit to append: 4
Shared Number (N): 4
4 mod 3 = 1
No winner yet.

Player 2's turn.
Enter a digit to append: 5
Shared Number (N): 45
45 mod 3 = 0
Player 2 wins!
";
    assert_eq!(trimmed(&game.said), sample);
}

#[test]
fn factor_speaks_its_sample_game() {
    let game = Prompt::new("factor:12").types("6").types("3").types("1").types("2");
    let sample = "\
Starting the game. Current Number is 12.
Used Numbers: None

Player 1's turn.
Available factors of 12 not used: 1, 2, 3, 4, 6, 12
Enter your chosen factor: 6

Player 1 selects 6.
New Current Number is 6.
Used Numbers: 6

Player 2's turn.
Available factors of 6 not used: 1, 2, 3
Enter your chosen factor: 3

Player 2 selects 3.
New Current Number is 3.
Used Numbers: 6, 3

Player 1's turn.
Available factors of 3 not used: 1
Enter your chosen factor: 1

Player 1 selects 1.
New Current Number is 2.
Used Numbers: 6, 3, 1

Player 2's turn.
Available factors of 2 not used: 2
Enter your chosen factor: 2

Player 2 selects 2.
New Current Number is 0.
Used Numbers: 6, 3, 1, 2

Player 2 wins!
";
    assert_eq!(trimmed(&game.said), sample);
    assert_eq!(game.game.position().to_string(), "factor:0~6,3,1,2");
}

#[test]
fn dilemma_speaks_its_sample_game() {
    let game = Prompt::new("dilemma:30").types("Divide by 15");
    let expected = "\
The game begins with the number 30.
Player 1, it's your turn.
Player 1 Input: Divide by 15
Player 1 divides by 15. The new number is 2.

Player 2, it's your turn. Current number is 2.
No valid divisors available.
Player 2 Input: I have no valid moves.
Player 2 cannot make a move. Player 1 wins the game!
";
    assert_eq!(game.said, expected);
}

#[test]
fn subtract_speaks_its_sample_game() {
    let game = Prompt::between("Alice", "Bob", "subtract:15", Conduct::default())
        .types("Subtract 5")
        .types("Subtract 2")
        .types("Subtract 4")
        .types("Subtract 2");
    let expected = "\
Initial N: 15
Turn Order: Alice goes first.

Alice's Turn:
Current N: 15
Proper Divisors: 3, 5
Input: Subtract 5
New N: 15 - 5 = 10
Alice subtracts 5. New N is 10.

Bob's Turn:
Current N: 10
Proper Divisors: 2, 5
Input: Subtract 2
New N: 10 - 2 = 8
Bob subtracts 2. New N is 8.

Alice's Turn:
Current N: 8
Proper Divisors: 2, 4
Input: Subtract 4
New N: 8 - 4 = 4
Alice subtracts 4. New N is 4.

Bob's Turn:
Current N: 4
Proper Divisors: 2
Input: Subtract 2
New N: 4 - 2 = 2
Bob subtracts 2. New N is 2.

Alice's Turn:
Current N: 2
Proper Divisors: None
Alice cannot make a valid move. Bob wins the game!
";
    assert_eq!(game.said, expected);
}

/// What may be chosen, as the position lists it.
fn choices(game: &Prompt) -> Vec<String> {
    let position = game.game.position();
    game.view().moves().iter().map(|made| position.write_move(&made)).collect()
}

/// Replays a worked example: before each move the listed choices, after it the position.
fn example(start: &str, line: &[(&str, &str, &str)], winner: Option<Seat>) {
    let mut game = Prompt::new(start);
    for (listed, typed, after) in line {
        assert_eq!(choices(&game).join(", "), *listed, "{start}");
        game = game.types(typed);
        assert_eq!(game.game.position().to_string(), *after, "{start}");
    }
    let ending = winner.map(|winner| Ending::Played(Outcome::Won(winner)));
    assert_eq!(game.game.ending(), ending.as_ref(), "{start}");
    assert_eq!(choices(&game).is_empty(), winner.is_some(), "{start}");
}

#[test]
fn the_worked_examples() {
    let (first, second) = (Some(Seat::First), Some(Seat::Second));
    example(
        "divide:60",
        &[("2, 3, 4, 5, 6, 10, 12, 15, 20, 30", "6", "divide:10/2"), ("2, 5", "2", "divide:5")],
        second,
    );
    example("divide:18", &[("2, 3, 6, 9", "9", "divide:2/2")], first);
    example("dilemma:16", &[("2, 4, 8", "Divide by 8", "dilemma:2/2")], first);
    example("dilemma:18", &[("2, 3, 6, 9", "I divide by 9.", "dilemma:2/2")], first);
    example(
        "dilemma:100",
        &[
            ("2, 4, 5, 10, 20, 25, 50", "Divide by 25", "dilemma:4/2"),
            ("2", "Divide by 2", "dilemma:2"),
        ],
        second,
    );
    example("dilemma:30", &[("2, 3, 5, 6, 10, 15", "Divide by 15", "dilemma:2/2")], first);
    example(
        "subtract:12",
        &[
            ("2, 3, 4, 6", "I subtract 6 from 12.", "subtract:6/2"),
            ("2, 3", "Subtract 2", "subtract:4"),
            ("2", "Subtract 2", "subtract:2/2"),
        ],
        first,
    );
    example(
        "subtract:15",
        &[
            ("3, 5", "Subtract 5", "subtract:10/2"),
            ("2, 5", "Subtract 2", "subtract:8"),
            ("2, 4", "Subtract 4", "subtract:4/2"),
            ("2", "Subtract 2", "subtract:2"),
        ],
        second,
    );
    let any = "0, 1, 2, 3, 4, 5, 6, 7, 8, 9";
    example(
        "digits:7:",
        &[
            (any, "3", "digits:7:3/2"),
            (any, "1", "digits:7:31"),
            (any, "4", "digits:7:314/2"),
            (any, "2", "digits:7:3142"),
            (any, "8", "digits:7:31428/2"),
        ],
        None,
    );
    example(
        "digits:5:",
        &[
            (any, "1", "digits:5:1/2"),
            (any, "2", "digits:5:12"),
            (any, "3", "digits:5:123/2"),
            (any, "5", "digits:5:1235"),
        ],
        second,
    );
    example("digits:3:", &[(any, "4", "digits:3:4/2"), (any, "5", "digits:3:45")], second);
    example(
        "factor:12",
        &[
            ("1, 2, 3, 4, 6, 12", "6", "factor:6~6/2"),
            ("1, 2, 3", "3", "factor:3~6,3"),
            ("1", "1", "factor:2~6,3,1/2"),
            ("2", "2", "factor:0~6,3,1,2"),
        ],
        second,
    );
}

/// The first example of book 003, with its arithmetic put right.
#[test]
fn the_corrected_example_of_digits() {
    let game = ["3", "1", "4", "2", "8"].iter().fold(Prompt::new("digits:7:"), |g, d| g.types(d));
    for (number, rest) in [("3", 3), ("31", 3), ("314", 6), ("3142", 6), ("31428", 5)] {
        let said =
            format!("Shared Number (N): {number}\n{number} mod 7 = {rest}\nNo winner yet.\n");
        assert!(game.said.contains(&said), "{said} in {}", game.said);
    }
    assert!(game.said.ends_with("\nPlayer 2's turn.\nEnter a digit to append: "));
}

#[test]
fn divide_with_house_rules() {
    let game = Prompt::new("divide+misere+one:4,9").types("1").types("2:3").types("2");
    let expected = "\
Game Start! Initial N is 4, 9.

Player 1's Turn:
Current N: 4, 9
Valid Moves (1: 4): 2
Valid Moves (2: 9): 3
Or divide by 1: 1
Enter your chosen divisor (2:6 is 6 for the second number): 1
You divided by 1. N stays 4, 9.

Player 2's Turn:
Current N: 4, 9
Proper Divisors (1: 4): 2
Proper Divisors (2: 9): 3
Or divide by 1: None (1 has been used)
Enter your chosen divisor (2:6 is 6 for the second number): 2:3
You divided 9 by 3. New N is 4, 3.

Player 1's Turn:
Current N: 4, 3
Proper Divisors (1: 4): 2
Proper Divisors (2: 3): None
Or divide by 1: None (1 has been used)
Enter your chosen divisor (2:6 is 6 for the second number): 2
You divided 4 by 2. New N is 2, 3.

Player 2's Turn:
Current N: 2, 3
2, 3 have no divisor that may be chosen. No valid moves (1 has been used).
Player 2 cannot make a move. Player 2 wins!
";
    assert_eq!(game.said, expected);
    let one = Prompt::new("divide+one:7").types("1");
    let expected = "\
Game Start! Initial N is 7.

Player 1's Turn:
Current N: 7
Valid Moves: 1
Enter your chosen divisor: 1
You divided by 1. N stays 7.

Player 2's Turn:
Current N: 7
7 is prime. No valid moves (1 has been used).
Player 2 cannot make a move. Player 1 wins!
";
    assert_eq!(one.said, expected);
    let barred = Prompt::new("divide+once:12~4,6,3").types("2");
    assert!(
        barred.said.ends_with(
            "\nPlayer 2's Turn:\nCurrent N: 6\n\
             6 has no divisor that may be chosen. No valid moves (3, 2 have been used).\n\
             Player 2 cannot make a move. Player 1 wins!\n"
        ),
        "{}",
        barred.said
    );
}

#[test]
fn dilemma_with_house_rules() {
    let game = Prompt::between("Ada", "Zoë", "dilemma+prime-steps:6", Conduct::default())
        .types("divide by 3")
        .types("subtract 1");
    let expected = "\
The game begins with the number 6.
Ada, it's your turn.
Ada Input (/2 divides, -1 subtracts): divide by 3
Ada divides by 3. The new number is 2.

Zoë, it's your turn. Current number is 2.
Zoë Input (/2 divides, -1 subtracts): subtract 1
Zoë subtracts 1. The new number is 1.

Ada, it's your turn. Current number is 1.
No valid divisors available.
Ada Input (/2 divides, -1 subtracts): I have no valid moves.
Ada cannot make a move. Zoë wins the game!
";
    assert_eq!(game.said, expected);
    let several = Prompt::new("dilemma+one+either:6,4").types("2:-2").types("pass").types("1:/3");
    let expected = "\
The game begins with the numbers 6, 4.
Player 1, it's your turn.
Player 1 Input (2:/6 divides, 2:-6 subtracts): 2:-2
Player 1 subtracts 2 from 4. The new numbers are 6, 2.

Player 2, it's your turn. Current numbers are 6, 2.
Player 2 Input (2:/6 divides, 2:-6 subtracts): pass
Player 2 divides by 1. The new numbers are 6, 2.

Player 1, it's your turn. Current numbers are 6, 2.
Player 1 Input (2:/6 divides, 2:-6 subtracts): 1:/3
Player 1 divides 6 by 3. The new numbers are 2, 2.

Player 2, it's your turn. Current numbers are 2, 2.
No valid divisors available (1 has been used).
Player 2 Input (2:/6 divides, 2:-6 subtracts): I have no valid moves.
Player 2 cannot make a move. Player 1 wins the game!
";
    assert_eq!(several.said, expected);
}

#[test]
fn subtract_with_house_rules() {
    let game = Prompt::new("subtract+either+no-echo:12").types("/3").types("-2");
    let expected = "\
Initial N: 12
Turn Order: Player 1 goes first.

Player 1's Turn:
Current N: 12
Valid Moves: /2, -2, /3, -3, /4, -4, /6, -6
Input (/6 divides, -6 subtracts): /3
New N: 12 / 3 = 4
Player 1 divides by 3. New N is 4.

Player 2's Turn:
Current N: 4
Valid Moves: /2, -2
Input (/6 divides, -6 subtracts): -2
New N: 4 - 2 = 2
Player 2 subtracts 2. New N is 2.

Player 1's Turn:
Current N: 2
Valid Moves: None
Player 1 cannot make a valid move. Player 2 wins the game!
";
    assert_eq!(game.said, expected);
    let several = Prompt::new("subtract+no-echo:4,4/2").types("2:2");
    let expected = "\
Initial N: 4, 4
Turn Order: Player 2 goes first.

Player 2's Turn:
Current N: 4, 4
Proper Divisors (1: 4): 2
Proper Divisors (2: 4): 2
Input (2:6 is 6 for the second number): 2:2
New N: 4 - 2 = 2
Player 2 subtracts 2. New N is 4, 2.

Player 1's Turn:
Current N: 4, 2
Proper Divisors (1: 4): None (2 was just chosen)
Proper Divisors (2: 2): None
Player 1 cannot make a valid move. Player 2 wins the game!
";
    assert_eq!(several.said, expected);
}

#[test]
fn digits_with_house_rules() {
    let game = Prompt::new("digits+no-leading-zero+cap-second=2:22,25:").types("3").types("1");
    let expected = "\
Welcome to Divisor Duel!
Target Divisors (D): 22, 25
Shared Number (N):

Player 1's turn.
Enter a digit to append: 3
Shared Number (N): 3
3 mod 22 = 3
3 mod 25 = 3
No winner yet.

Player 2's turn.
Enter a digit to append: 1
Shared Number (N): 31
31 mod 22 = 9
31 mod 25 = 6
Maximum length (2) reached.
Player 2 wins!
";
    assert_eq!(trimmed(&game.said), expected);
    let drawn = Prompt::new("digits+cap-draw=1:7:").types("3");
    assert!(
        drawn.said.ends_with("3 mod 7 = 3\nMaximum length (1) reached.\nNobody wins.\n"),
        "{}",
        drawn.said
    );
    let misere = Prompt::new("digits+misere:7:").types("7");
    assert!(misere.said.ends_with("7 mod 7 = 0\nPlayer 2 wins!\n"), "{}", misere.said);
    let worn = Prompt::new("digits+once:97:102345687/2").types("9");
    assert!(
        worn.said.ends_with(
            "\nPlayer 1's turn.\nEvery digit has been used. No valid moves.\nPlayer 2 wins!\n"
        ),
        "{}",
        worn.said
    );
    let conduct = Conduct { announced_length: Some(2), ..Conduct::default() };
    let announced =
        Prompt::between("A", "B", "digits:7:", conduct).types("3").types("1").types("1");
    let reached = "No winner yet.\nMaximum length (2) reached. The game goes on.\n";
    assert_eq!(announced.said.matches(reached).count(), 1, "{}", announced.said);
}

#[test]
fn factor_with_house_rules() {
    let game = Prompt::new("factor+no-whole+root+misere:2,1").types("1:1");
    let expected = "\
Starting the game. Current Number is 2, 1.
Used Numbers: None

Player 1's turn.
1: Available factors of 2 not used: 1 (2 itself may not be chosen)
2: Available factors of 1 not used: 1
Enter your chosen factor (2:6 is 6 for the second number): 1:1

Player 1 selects 1 from 2.
New Current Number is 1, 1.
Used Numbers: 1

Player 2's turn.
1: Available factors of 1 not used: None (1 has been used)
2: Available factors of 1 not used: None (1 has been used)
Player 2 has no valid move.

Player 2 wins!
";
    assert_eq!(game.said, expected);
    let zero = Prompt::new("factor:2,3").types("3").types("2");
    assert!(
        zero.said.ends_with(
            "\nPlayer 2's turn.\n1: Available factors of 2 not used: 1, 2\n\
             Enter your chosen factor (2:6 is 6 for the second number): 2\n\n\
             Player 2 selects 2 from 2.\nNew Current Number is 0, 0.\nUsed Numbers: 3, 2\n\n\
             Player 2 wins!\n"
        ),
        "{}",
        zero.said
    );
}

/// A book may say "you" to the person who has moved; everybody else reads a name.
#[test]
fn only_the_mover_is_addressed() {
    let names = Seats::new("Ann".to_owned(), "Bot (easy)".to_owned());
    for start in [
        "divide:60/2",
        "divide+one:60/2",
        "divide+either:60/2",
        "dilemma:60/2",
        "subtract:60/2",
        "factor:60/2",
        "digits:7:/2",
    ] {
        let position = duel_books::position(start).unwrap();
        let book = duel_books::of(position.rules());
        for made in position.moves(Budget::PROMPT).iter() {
            let step = position.play(&made).unwrap();
            let said = (book.voice.moved)(&step, &names, Reader::Anyone);
            let words: Vec<&str> = said.split([' ', '.', '\n']).collect();
            assert!(!words.iter().any(|word| word.eq_ignore_ascii_case("you")), "{start}: {said}");
            assert!(said.contains("Bot (easy)") || book.slug == "digits", "{start}: {said}");
        }
    }
}
