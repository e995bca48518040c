int good(int a) { return a / DIVISOR; }
