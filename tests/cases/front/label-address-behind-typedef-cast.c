/* `(T) && l` is a cast of a label's address if T is a type, else a logical and. */
typedef void *P;
typedef long L;
int main(void) {
    int T = 1, done = 0;
    P p = (P)&&done;
    L d = (L)&&next - (L)&&next;
    if (d != 0 || !((T)&&1) || ((T)&&done)) return 1;
    goto *p;
next:
    return 2;
done:
    if (done) return 3;
    done = 1;
    return (T)&&done ? 0 : 4;
}
