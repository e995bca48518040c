int main(void) {
    int log = 0;
    for (int i = 0; i < 4; i++) {
        int j = 0;
        while (1) {
            if (++j > 3) break;
            if (j == 2) continue;
            do {
                log++;
                if (i == 2) break;
                if (log & 1) continue;
            } while (0);
        }
        if (i == 1) continue;
        log += 100;
        if (i == 2) break;
    }
    return log == 6 + 200 ? 0 : 1;
}
