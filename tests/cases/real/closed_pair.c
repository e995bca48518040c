//@ rule: posix/descriptor
//@ entry: finish
//@ truth: broken
//@ today: broken
// Two members of a structure that the entry gets from outside may be the same number;
// only callers know better.
#include <unistd.h>

struct connection { int client, server; };

void finish(struct connection *c)
{
    if (c->client != -1)
        close(c->client);
    if (c->server != -1)
        close(c->server);
}
