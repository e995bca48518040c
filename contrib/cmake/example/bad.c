int bad(int a) { return DIVISOR / a; }
