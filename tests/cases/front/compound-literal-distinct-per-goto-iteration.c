int main(void) {
    int i = 0, sum = 0, *p;
again:
    p = &(int){ i };
    *p *= 2;
    sum += *p;
    if (++i < 4) goto again;
    if (sum != 12) return 1;
    if (*p != 6) return 2;
    return 0;
}
