//! Programs that look at their environment, and environments.

use super::super::native::Start;
use super::super::text::Choices;
use super::assembled;
use crate::rng::Rng;

const HEADS: [&str; 16] = [
    "#include <assert.h>",
    "#include <ctype.h>",
    "#include <errno.h>",
    "#include <fcntl.h>",
    "#include <locale.h>",
    "#include <signal.h>",
    "#include <stdio.h>",
    "#include <stdlib.h>",
    "#include <string.h>",
    "#include <sys/stat.h>",
    "#include <sys/types.h>",
    "#include <time.h>",
    "#include <unistd.h>",
    "extern char **environ;",
    "static char line[16];",
    "static int number = -5;",
];

/// Statements that set `V` from the environment; `N` is a fresh number.
const LOOKS: [&str; 66] = [
    "char *sN = getenv(\"DEBUG\"); V = sN ? atoi(sN) : 0;",
    "V = getenv(\"HOME\") != 0;",
    "char *sN = getenv(\"LANG\"); V = sN ? (int)strlen(sN) : -1;",
    "char *sN = getenv(\"MODE\"); V = sN && strcmp(sN, \"fast\") == 0;",
    "char *sN = getenv(\"N\"), *eN = 0; V = sN ? strtol(sN, &eN, 0) : 5; if (sN && *eN) V = -2;",
    "char *sN = getenv(\"N\"); errno = 0; if (sN) (void)strtol(sN, 0, 10); V = errno != 0;",
    "V = getchar();",
    "V = getc(stdin) == 'x';",
    "int cN; while ((cN = getchar()) != EOF && cN != '\\n') V++;",
    "V = fgets(line, sizeof line, stdin) ? (int)strlen(line) : -1;",
    "V = fgets(line, sizeof line, stdin) != 0; if (V) V = line[0];",
    "V = scanf(\"%d\", &number);",
    "if (scanf(\"%d\", &number) == 1) V = number > 5;",
    "V = scanf(\"%15s\", line); if (V == 1) V = line[0] == 'h';",
    "V = read(0, line, 4);",
    "if (read(0, line, 4) > 0) V = line[0] == 'x';",
    "V = argc;",
    "V = argc > 1 ? argv[1][0] : 0;",
    "V = argc > 1 ? (int)strlen(argv[1]) : 0;",
    "V = argc > 1 && strcmp(argv[1], \"-v\") == 0;",
    "V = argc > 1 ? atoi(argv[1]) : 0;",
    "V = argv[argc] == 0;",
    "FILE *fN = fopen(\"in.txt\", \"r\"); V = fN != 0;",
    "FILE *fN = fopen(\"in.txt\", \"r\"); if (fN) { V = fgetc(fN); fclose(fN); }",
    "FILE *fN = fopen(\"in.txt\", \"r\"); if (fN) { V = fgets(line, 8, fN) ? (int)strlen(line) : -1; fclose(fN); }",
    "FILE *fN = fopen(\"in.txt\", \"rb\"); V = -1; if (fN) { V = fread(line, 1, 4, fN); V = V * 10 + !!feof(fN); fclose(fN); }",
    "FILE *fN = fopen(\"in.txt\", \"r\"); if (fN) { fseek(fN, 0, SEEK_END); V = ftell(fN); fclose(fN); }",
    "FILE *fN = fopen(\"in.txt\", \"r\"); if (fN) { V = fscanf(fN, \"%d\", &number) == 1 && number == 7; fclose(fN); }",
    "FILE *fN = fopen(\"in.txt\", \"r\"); if (fN) { (void)fgetc(fN); V = ferror(fN) != 0; fclose(fN); }",
    "FILE *fN = fopen(\"out.txt\", \"w\"); V = fN == 0;",
    "FILE *fN = fopen(\"out.txt\", \"w\"); if (fN) { fputs(\"hello\", fN); V = fclose(fN); }",
    "FILE *fN = fopen(\"out.txt\", \"a\"); if (fN) { V = ftell(fN); fclose(fN); }",
    "FILE *fN = fopen(\"out.txt\", \"w+\"); if (fN) { V = fgetc(fN); fclose(fN); }",
    "FILE *fN = tmpfile(); V = fN == 0;",
    "V = remove(\"in.txt\");",
    "V = rename(\"in.txt\", \"other.txt\");",
    "V = access(\"in.txt\", 0);",
    "V = open(\"in.txt\", O_RDONLY) >= 0;",
    "int dN = open(\"in.txt\", O_RDONLY); if (dN >= 0) V = read(dN, line, 3);",
    "V = open(\"out.txt\", O_CREAT | O_WRONLY, 0600) < 0;",
    "struct stat stN; V = stat(\"in.txt\", &stN);",
    "struct stat stN; if (stat(\"in.txt\", &stN) == 0) V = stN.st_size > 3;",
    "V = time(0) % 2;",
    "V = rand() % 4;",
    "srand(3); V = rand() % 4;",
    "V = clock() < 0;",
    "V = fflush(stdout);",
    "printf(\"hello\\n\"); V = fflush(stdout);",
    "puts(\"x\"); fflush(stdout); V = ferror(stdout) != 0;",
    "V = write(1, \"a\", 1);",
    "V = write(1, \"abc\", 3) == 3;",
    "V = isatty(0);",
    "V = system(0) != 0;",
    "V = getcwd(line, sizeof line) != 0;",
    "V = getuid() == 0;",
    "V = getpid() == 1;",
    "V = environ[0] == 0;",
    "V = dup(0);",
    "V = close(0);",
    "V = lseek(0, 0, SEEK_CUR) < 0;",
    "V = setlocale(LC_ALL, \"xx_YY\") != 0;",
    "V = toupper(getchar()) == 'X';",
    "int cN = getchar(); V = cN != EOF && isdigit(cN);",
    "int cN = getchar(); ungetc(cN == EOF ? 'q' : cN, stdin); V = getchar();",
    "setvbuf(stdout, 0, _IONBF, 0); V = printf(\"hi\");",
    "setvbuf(stdout, 0, _IONBF, 0); V = putchar('a');",
];

/// A program, and what its claim is about.
pub fn program(rng: &mut Rng) -> (String, String) {
    let mut body = vec!["long v0 = 0, v1 = 0;".to_owned()];
    let count = 1 + rng.below(2);
    for n in 0..count {
        let look = rng.word(&LOOKS).replace('V', &format!("v{n}"));
        // Names of macros and functions have no N before or after these letters.
        let mut line = look;
        for letter in ["s", "e", "c", "f", "d", "st"] {
            line = fresh(&line, letter, n);
        }
        body.push(line);
    }
    match rng.below(5) {
        0 => body.push("if (v0 > 3) v0 = 4;".to_owned()),
        1 => body.push("v0 = v0 != 0;".to_owned()),
        2 => body.push("if (v0 < 0) return 1;".to_owned()),
        _ => {}
    }
    let claimed = match count == 2 && rng.chance(60) {
        true => "(v0 * 3 + v1)",
        false => "v0",
    };
    (assembled(&HEADS, &body), claimed.to_owned())
}

/// `sN` and the like as whole words get the number in place of `N`.
fn fresh(line: &str, letter: &str, n: usize) -> String {
    let word = format!("{letter}N");
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut result = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(&word) {
        let before = rest[..at]
            .chars()
            .next_back()
            .or_else(|| result.chars().next_back());
        let after = rest[at + word.len()..].chars().next();
        result.push_str(&rest[..at]);
        match before.is_some_and(is_word) || after.is_some_and(is_word) {
            true => result.push_str(&word),
            false => result.push_str(&format!("{letter}{n}")),
        }
        rest = &rest[at + word.len()..];
    }
    result + rest
}

/// Where a program runs: a folder of its own.
const FOLDER: &str = "rm -rf w; mkdir w; cd w; ";

/// Nothing is there.
pub fn bare() -> Start {
    Start {
        before: FOLDER.to_owned(),
        ..Start::default()
    }
}

/// Any environment.
pub fn random(rng: &mut Rng) -> Start {
    let mut start = bare();
    for (name, values) in [
        ("DEBUG", ["11", "-1", "0", "", "abc", "99999999999"]),
        ("HOME", ["/root", "", "x", "/", "~", "0"]),
        ("LANG", ["C", "en_GB.UTF-8", "", "de", "x", "C.UTF-8"]),
        ("MODE", ["fast", "slow", "", "FAST", "fas", "fast "]),
        ("N", ["0x10", "7", "-3", "zz", "99999999999999999999", ""]),
    ] {
        if rng.chance(55) {
            let value = rng.word(&values).to_owned();
            start.environment.push((name.to_owned(), value));
        }
    }
    for _ in 0..rng.below(4) {
        let argument = rng.word(&["-v", "", "abc", "7", "--help", "x", "12345678901234567890"]);
        start.arguments.push(argument.to_owned());
    }
    let inputs = [
        "",
        "7\n",
        "x",
        "hello world\n",
        "\n",
        "12 7",
        "xyz\nabc\n",
        "-1\n",
        "0",
        "\u{0}a",
    ];
    start.stdin = rng.word(&inputs).as_bytes().to_vec();
    files(rng, &mut start.before);
    start
}

fn files(rng: &mut Rng, before: &mut String) {
    match rng.below(8) {
        0 | 1 => {}
        2 => before.push_str("mkdir in.txt; "),
        3 => before.push_str(": > in.txt; "),
        4 => before.push_str("echo 7 > in.txt; "),
        5 => before.push_str("printf 'x' > in.txt; "),
        6 => before.push_str("printf 'hello\\nworld\\n' > in.txt; "),
        _ => before.push_str("printf '\\377\\000a' > in.txt; "),
    }
    match rng.below(8) {
        0 => before.push_str("mkdir out.txt; "),
        1 => before.push_str("ln -s /dev/full out.txt; "),
        2 => before.push_str("echo old > out.txt; "),
        3 => before.push_str("mkdir in; "),
        _ => {}
    }
    match rng.below(8) {
        0 => before.push_str("exec >&-; "),
        1 => before.push_str("exec >/dev/full; "),
        2 => before.push_str("exec 0<&-; "),
        3 => before.push_str("ulimit -n 3; "),
        4 => before.push_str("exec </dev/null; "),
        _ => {}
    }
}
