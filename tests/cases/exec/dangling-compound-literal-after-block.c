//@ gcc: sanitize
// A compound literal lives as long as the block around it.
struct point {
    int x, y;
};

int main(void)
{
    struct point *p;
    {
        p = &(struct point){ 3, 4 };
        if (p->x != 3)
            return 1;
    }
    return p->y; //~ fault: dangling
}
