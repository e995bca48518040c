// Later declarations complete earlier ones; parameter qualifiers do not matter.
int f(int (*)[], int);
int f(int (*p)[3], const int n) { return (*p)[n]; }
int f(int (*p)[3], int n);
int g();
int g(int a) { return a; }
int g(int);
extern int arr[];
static int first(void) { return arr[0]; }
extern int arr[4];
int arr[] = { 5, 6, 7, 8 };
int main(void) {
    int v[3] = { 1, 2, 3 };
    if (f(&v, 2) != 3 || g(4) != 4) return 1;
    return first() == 5 && sizeof arr == 16 ? 0 : 2;
}
