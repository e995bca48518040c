//@ error: 3: array
typedef int A[3];
A f(void);
int main(void) { return 0; }
