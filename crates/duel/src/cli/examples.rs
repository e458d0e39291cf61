//! Examples for the help of every command. A test parses all of them, and another runs the quick
//! ones, so they are written as typed at a shell; two spaces or more separate a remark.

/// The examples of each command, and what else stands below its options.
pub(crate) const EXAMPLES: [(&str, &str); 30] = [
    ("play", PLAY),
    ("tui", TUI),
    ("daily", DAILY),
    ("deal", DEAL),
    ("resume", RESUME),
    ("learn", LEARN),
    ("puzzle", PUZZLE),
    ("train", TRAIN),
    ("discover", DISCOVER),
    ("books", BOOKS),
    ("rules", RULES),
    ("solve", SOLVE),
    ("explain", EXPLAIN),
    ("hint", HINT),
    ("review", REVIEW),
    ("prove", PROVE),
    ("verify", VERIFY),
    ("games", GAMES),
    ("stats", STATS),
    ("replay", REPLAY),
    ("export", EXPORT),
    ("factor", FACTOR),
    ("divisors", DIVISORS),
    ("match", MATCH),
    ("check-bot", CHECK_BOT),
    ("ugi", UGI),
    ("serve", SERVE),
    ("site", SITE),
    ("completions", COMPLETIONS),
    ("man", MAN),
];

const PLAY: &str = "\
Examples:
  duel play divide                     two people, from the book's start
  duel play subtract --fair --p2 bot:hard
                                       the fair variant against the computer
  duel play divide --start 60,84 --house no-echo --p1 Ann --p2 Ben
  duel play factor --rounds 3 --clock 5m+3s
  duel play factor+no-whole:6~6,3      from any position (duel help positions)
  duel play divide --p2 \"cmd:python3 mybot.py\"

House rules are listed by `duel rules BOOK`. A game is kept from its first move.";

const TUI: &str = "\
Examples:
  duel tui                             the first screen
  duel tui subtract                    a fair game against bot:easy
  duel tui factor+no-whole:60          from any position
  duel tui last                        go on with the last game
  duel tui --theme light --still
  duel tui --screen-reader divide      line by line";

const DAILY: &str = "\
Examples:
  duel daily                           the duel of today
  duel daily 2026-11-16                of another day
  duel daily --show                    only its position";

const DEAL: &str = "\
Examples:
  duel deal subtract
  duel deal divide --level hard --seed 7 --json";

const RESUME: &str = "\
Examples:
  duel resume                          the newest unfinished game
  duel resume k7q                      by its short name, which duel games lists
  duel resume game.duel                from a file";

const LEARN: &str = "\
Examples:
  duel learn                           go on where you left off
  duel learn divide                    the course of a book
  duel learn divide --again
  duel learn --list";

const PUZZLE: &str = "\
Examples:
  duel puzzle                          of all books, as hard as your rating
  duel puzzle subtract --kind only-move
  duel puzzle --level 1500 --seed 7    the same puzzle again, on every machine
  duel puzzle --set divide-beginner    a set that was picked by hand
  duel puzzle --json digits            one puzzle with its answer, for programs";

const TRAIN: &str = "\
Examples:
  duel train                           the positions that are due today
  duel train --list
  duel train saved.duel --json         with those of a record file";

const DISCOVER: &str = "\
Examples:
  duel discover subtract
  duel discover subtract odd
  duel discover divide \"prime or n = 1\"
  duel discover dilemma+prime-steps \"n mod 4 = 1 or largest prime > 7\"

Exit codes: 0 the conjecture is answered, right or wrong; 2 it cannot be read; 130 interrupted.";

const BOOKS: &str = "\
Examples:
  duel books
  duel books --json";

const RULES: &str = "\
Examples:
  duel rules                           the books, a line each
  duel rules divide                    all about one of them";

const SOLVE: &str = "\
Examples:
  duel solve subtract:60               who wins, by which moves, and why
  duel solve divide:360 --json
  duel solve factor+no-whole:100 --budget 10s --why student
  echo divide:60 | duel solve -        many positions, a line of JSON each

`duel help positions` describes how positions are written.";

const EXPLAIN: &str = "\
Examples:
  duel explain subtract:60
  duel explain dilemma+prime-steps:84 --why student
  duel explain divide:60,84 --try      argue with it
  duel explain divide:60 --json";

const HINT: &str = "\
Examples:
  duel hint subtract:60                what to look for
  duel hint subtract:60 --more         how many moves win
  duel hint subtract:60 --move         a winning move";

const REVIEW: &str = "\
Examples:
  duel review                          the last game
  duel review k7q --why student        by its short name, which duel games lists
  duel review game.duel --json         a file";

const PROVE: &str = "\
Examples:
  duel prove subtract:60               the certificate on standard output
  duel prove divide:60,84 --emit won.cert --budget 1m
  duel prove subtract:60 | duel verify -";

const VERIFY: &str = "\
Examples:
  duel verify won.cert
  duel prove subtract:60 | duel verify -";

const GAMES: &str = "\
Examples:
  duel games                           all of them, newest first
  duel games --book divide --opponent bot:hard --result lost
  duel games --unfinished --since 2026-11-01
  duel games note k7q \"a fine end\"     a remark, shown in the list
  duel games delete k7q last
  duel games prune                     shows what it would delete, and asks
  duel games prune --before 2026-01-01 --yes
  duel games import saved.duel game.json

A game is named by its short name, by the beginning of its long name, or as last.";

const STATS: &str = "\
Examples:
  duel stats                           your games against the computer
  duel stats --player Ann              Ann's games
  duel stats --book divide --since 2026-11-01 --json
  duel stats --budget 1m               more time to judge moves

A move is good if it keeps the value of the position. Moves in lost positions do not count.";

const REPLAY: &str = "\
Examples:
  duel replay                          the last game
  duel replay k7q                      by its short name, which duel games lists
  duel replay game.duel                a file";

const EXPORT: &str = "\
Examples:
  duel export > game.duel              the last game
  duel export k7q --format json        by its short name, which duel games lists";

const FACTOR: &str = "\
Examples:
  duel factor 360                      360: 2 2 2 3 3 5
  duel factor -e 360 97                360: 2^3 3^2 5, and then 97: 97
  seq 1000 | duel factor               numbers from a pipe
  duel factor --budget 10s 1000036000099
                                       what resists stands in brackets

A word that is no number is told on standard error, and the others are answered all the same.

Exit codes: 0 all is answered; 1 a word is no number, or a number not factored completely; 130 \
interrupted, with what was found so far on standard error.";

const DIVISORS: &str = "\
Examples:
  duel divisors 28                     1, 2, 4, 7, 14 and 28, each on a line
  duel divisors --count 360            24
  duel divisors --page 10..20 720720   some from the middle of a long list
  duel divisors --around 1000 720720   those next to 1000
  duel divisors 6 28                   6: 1 2 3 6, and then 28: 1 2 4 7 14 28
  echo 6 28 | duel divisors -          the same

Exit codes: 0 all is answered; 1 a word is no number, or a number not factored completely; 130 \
interrupted.";

const MATCH: &str = "\
Examples:
  duel match bot:easy bot:hard --deal subtract --count 50
  duel match \"cmd:python3 mybot.py\" bot:medium --deal subtract --out event
  duel match New=cmd:./new Old=cmd:./old --starts starts.txt --sprt 0,20
  duel match bot:easy bot:medium bot:hard --range divide:60..160 --clock 10s+1s
  duel match cmd:./mine bot:easy bot:hard --format gauntlet --deal divide";

const CHECK_BOT: &str = "\
Examples:
  duel check-bot \"python3 mybot.py\"
  duel check-bot ./mybot --json";

const UGI: &str = "\
Examples:
  echo ugi | duel ugi                  the names and options of the engine";

const SERVE: &str = "\
Examples:
  duel serve                           on this machine, at http://127.0.0.1:8080
  duel serve --listen 0.0.0.0:8080     for everybody in the network
  duel serve --public https://duel.example --trust-proxy 127.0.0.1
  duel serve --database postgres://duel@db/duel
  duel serve --backup copy.db          a copy of the games, at any time";

const SITE: &str = "\
Examples:
  duel site --out pages";

const COMPLETIONS: &str = "\
Examples:
  duel completions bash > ~/.local/share/bash-completion/completions/duel
  duel completions fish > ~/.config/fish/completions/duel.fish
  duel completions zsh > ~/.zfunc/_duel

Those of bash, fish and zsh know the kept games too: they ask `duel games --ids`.";

const MAN: &str = "\
Examples:
  duel man games delete
  duel man > duel.1
  duel man play > duel-play.1
  duel man --out share/man/man1";

/// `duel help positions`.
pub(crate) const POSITIONS: &str = "\
A position is one line without spaces:

  BOOK[+RULE...]:STATE[~CHOSEN][/2]

  BOOK      divide, dilemma, subtract, digits or factor
  +RULE     house rules, such as +no-echo; the caps carry a length: +cap-draw=18
  STATE     the number, or several with commas: 60 or 60,84
            in digits the targets, a colon, and the digits: 7: or 22,25:31
  ~CHOSEN   the numbers that may not be chosen any more, if a rule counts them
  /2        it is the turn of the player who did not begin

Moves are written as the number that is chosen (6), or the digit; 2:6 chooses 6 for the second of \
several numbers; /6 divides and -6 subtracts where both can be done.

Examples:
  duel solve divide:60                 one number
  duel solve divide:60,84/2            two numbers; the second player moves
  duel solve subtract+no-echo:40~10    10 was chosen last and is barred
  duel solve digits+no-leading-zero:22,25:31
                                       targets 22 and 25; 31 is written
  duel solve factor+no-whole:6~6,3     6 and 3 were chosen before";
