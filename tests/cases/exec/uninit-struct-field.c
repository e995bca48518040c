//@ gcc: valgrind
// One field of the struct is forgotten; copying the whole is no use of it.
struct config {
    int width;
    int height;
    int depth;
};

static struct config make(void)
{
    struct config c;
    c.width = 2;
    c.height = 3;
    return c;
}

int main(void)
{
    struct config c = make();
    struct config d = c;
    if (d.width != 2 || d.height != 3)
        return 1;
    if (d.depth > 0) //~ fault: uninitialised
        return 2;
    return 0;
}
