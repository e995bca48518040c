/* getopt, as glibc has it with POSIXLY_CORRECT unset: options may stand behind other words,
 * which are moved to the end. */

typedef struct _IO_FILE FILE;

extern int fprintf(FILE *stream, const char *format, ...);
extern FILE *stderr;
extern void __hatha_unsupported_other_words_as_arguments_of_options(void);

char *optarg = 0;
int optind = 1;
int opterr = 1;
int optopt = '?';

/* The letter of the last error: what optopt is after each call, as in glibc. */
static int wrong_letter;

/* The next letter of a word with several, and the words that were passed over. */
static char *next_letter;
static int first_other, last_other;

static void reverse(char **words, int from, int to)
{
    for (; from < --to; from++) {
        char *word = words[from];
        words[from] = words[to];
        words[to] = word;
    }
}

/* Moves the words passed over behind the options read since. */
static void exchange(char **words)
{
    reverse(words, first_other, last_other);
    reverse(words, last_other, optind);
    reverse(words, first_other, optind);
    first_other += optind - last_other;
    last_other = optind;
}

static int is_option(const char *word)
{
    return word[0] == '-' && word[1] != 0;
}

/* Finds the word of the next option; 0 if there is none. */
static int advance(int count, char **words, int in_order)
{
    if (last_other > optind)
        last_other = optind;
    if (first_other > optind)
        first_other = optind;
    if (first_other != last_other && last_other != optind)
        exchange(words);
    else if (last_other != optind)
        first_other = optind;
    while (!in_order && optind < count && !is_option(words[optind]))
        optind++;
    last_other = optind;
    if (optind < count && words[optind][0] == '-' && words[optind][1] == '-' && !words[optind][2]) {
        optind++;
        if (first_other != last_other && last_other != optind)
            exchange(words);
        else if (first_other == last_other)
            first_other = optind;
        last_other = count;
        optind = count;
    }
    if (optind == count) {
        if (first_other != last_other)
            optind = first_other;
        return 0;
    }
    if (!is_option(words[optind]))
        return 0;
    next_letter = words[optind] + 1;
    return 1;
}

static const char *find(const char *options, char letter)
{
    for (; *options; options++)
        if (*options == letter && letter != ':' && letter != ';')
            return options;
    return 0;
}

/* The argument of an option; 0 if it has none though it needs one. */
static int take_argument(int count, char **words, int optional)
{
    if (*next_letter) {
        optarg = next_letter;
        optind++;
    } else if (!optional && optind < count) {
        optarg = words[optind++];
    }
    next_letter = 0;
    return optional || optarg != 0;
}

int getopt(int count, char *const *arguments, const char *options)
{
    char **words = (char **)arguments;
    /* GNU: each other word is the argument of an option 1. */
    if (*options == '-')
        __hatha_unsupported_other_words_as_arguments_of_options();
    int in_order = *options == '+';
    if (in_order)
        options++;
    int quiet = *options == ':';
    if (optind == 0) {
        optind = 1;
        next_letter = 0;
        first_other = last_other = 1;
    }
    if (first_other == 0)
        first_other = last_other = optind;
    optarg = 0;
    optopt = wrong_letter;
    if (count < 1 || (!next_letter || !*next_letter) && !advance(count, words, in_order))
        return -1;
    char letter = *next_letter++;
    const char *found = find(options, letter);
    if (!*next_letter)
        optind++;
    if (!found) {
        if (opterr && !quiet)
            fprintf(stderr, "%s: invalid option -- '%c'\n", words[0], letter);
        optopt = wrong_letter = letter;
        return '?';
    }
    if (found[1] != ':')
        return letter;
    if (take_argument(count, words, found[2] == ':'))
        return letter;
    if (opterr && !quiet)
        fprintf(stderr, "%s: option requires an argument -- '%c'\n", words[0], letter);
    optopt = wrong_letter = letter;
    return quiet ? ':' : '?';
}
