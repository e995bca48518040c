// The last token ends where its string does: nothing is written there.
//@ verdict: proved unknown
#include <assert.h>
#include <wchar.h>
int main(void) {
  wchar_t *rest;
  wchar_t *first = wcstok((wchar_t *)L"ab", L",", &rest);
  assert(first && !wcstok(0, L",", &rest));
  return 0;
}
