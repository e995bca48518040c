struct clk { int id; };
extern int clk_prepare(struct clk *), clk_enable(struct clk *);
extern void clk_disable(struct clk *), clk_unprepare(struct clk *);
extern unsigned long clk_get_rate(struct clk *);

static int start(struct clk *c)
{
    int status = clk_prepare(c);
    if (status)
        return status;
    status = clk_enable(c);
    if (status)
        clk_unprepare(c);
    return status;
}

int main(void)
{
    static struct clk bus;
    if (start(&bus))
        return 1;
    unsigned long rate = clk_get_rate(&bus);
    clk_disable(&bus);
    clk_unprepare(&bus);
    return rate == 0;
}
