int main(void) {
    int n = 0, i;
    goto inside;
    {
        int skipped = 5;
        n = skipped;
inside:
        n += 1;
        skipped = 3;
        n += skipped;
    }
    if (n != 4) return 1;
    for (i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (i * j == 2) goto out;
    return 2;
out:
    if (i != 1) return 3;
    i = 10;
    goto body;
    while (i < 13) {
body:
        i++;
        n++;
    }
    if (i != 13 || n != 7) return 4;
    if (0) { dead: return n == 7 ? 0 : 5; }
    goto dead;
}
