int main(void) {
    double z = 0.0, nan = __builtin_nan(""), one = 1.0;
    if (nan == nan || nan < one || nan > one || nan <= one || nan >= one) return 1;
    if (!(nan != nan) || !(nan != one)) return 2;
    if (!(nan < one) != 1 || !!nan != 1) return 3;
    if (nan ? 0 : 1) return 4;
    if (!(z == -z)) return 5;
    float nf = nan;
    if (nf == nf) return 6;
    int k = 0;
    while (nan == nan) k++;
    if (nan && !k) return -0.0 ? 7 : 0;
    return 8;
}
