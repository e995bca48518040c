/* <stdio.h>: files. They live in memory only: nothing on disk is read or written. In a closed
 * world the file system is empty when the program starts. In an open one any file may be there
 * with any contents, which are chosen as they are read and then stay, and any operation may
 * fail. That nobody else writes to a file at the same time is an assumption.
 * `struct _IO_FILE` is that of stream.c. */

typedef struct _IO_FILE FILE;

extern void *__hatha_alloc(size_t n);
extern void __hatha_free(void *p);
extern void *__hatha_copy(void *to, const void *from, size_t n);
extern void *__hatha_fill(void *s, int c, size_t n);
extern char *__strdup(const char *s);
extern int *__errno_location(void);
extern int __hatha_any_error(void);
extern int __hatha_outcome(FILE *f);
extern _Bool __hatha_choose_file_cannot_be_opened(void);
extern _Bool __hatha_choose_end_of_file(void);
extern _Bool __hatha_choose_failure_of_reading_a_file(void);
extern unsigned char __hatha_choose_byte_of_a_file(void);
extern _Bool __hatha_choose_failure_of_a_file_operation(void);
extern void __hatha_unsupported_position_of_a_standard_stream(void);
extern void __hatha_unsupported_several_streams_of_a_file_that_is_written(void);
extern unsigned __hatha_choose_descriptor(void);
extern unsigned char __hatha_choose_letter_of_a_temporary_name(void);

enum error { ENOENT = 2, EBADF = 9, ENOMEM = 12, EEXIST = 17, EINVAL = 22, ESPIPE = 29,
             EOVERFLOW = 75 };

/* A file: bytes with, while it is in the directory, a name. */
struct __hatha_node {
    char *name;
    char *data;
    size_t size;
    size_t room;
    /* Streams that have it open, and those of them that may write. */
    int uses;
    int writers;
    /* Whether more bytes may follow that are not known yet. */
    int unknown;
    struct __hatha_node *next;
};

struct _IO_FILE {
    int (*read)(FILE *f);
    int (*write)(FILE *f, const char *s, size_t n);
    int fd;
    int at_end;
    int failed;
    int back;
    unsigned char given_back[8];
    struct __hatha_node *node;
    size_t position;
    int append;
    FILE *next;
    /* As large as a stream of the system's, which a program may copy as a whole. */
    unsigned char rest[160];
};

/* The block of a stream. The stream does not begin it, so that the program cannot free what the
 * library keeps: `free` of a stream is none of a block. */
struct block {
    void *head[2];
    FILE stream;
};

/* What an fopen mode asks for. */
struct mode {
    int read;
    int write;
    int append;
    int create;
    int truncate;
    int exclusive;
};

static struct __hatha_node *directory;
static FILE *opened;

static int fail(enum error number)
{
    *__errno_location() = number;
    return -1;
}

/* Whether the system refuses something. */
static int refused(void)
{
    if (!__hatha_open || !__hatha_choose_failure_of_a_file_operation())
        return 0;
    fail(__hatha_any_error());
    return 1;
}

/* Files. */

static int same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static char *copy_name(const char *name)
{
    size_t n = 0;
    while (name[n])
        n++;
    char *p = __hatha_alloc(n + 1);
    if (p)
        __hatha_copy(p, name, n + 1);
    return p;
}

/* The link that leads to a named file, or to the null at the end. */
static struct __hatha_node **find(const char *name)
{
    struct __hatha_node **link = &directory;
    while (*link && !same((*link)->name, name))
        link = &(*link)->next;
    return link;
}

/* In an open world: the names that the program has removed, in case no file is under them since. */
struct absence {
    char *name;
    struct absence *next;
};

static struct absence *absent;

static int is_absent(const char *name)
{
    struct absence *a = absent;
    while (a && !same(a->name, name))
        a = a->next;
    return a != 0;
}

static void note_absence(const char *name)
{
    if (!__hatha_open || is_absent(name))
        return;
    struct absence *a = __hatha_alloc(sizeof *a);
    a->name = copy_name(name);
    a->next = absent;
    absent = a;
}

static struct __hatha_node *new_node(void)
{
    struct __hatha_node *node = __hatha_alloc(sizeof *node);
    if (node)
        __hatha_fill(node, 0, sizeof *node);
    return node;
}

static struct __hatha_node *create(const char *name)
{
    struct __hatha_node *node = new_node();
    if (!node)
        return 0;
    node->name = copy_name(name);
    node->next = directory;
    directory = node;
    return node;
}

/* A file ends when neither a name nor a stream leads to it. */
static void release(struct __hatha_node *node)
{
    if (node->name || node->uses > 0)
        return;
    __hatha_free(node->data);
    __hatha_free(node);
}

static void drop_name(struct __hatha_node **link)
{
    struct __hatha_node *node = *link;
    *link = node->next;
    __hatha_free(node->name);
    node->name = 0;
    release(node);
}

static int reserve(struct __hatha_node *node, size_t n)
{
    if (n <= node->room)
        return 0;
    size_t room = node->room * 2 > n ? node->room * 2 : n;
    char *p = __hatha_alloc(room);
    if (!p)
        return fail(ENOMEM);
    if (node->size)
        __hatha_copy(p, node->data, node->size);
    __hatha_free(node->data);
    node->data = p;
    node->room = room;
    return 0;
}

/* Chooses whether a file goes on, and with which byte; 0 at its end. */
static int extend(struct __hatha_node *node)
{
    if (!node->unknown)
        return 0;
    if (__hatha_choose_end_of_file() || reserve(node, node->size + 1) < 0) {
        node->unknown = 0;
        return 0;
    }
    node->data[node->size++] = (char)__hatha_choose_byte_of_a_file();
    return 1;
}

/* Chooses all of a file, where its size matters. */
static void complete(struct __hatha_node *node)
{
    while (extend(node))
        ;
}

static int read_node(FILE *f)
{
    if (__hatha_open && __hatha_choose_failure_of_reading_a_file())
        return -2;
    while (f->position >= f->node->size)
        if (!extend(f->node))
            return -1;
    return (unsigned char)f->node->data[f->position++];
}

static int write_node(FILE *f, const char *s, size_t n)
{
    struct __hatha_node *node = f->node;
    /* Bytes that were given back count as not read. */
    f->position -= (size_t)f->back <= f->position ? (size_t)f->back : f->position;
    f->back = 0;
    if (f->append) {
        complete(node);
        f->position = node->size;
    }
    while (node->size < f->position && extend(node))
        ;
    if (reserve(node, f->position + n) < 0)
        return -1;
    /* Behind the old end lies a hole of zeros. */
    if (f->position > node->size)
        __hatha_fill(node->data + node->size, 0, f->position - node->size);
    __hatha_copy(node->data + f->position, s, n);
    f->position += n;
    if (f->position > node->size)
        node->size = f->position;
    return 0;
}

/* Streams. */

static int read_mode(const char *s, struct mode *mode)
{
    mode->read = *s == 'r';
    mode->write = *s == 'w' || *s == 'a';
    mode->append = *s == 'a';
    mode->create = mode->write;
    mode->truncate = *s == 'w';
    mode->exclusive = 0;
    if (!mode->read && !mode->write)
        return fail(EINVAL);
    for (s++; *s && *s != ','; s++) {
        if (*s == '+')
            mode->read = mode->write = 1;
        if (*s == 'x')
            mode->exclusive = 1;
    }
    return 0;
}

static int unused_fd(void)
{
    int fd = 3;
    FILE *f = opened;
    while (f) {
        if (f->fd == fd) {
            fd++;
            f = opened;
        } else {
            f = f->next;
        }
    }
    return fd;
}

/* The named file as the mode wants it, or null. */
static struct __hatha_node *resolve(const char *name, const struct mode *mode)
{
    if (__hatha_open && __hatha_choose_file_cannot_be_opened()) {
        fail(__hatha_any_error());
        return 0;
    }
    /* Always empty; what is written goes to a file that nobody can name. */
    if (same(name, "/dev/null"))
        return new_node();
    struct __hatha_node *node = *find(name);
    if (node && mode->create && mode->exclusive) {
        fail(EEXIST);
        return 0;
    }
    int is_new = !node && (!__hatha_open || is_absent(name));
    if ((is_new && !mode->create) || (!node && !*name)) {
        fail(ENOENT);
        return 0;
    }
    if (!node) {
        node = create(name);
        if (node)
            node->unknown = !is_new && !mode->exclusive;
    }
    if (node && mode->truncate) {
        node->size = 0;
        node->unknown = 0;
    }
    return node;
}

/* Real streams have buffers: what one writes the others see later, or not at all. */
static void attach(FILE *f, struct __hatha_node *node, const struct mode *mode)
{
    if (node->uses > 0 && (mode->write || node->writers > 0))
        __hatha_unsupported_several_streams_of_a_file_that_is_written();
    node->uses++;
    node->writers += mode->write;
    f->node = node;
    f->read = mode->read ? read_node : 0;
    f->write = mode->write ? write_node : 0;
    f->append = mode->append;
    /* As glibc: an append-only stream starts at the end, one that reads too at 0. */
    if (mode->append && !mode->read)
        complete(node);
    f->position = mode->append && !mode->read ? node->size : 0;
    f->at_end = 0;
    f->failed = 0;
    f->back = 0;
}

static void detach(FILE *f)
{
    int writes = f->write != 0;
    f->read = 0;
    f->write = 0;
    f->back = 0;
    if (f->node) {
        f->node->writers -= writes;
        f->node->uses--;
        release(f->node);
        f->node = 0;
    }
}

/* Programs may inherit descriptors, so it need not be the lowest one that is unused here. */
static int new_fd(void)
{
    if (__hatha_open) {
        int fd = (int)(__hatha_choose_descriptor() >> 1);
        FILE *f = opened;
        while (f && f->fd != fd)
            f = f->next;
        if (fd > 2 && !f)
            return fd;
    }
    return unused_fd();
}

static FILE *new_stream(struct __hatha_node *node, const struct mode *mode)
{
    struct block *block = __hatha_alloc(sizeof *block);
    if (!block) {
        fail(ENOMEM);
        return 0;
    }
    FILE *f = &block->stream;
    __hatha_fill(f, 0, sizeof *f);
    attach(f, node, mode);
    f->fd = new_fd();
    f->next = opened;
    opened = f;
    return f;
}

static FILE *open_file(const char *name, const char *text)
{
    struct mode mode;
    if (read_mode(text, &mode) < 0)
        return 0;
    struct __hatha_node *node = resolve(name, &mode);
    return node ? new_stream(node, &mode) : 0;
}

FILE *fopen(const char *name, const char *mode)
{
    return open_file(name, mode);
}

FILE *fopen64(const char *name, const char *mode)
{
    return open_file(name, mode);
}

/* The record of a stream that fopen made goes with it: a later use is a dangling
 * pointer. The standard streams are objects that stay, closed. */
static void close_file(FILE *f)
{
    detach(f);
    FILE **link = &opened;
    while (*link && *link != f)
        link = &(*link)->next;
    if (*link) {
        *link = f->next;
        __hatha_free((char *)f - __builtin_offsetof(struct block, stream));
    }
}

/* Closed in any case; a failure says that output was lost. */
int fclose(FILE *f)
{
    int outcome = __hatha_outcome(f);
    close_file(f);
    return -(outcome < 0);
}

int fcloseall(void)
{
    while (opened)
        close_file(opened);
    return 0;
}

/* Without a name only the mode changes. */
static FILE *reopen(const char *name, const char *text, FILE *f)
{
    struct mode mode;
    if (read_mode(text, &mode) < 0)
        return 0;
    struct __hatha_node *node = name ? resolve(name, &mode) : f->node;
    if (!node) {
        if (name)
            close_file(f);
        return name ? 0 : f;
    }
    /* Held while the old one is let go: it may be the same file. */
    node->uses++;
    detach(f);
    node->uses--;
    if (!name && mode.truncate) {
        node->size = 0;
        node->unknown = 0;
    }
    attach(f, node, &mode);
    return f;
}

FILE *freopen(const char *name, const char *mode, FILE *f)
{
    return reopen(name, mode, f);
}

FILE *freopen64(const char *name, const char *mode, FILE *f)
{
    return reopen(name, mode, f);
}

static FILE *open_temporary(void)
{
    if (refused())
        return 0;
    struct mode mode = {1, 1, 0, 0, 0, 0};
    struct __hatha_node *node = new_node();
    if (!node) {
        fail(ENOMEM);
        return 0;
    }
    return new_stream(node, &mode);
}

FILE *tmpfile(void)
{
    return open_temporary();
}

FILE *tmpfile64(void)
{
    return open_temporary();
}

/* Names. */

static unsigned temporaries;

/* Writes the six letters of the next temporary name and the end of the string. */
static void next_letters(char *s)
{
    unsigned n = temporaries++;
    for (int i = 0; i < 6; i++) {
        unsigned letter = __hatha_open ? __hatha_choose_letter_of_a_temporary_name() : n;
        s[i] = (char)('a' + letter % 26);
        n /= 26;
    }
    s[6] = 0;
}

char *tmpnam(char *s)
{
    static char buffer[20];
    if (refused())
        return 0;
    char *name = s ? s : buffer;
    __hatha_copy(name, "/tmp/file", 9);
    do
        next_letters(name + 9);
    while (*find(name));
    return name;
}

/* The block of the name is the program's, which has to free it. */
char *tempnam(const char *folder, const char *prefix)
{
    char name[17];
    size_t n = 0;
    if (refused())
        return 0;
    while (prefix && prefix[n] && n < 5)
        n++;
    __hatha_copy(name, "/tmp/", 5);
    if (n)
        __hatha_copy(name + 5, prefix, n);
    do
        next_letters(name + 5 + n);
    while (*find(name));
    return __strdup(name);
}

static int drop(const char *name)
{
    if (refused())
        return -1;
    struct __hatha_node **link = find(name);
    if (*link)
        drop_name(link);
    else if (!__hatha_open || is_absent(name))
        return fail(ENOENT);
    note_absence(name);
    return 0;
}

int remove(const char *name)
{
    return drop(name);
}

int unlink(const char *name)
{
    return drop(name);
}

int rename(const char *from, const char *to)
{
    if (refused())
        return -1;
    struct __hatha_node *node = *find(from);
    if (!node && __hatha_open && !is_absent(from)) {
        node = create(from);
        if (node)
            node->unknown = 1;
    }
    if (!node)
        return fail(ENOENT);
    if (same(from, to))
        return 0;
    char *name = copy_name(to);
    if (!name)
        return fail(ENOMEM);
    struct __hatha_node **target = find(to);
    if (*target)
        drop_name(target);
    note_absence(from);
    __hatha_free(node->name);
    node->name = name;
    return 0;
}

/* Positions. */

/* Where the next byte is read; -1 for a stream that has no positions. */
static long long tell(FILE *f)
{
    if (!f->read && !f->write)
        return fail(EBADF);
    if (refused())
        return -1;
    /* In an open world a standard stream may be a file. */
    if (!f->node && __hatha_open)
        __hatha_unsupported_position_of_a_standard_stream();
    if (!f->node)
        return fail(ESPIPE);
    return (long long)f->position - f->back;
}

static int seek(FILE *f, long long offset, int whence)
{
    long long here = tell(f);
    if (here < 0)
        return -1;
    if (whence < 0 || whence > 2)
        return fail(EINVAL);
    if (whence == 2)
        complete(f->node);
    long long base = whence == 0 ? 0 : whence == 1 ? here : (long long)f->node->size;
    /* Compared without adding: the sum might not fit. */
    if (offset < -base)
        return fail(EINVAL);
    if (offset > (long long)((size_t)-1 / 2) - base)
        return fail(EOVERFLOW);
    f->position = (size_t)(base + offset);
    f->back = 0;
    f->at_end = 0;
    return 0;
}

int fseek(FILE *f, long offset, int whence)
{
    return seek(f, offset, whence);
}

int fseeko(FILE *f, long offset, int whence)
{
    return seek(f, offset, whence);
}

int fseeko64(FILE *f, long long offset, int whence)
{
    return seek(f, offset, whence);
}

long ftell(FILE *f)
{
    return (long)tell(f);
}

long ftello(FILE *f)
{
    return (long)tell(f);
}

long long ftello64(FILE *f)
{
    return tell(f);
}

void rewind(FILE *f)
{
    seek(f, 0, 0);
    f->failed = 0;
}

/* The offset is the first member of an fpos_t. */
int fgetpos(FILE *f, void *position)
{
    long long here = tell(f);
    if (here < 0)
        return -1;
    *(long *)position = (long)here;
    return 0;
}

int fsetpos(FILE *f, const void *position)
{
    return seek(f, *(const long *)position, 0);
}

int fgetpos64(FILE *f, void *position)
{
    long long here = tell(f);
    if (here < 0)
        return -1;
    *(long long *)position = here;
    return 0;
}

int fsetpos64(FILE *f, const void *position)
{
    return seek(f, *(const long long *)position, 0);
}
