struct s { int a; char b[6]; short c; };
static struct s v;
static int arr[8];
static int d1 = (char *)&v.c - (char *)&v, d2 = (int)(&arr[6] - arr), d3 = &v.b[5] - v.b;
static int same = &arr[2] == arr + 2, truth = &v ? 1 : 2, never = !&arr;
static char sz[(int)sizeof(v.b) - 2];
int main(void) {
    if (d1 != 10 || d2 != 6 || d3 != 5) return 1;
    if (same != 1 || truth != 1 || never != 0) return 2;
    return sizeof sz == 4 ? 0 : 3;
}
