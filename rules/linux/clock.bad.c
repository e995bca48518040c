struct clk { int id; };
extern int clk_prepare(struct clk *), clk_enable(struct clk *);
extern void clk_disable(struct clk *), clk_unprepare(struct clk *);

static int start(struct clk *c)
{
    clk_prepare(c);
    int status = clk_enable(c);
    if (status)
        clk_unprepare(c);
    return status;
}

int main(void)
{
    static struct clk bus;
    if (start(&bus))
        return 1;
    clk_disable(&bus);
    clk_unprepare(&bus);
    return 0;
}
