int a;
int a;
extern int a;
int a = 3;
int a;
static int s;
static int s;
int arr[];
int arr[4];
extern int arr[];
int z;
int main(void) {
    if (a != 3 || s != 0 || z != 0) return 1;
    if (sizeof arr != 16 || arr[3]) return 2;
    return 0;
}
