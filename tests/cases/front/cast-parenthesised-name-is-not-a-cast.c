// (x)-1 with a variable x subtracts; with a typedef it casts.
typedef unsigned char t;
int main(void) {
    int x = 5;
    if ((x)-1 != 4) return 1;
    if ((t)-1 != 255) return 2;
    if ((x) * 2 != 10) return 3;
    int *p = &x;
    if ((t)*p != 5) return 4;
    if ((x)&1) {
        int t = 3;
        if ((t)-1 != 2) return 5;
        if ((t)*x != 15) return 6;
    } else
        return 7;
    return 0;
}
