/* Days to a date, by divisions and remainders. */
extern int __VERIFIER_nondet_int(void);

static int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }

int main(void) {
  int days = __VERIFIER_nondet_int();
  if (days < 0 || days > 1000000) return 0;
  int z = days + 719468;
  int era = z / 146097;
  int doe = z - era * 146097;
  int yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  int y = yoe + era * 400;
  int doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  int mp = (5 * doy + 2) / 153;
  int d = doy - (153 * mp + 2) / 5 + 1;
  int m = mp < 10 ? mp + 3 : mp - 9;
  if (m <= 2) y++;
  if (leap(y) && m == 2 && d == 29) return 1;
  if (y == 2038 && m == 1 && d == 19) return 2;
  if (days % 7 == 5 && d == 13) return 3;
  if (d > 31 || m > 12) return 4;
  return 0;
}
