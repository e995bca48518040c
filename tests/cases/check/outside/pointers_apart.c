// They are not where that is assumed; the answer says so.
//@ verdict: proved
//@ args: --entry f --pointers apart
//@ says: pointers that the entry starts from are null or lead to different objects that hold their types (a byte, for void), aligned, and writable unless const, and to no global
//@ data-model: lp64
#include "start_aliases.c"
