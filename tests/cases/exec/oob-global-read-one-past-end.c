//@ gcc: sanitize
// A global table read with an index equal to its length.
static const short table[3] = { 10, 20, 30 };

static int look(int i)
{
    return table[i]; //~ fault: out-of-bounds
}

int main(void)
{
    return look(0) + look(2) == 40 ? look(3) : 0;
}
