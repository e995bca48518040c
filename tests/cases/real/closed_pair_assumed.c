//@ rule: posix/descriptor
//@ entry: finish
//@ options: --assume c->client!=c->server
//@ truth: kept
//@ today: kept
// What the callers know is said with `--assume`.
#include <unistd.h>

struct connection { int client, server; };

void finish(struct connection *c)
{
    if (c->client != -1)
        close(c->client);
    if (c->server != -1)
        close(c->server);
}
