static int log_;
static void done(int *p) { log_ = log_ * 10 + *p; }
#define AUTO __attribute__((cleanup(done)))
static int f(int stop) {
    AUTO int a = 1;
    for (int i = 0; i < 2; i++) {
        AUTO int b = 2;
        if (stop) return log_ + a;
    }
    AUTO int c = 3;
    return 7;
}
int main(void) {
    if (f(0) != 7 || log_ != 2231) return 1;
    log_ = 0;
    return f(1) == 1 && log_ == 21 ? 0 : 2;
}
