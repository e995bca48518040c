/* Clocks. */

time_t time(time_t *result) {
    time_t now = __hatha_time();
    if (result)
        *result = now;
    return now;
}

clock_t clock(void) {
    return __hatha_clock();
}

double difftime(time_t a, time_t b) {
    return (double)a - (double)b;
}
