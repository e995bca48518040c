// They are not where that is assumed; the answer says so.
//@ verdict: proved
//@ args: --entry f --pointers apart
//@ says: pointers that the entry starts from lead to different objects
//@ data-model: lp64
#include "start_aliases.c"
