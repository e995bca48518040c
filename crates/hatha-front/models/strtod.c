/* Floating values from text. */

double strtod(const char *s, char **end) {
    const char *stop;
    double value = __hatha_parse_double(s, &stop);
    if (end)
        *end = (char *)stop;
    return value;
}

float strtof(const char *s, char **end) {
    const char *stop;
    float value = __hatha_parse_float(s, &stop);
    if (end)
        *end = (char *)stop;
    return value;
}

long double strtold(const char *s, char **end) {
    const char *stop;
    long double value = __hatha_parse_long_double(s, &stop);
    if (end)
        *end = (char *)stop;
    return value;
}

double atof(const char *s) {
    return strtod(s, 0);
}
