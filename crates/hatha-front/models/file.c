/* Streams. Standard input is the given input, standard output and error are
   written at once, and every other file lives in memory: the disk is never touched. */

struct __hatha_node {
    struct __hatha_node *next;
    char *name;
    unsigned char *data;
    size_t size;
    size_t room;
    int users;
    int linked;
};

struct __hatha_file {
    int descriptor;
    int readable;
    int writable;
    int appends;
    int end;
    int error;
    int pushed;
    unsigned char back[8];
    size_t position;
    struct __hatha_node *node;
};

static struct __hatha_file input = { 0, 1, 0, 0, 0, 0, 0, { 0 }, 0, 0 };
static struct __hatha_file output = { 1, 0, 1, 0, 0, 0, 0, { 0 }, 0, 0 };
static struct __hatha_file errors = { 2, 0, 1, 0, 0, 0, 0, { 0 }, 0, 0 };

struct __hatha_file *stdin = &input;
struct __hatha_file *stdout = &output;
struct __hatha_file *stderr = &errors;

static struct __hatha_node *nodes;

static int same(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static struct __hatha_node *find(const char *name) {
    struct __hatha_node *n = nodes;
    while (n && !(n->linked && same(n->name, name)))
        n = n->next;
    return n;
}

static char *copy_name(const char *name) {
    size_t n = 0;
    while (name[n])
        n++;
    char *copy = __hatha_alloc(n + 1);
    __hatha_copy(copy, name, n + 1);
    return copy;
}

static struct __hatha_node *create(const char *name) {
    struct __hatha_node *n = __hatha_alloc(sizeof *n);
    n->next = nodes;
    n->name = name ? copy_name(name) : 0;
    n->data = 0;
    n->size = 0;
    n->room = 0;
    n->users = 0;
    n->linked = name != 0;
    nodes = n;
    return n;
}

/* Frees a file that has neither a name nor a stream. */
static void release(struct __hatha_node *gone) {
    if (gone->linked || gone->users > 0)
        return;
    struct __hatha_node **link = &nodes;
    while (*link != gone)
        link = &(*link)->next;
    *link = gone->next;
    __hatha_free(gone->name);
    __hatha_free(gone->data);
    __hatha_free(gone);
}

static struct __hatha_file *open_node(struct __hatha_node *node, const char *mode) {
    struct __hatha_file *f = __hatha_alloc(sizeof *f);
    int both = mode[1] == '+' || (mode[1] != 0 && mode[2] == '+');
    f->descriptor = 3;
    f->readable = *mode == 'r' || both;
    f->writable = *mode != 'r' || both;
    f->appends = *mode == 'a';
    f->end = 0;
    f->error = 0;
    f->pushed = 0;
    f->position = f->appends && !both ? node->size : 0;
    f->node = node;
    node->users++;
    return f;
}

struct __hatha_file *fopen(const char *name, const char *mode) {
    struct __hatha_node *node = find(name);
    if (*mode != 'r' && *mode != 'w' && *mode != 'a') {
        *__errno_location() = 22;
        return 0;
    }
    if (!node && *mode == 'r') {
        *__errno_location() = 2;
        return 0;
    }
    if (!node)
        node = create(name);
    if (*mode == 'w')
        node->size = 0;
    return open_node(node, mode);
}

struct __hatha_file *fopen64(const char *name, const char *mode) {
    return fopen(name, mode);
}

struct __hatha_file *tmpfile(void) {
    return open_node(create(0), "w+");
}

int fclose(struct __hatha_file *f) {
    struct __hatha_node *node = f->node;
    if (f->descriptor < 3)
        return 0;
    node->users--;
    release(node);
    __hatha_free(f);
    return 0;
}

struct __hatha_file *freopen(const char *name, const char *mode, struct __hatha_file *f) {
    struct __hatha_file *other = fopen(name, mode);
    if (!other)
        return 0;
    if (f->descriptor >= 3) {
        f->node->users--;
        release(f->node);
    }
    *f = *other;
    __hatha_free(other);
    return f;
}

int remove(const char *name) {
    struct __hatha_node *node = find(name);
    if (!node) {
        *__errno_location() = 2;
        return -1;
    }
    node->linked = 0;
    release(node);
    return 0;
}

int unlink(const char *name) {
    return remove(name);
}

int rename(const char *from, const char *to) {
    struct __hatha_node *node = find(from);
    struct __hatha_node *old = find(to);
    if (!node) {
        *__errno_location() = 2;
        return -1;
    }
    if (old == node)
        return 0;
    if (old)
        remove(to);
    __hatha_free(node->name);
    node->name = copy_name(to);
    return 0;
}

static int read_file(struct __hatha_file *f) {
    if (f->position >= f->node->size)
        return -1;
    int c = f->node->data[f->position];
    f->position++;
    return c;
}

int __hatha_getc(struct __hatha_file *f) {
    if (f->pushed > 0) {
        f->pushed--;
        return f->back[f->pushed];
    }
    if (!f->readable) {
        *__errno_location() = 9;
        f->error = 1;
        return -1;
    }
    int c = f->descriptor == 0 ? __hatha_read_byte() : read_file(f);
    if (c < 0)
        f->end = 1;
    return c;
}

static void reserve(struct __hatha_node *node, size_t size) {
    if (size <= node->room)
        return;
    size_t room = node->room * 2 < size ? size + 64 : node->room * 2;
    unsigned char *larger = __hatha_alloc(room);
    if (node->data) {
        __hatha_copy(larger, node->data, node->size);
        __hatha_free(node->data);
    }
    node->data = larger;
    node->room = room;
}

static void write_file(struct __hatha_file *f, const void *from, size_t n) {
    struct __hatha_node *node = f->node;
    size_t at = f->appends ? node->size : f->position - (size_t)f->pushed;
    f->pushed = 0;
    reserve(node, at + n);
    if (at > node->size)
        __hatha_fill(node->data + node->size, 0, at - node->size);
    __hatha_copy(node->data + at, from, n);
    f->position = at + n;
    if (f->position > node->size)
        node->size = f->position;
}

/* Whether all n bytes were written. */
int __hatha_put(struct __hatha_file *f, const void *from, size_t n) {
    if (!f->writable) {
        *__errno_location() = 9;
        f->error = 1;
        return 0;
    }
    if (n == 0)
        return 1;
    if (f->descriptor < 3)
        __hatha_write(f->descriptor, from, n);
    else
        write_file(f, from, n);
    return 1;
}

int __hatha_descriptor(struct __hatha_file *f) {
    return f->writable ? f->descriptor : 3;
}

int fgetc(struct __hatha_file *f) {
    return __hatha_getc(f);
}

int getc(struct __hatha_file *f) {
    return __hatha_getc(f);
}

int _IO_getc(struct __hatha_file *f) {
    return __hatha_getc(f);
}

int getc_unlocked(struct __hatha_file *f) {
    return __hatha_getc(f);
}

int getchar(void) {
    return __hatha_getc(stdin);
}

int getchar_unlocked(void) {
    return __hatha_getc(stdin);
}

int ungetc(int c, struct __hatha_file *f) {
    if (c == -1 || f->pushed == 8)
        return -1;
    f->back[f->pushed] = (unsigned char)c;
    f->pushed++;
    f->end = 0;
    return (unsigned char)c;
}

char *fgets(char *to, int n, struct __hatha_file *f) {
    int i = 0;
    if (n <= 0)
        return 0;
    while (i < n - 1) {
        int c = __hatha_getc(f);
        if (c < 0)
            break;
        to[i] = (char)c;
        i++;
        if (c == '\n')
            break;
    }
    if (i == 0 && n > 1)
        return 0;
    to[i] = 0;
    return to;
}

char *gets(char *to) {
    int c = __hatha_getc(stdin);
    size_t i = 0;
    if (c < 0)
        return 0;
    while (c >= 0 && c != '\n') {
        to[i] = (char)c;
        i++;
        c = __hatha_getc(stdin);
    }
    to[i] = 0;
    return to;
}

long getline(char **line, size_t *room, struct __hatha_file *f) {
    size_t n = 0;
    int c = __hatha_getc(f);
    if (c < 0)
        return -1;
    if (!*line)
        *room = 0;
    while (c >= 0) {
        if (n + 2 > *room) {
            *room = n * 2 + 120;
            *line = realloc(*line, *room);
        }
        (*line)[n] = (char)c;
        n++;
        if (c == '\n')
            break;
        c = __hatha_getc(f);
    }
    (*line)[n] = 0;
    return (long)n;
}

size_t fread(void *to, size_t size, size_t count, struct __hatha_file *f) {
    unsigned char *bytes = to;
    size_t wanted = size * count, n = 0;
    while (n < wanted) {
        int c = __hatha_getc(f);
        if (c < 0)
            break;
        bytes[n] = (unsigned char)c;
        n++;
    }
    return size == 0 ? 0 : n / size;
}

size_t fwrite(const void *from, size_t size, size_t count, struct __hatha_file *f) {
    if (size == 0 || count == 0)
        return 0;
    return __hatha_put(f, from, size * count) ? count : 0;
}

size_t fread_unlocked(void *to, size_t size, size_t count, struct __hatha_file *f) {
    return fread(to, size, count, f);
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, struct __hatha_file *f) {
    return fwrite(from, size, count, f);
}

int fputc(int c, struct __hatha_file *f) {
    unsigned char byte = (unsigned char)c;
    return __hatha_put(f, &byte, 1) ? byte : -1;
}

int putc(int c, struct __hatha_file *f) {
    return fputc(c, f);
}

int _IO_putc(int c, struct __hatha_file *f) {
    return fputc(c, f);
}

int putc_unlocked(int c, struct __hatha_file *f) {
    return fputc(c, f);
}

int fputs(const char *s, struct __hatha_file *f) {
    size_t n = 0;
    while (s[n])
        n++;
    return __hatha_put(f, s, n) ? 1 : -1;
}

int fputs_unlocked(const char *s, struct __hatha_file *f) {
    return fputs(s, f);
}

int fseek(struct __hatha_file *f, long offset, int whence) {
    if (f->descriptor < 3) {
        *__errno_location() = 29;
        return -1;
    }
    long base = 0;
    if (whence == 1)
        base = (long)f->position - f->pushed;
    else if (whence == 2)
        base = (long)f->node->size;
    if (whence < 0 || whence > 2 || base + offset < 0) {
        *__errno_location() = 22;
        return -1;
    }
    f->position = (size_t)(base + offset);
    f->pushed = 0;
    f->end = 0;
    return 0;
}

long ftell(struct __hatha_file *f) {
    if (f->descriptor < 3) {
        *__errno_location() = 29;
        return -1;
    }
    return (long)f->position - f->pushed;
}

int fseeko(struct __hatha_file *f, long offset, int whence) {
    return fseek(f, offset, whence);
}

long ftello(struct __hatha_file *f) {
    return ftell(f);
}

void rewind(struct __hatha_file *f) {
    fseek(f, 0, 0);
    f->error = 0;
    f->end = 0;
}

int feof(struct __hatha_file *f) {
    return f->end;
}

int ferror(struct __hatha_file *f) {
    return f->error;
}

int feof_unlocked(struct __hatha_file *f) {
    return f->end;
}

int ferror_unlocked(struct __hatha_file *f) {
    return f->error;
}

void clearerr(struct __hatha_file *f) {
    f->end = 0;
    f->error = 0;
}

int fileno(struct __hatha_file *f) {
    return f->descriptor;
}

int fflush(struct __hatha_file *f) {
    (void)f;
    return 0;
}

int fflush_unlocked(struct __hatha_file *f) {
    (void)f;
    return 0;
}

void setbuf(struct __hatha_file *f, char *buffer) {
    (void)f;
    (void)buffer;
}

int setvbuf(struct __hatha_file *f, char *buffer, int mode, size_t n) {
    (void)f;
    (void)buffer;
    (void)n;
    return mode < 0 || mode > 2 ? -1 : 0;
}
