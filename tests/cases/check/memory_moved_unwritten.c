// A value that was never written may be passed on to a local, as long as nobody uses it there.
//@ verdict: proved
//@ with WRONG: violated
//@ with STORED: violated
int main(void)
{
    int *data;
    int **one = &data, **two = &data;
    int room[2] = {1, 2};
    {
        int *data = *one;
#ifndef STORED
        data = room;
#endif
#ifdef WRONG
        if (room[0] == 2)
#endif
        *one = data;
    }
    {
        int *data = *two;
        return data[1] - 2;
    }
}
