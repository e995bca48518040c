/* Calls a function many times with random arguments that satisfy its contract: ARGUMENTS declares
 * them and sets globals, CONDITION is the precondition, CALL makes the call and ends the process
 * with BROKEN if the result is not what is promised. */
enum { BROKEN = 66, FAULTED = 67, LATE = 68, RUNS = 300, TRIES = 40000 };

static unsigned long long state = SEED * 2ull + 1;
static unsigned long long next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static unsigned long long number(void) {
    switch (next() % 9) {
    case 0: return next() % 4;
    case 1: return next() % 64;
    case 2: return -(next() % 4);
    case 3: return next();
    case 4: return 1ull << next() % 64;
    case 5: return (1ull << next() % 64) - 1;
    case 6: return next() % 300;
    case 7: return -(1ull << next() % 64);
    default: return next() % 12;
    }
}

static struct { char *start; size_t size; } blocks[16];
static int count;

/* Null, a new block, or one that another argument leads to. */
static void *pointer(size_t element) {
    if (next() % 8 == 0)
        return 0;
    if (count && next() % 6 == 0 && blocks[count - 1].size >= element)
        return blocks[count - 1].start;
    size_t size = (next() % 3 ? next() % 6 + 1 : next() % 40 + 1) * element;
    char *p = malloc(size);
    for (size_t i = 0; i < size; i++)
        p[i] = (char)(next() % 4 ? next() % 5 : next());
    blocks[count].start = p, blocks[count].size = size, count++;
    return p;
}

static int valid(const void *p, size_t n) {
    for (int i = 0; i < count; i++)
        if ((char *)p >= blocks[i].start && (char *)p < blocks[i].start + blocks[i].size)
            return n <= blocks[i].size - (size_t)((char *)p - blocks[i].start);
    return 0;
}

/* A call in a process of its own: how it ended. */
static int outcome(int (*attempt)(void)) {
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(3);
        if (!freopen("/dev/null", "w", stderr))
            _exit(LATE);
        _exit(attempt());
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return LATE;
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGALRM ? LATE : FAULTED;
    return WEXITSTATUS(status);
}

/* Prints the first run of each kind, and how many calls were made. */
static void attack(int (*attempt)(void)) {
    int runs = 0, faulted = -1, broken = -1, returned = -1;
    for (int tries = 0; tries < TRIES && runs < RUNS; tries++) {
        switch (attempt()) {
        case FAULTED: faulted = tries; runs = RUNS; break;
        case BROKEN: broken = tries; runs = RUNS; break;
        case 0: returned = tries; runs++; break;
        case -1: break;
        default: runs++;
        }
    }
    printf("faulted %d broken %d returned %d\n", faulted, broken, returned);
}
