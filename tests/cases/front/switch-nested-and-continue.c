int main(void) {
    int log = 0;
    for (int i = 0; i < 5; i++) {
        switch (i) {
        case 0: continue;
        case 1:
            switch (i + 1) {
            case 1: return 1;
            case 2: log += 1; break;
            }
            log += 10;
            break;
        case 3:
            for (;;) { if (log) break; return 2; }
            log += 100;
            break;
        default: log += 1000; continue;
        }
        log += 10000;
    }
    return log == 1 + 10 + 100 + 2000 + 20000 ? 0 : 3;
}
