/* Calls every function of libnavsync, rightly and wrongly: a device of the scene 'main', under the memory
   checkers of .ci/library. Prints the digest that it ends with.

       use ENDPOINT DEVICE */

#include <navsync.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

/* Counts and prints what is not as expected. */
static void expect (int holds, const char *what, const char *text)
{
    if (holds)
        return;
    failures++;
    fprintf (stderr, "use: not so: %s: %s\n", what, text ? text : "no text");
}

/* Frees the text of a call after a look at its code, and for a part that it has to have. */
static void check_text (navsync_code code, navsync_code expected, const char *part, char *text)
{
    char what[80];
    snprintf (what, sizeof what, "code %d, and the part %s", expected, part);
    expect (code == expected && text && strstr (text, part), what, text);
    navsync_free (text);
}

/* Makes a call that receives a text. */
#define check(call, expected, part) \
    do { \
        char *text = NULL; \
        navsync_code code = call; \
        check_text (code, expected, part, text); \
    } while (0)

/* Returns the number of a member, the first of its name; 0 if there is none. */
static int64_t number (const char *object, const char *member)
{
    const char *place = object ? strstr (object, member) : NULL;
    return place ? atoll (place + strlen (member)) : 0;
}

/* What the events of one wait have told. */
typedef struct {
    const char *part;
    int found;
    int64_t revision;
    navsync_client *closed;
} Wait;

static void take (const char *event, void *data)
{
    Wait *wait = data;
    if (!wait->found && strstr (event, wait->part)) {
        wait->found = 1;
        wait->revision = number (event, "\"revision\":");
    }
    if (wait->closed) {
        navsync_close (wait->closed);
        wait->closed = NULL;
    }
}

/* Takes events until one has a part, for a minute at most; returns its revision. */
static int64_t until (navsync_client *client, const char *part)
{
    Wait wait = { .part = part };
    struct pollfd descriptor = { .fd = navsync_fd (client), .events = POLLIN };
    while (!wait.found && poll (&descriptor, 1, 60000) > 0)
        navsync_dispatch (client, take, &wait);
    expect (wait.found, part, "no such event");
    return wait.revision;
}

/* Calls that a program should not make: each has a code and a sentence, and none ends the process. */
static void misuse (navsync_client *client)
{
    navsync_client *none = NULL;
    check (navsync_open ("{\"endpint\":\"x\"}", &none, &text), NAVSYNC_ARGUMENT, "no member 'endpint'");
    check (navsync_open ("{", &none, &text), NAVSYNC_ARGUMENT, "invalid JSON");
    check (navsync_open ("{\"endpoint\":\"http://x\"}", &none, &text), NAVSYNC_CONFIGURATION, "http");
    check (navsync_open (NULL, NULL, &text), NAVSYNC_ARGUMENT, "client");
    check (navsync_perform (NULL, NULL, "{}", &text), NAVSYNC_ARGUMENT, "no client");
    check (navsync_perform (client, NULL, NULL, &text), NAVSYNC_ARGUMENT, "NULL");
    check (navsync_perform (client, "", "{}", &text), NAVSYNC_ARGUMENT, "no name");
    check (navsync_perform (client, NULL, "\xff", &text), NAVSYNC_ARGUMENT, "UTF-8");
    check (navsync_perform (client, NULL, "{}", &text), NAVSYNC_ARGUMENT, "'kind'");
    check (navsync_perform (client, NULL, "{\"kind\":\"fly\"}", &text), NAVSYNC_ARGUMENT, "popToRoot");
    check (navsync_perform (client, NULL, "{\"kind\":\"selectTab\",\"tab\":\"none\"}", &text),
           NAVSYNC_IMPOSSIBLE, "no tab 'none'");
    check (navsync_perform (client, NULL, "{\"kind\":\"push\",\"route\":\"x\",\"payload\":{\"base64\":\"?\"}}", &text),
           NAVSYNC_ARGUMENT, "payload");
    check (navsync_declare (client, NULL, "version: 1\ntabz: []\n", &text), NAVSYNC_ARGUMENT, "tabz");
    check (navsync_pair ("navsync://pair#x", NULL, &text), NAVSYNC_ARGUMENT, "");
    expect (navsync_perform (client, NULL, "{}", NULL) == NAVSYNC_ARGUMENT, "no place for a text", NULL);
    expect (navsync_fd (NULL) == -1 && navsync_dispatch (NULL, take, NULL) == 0, "no client", NULL);
    navsync_close (NULL);
    navsync_free (NULL);
}

/* Makes a change that the daemon rejects, and returns its number on the shelf. */
static int64_t reject (navsync_client *client)
{
    check (navsync_perform (client, NULL, "{\"kind\":\"pop\",\"ifRevision\":1000000}", &text), NAVSYNC_OK,
           "waiting");
    until (client, "\"outcome\":\"rejected\"");
    char *text = NULL;
    navsync_code code = navsync_shelf (client, NULL, &text);
    int64_t change = code == NAVSYNC_OK ? number (text, "\"id\":") : 0;
    expect (change > 0, "a change on the shelf", text);
    navsync_free (text);
    return change;
}

int main (int count, char **arguments)
{
    char options[512];
    navsync_client *client = NULL;
    if (count != 3)
        return 2;
    snprintf (options, sizeof options, "{\"endpoint\":\"%s\",\"device\":\"%s\",\"name\":\"c\"}", arguments[1],
              arguments[2]);
    check (navsync_open (options, &client, &text), NAVSYNC_OK, "\"name\":\"c\"");
    if (!client)
        return 1;
    misuse (client);
    check (navsync_follow (client, NULL, &text), NAVSYNC_OK, "\"user\"");
    until (client, "\"access\":\"full\"");
    until (client, "\"event\":\"present\"");
    check (navsync_touch (client, NULL, &text), NAVSYNC_OK, "\"user\"");
    check (navsync_declare (client, NULL,
                            "version: 1\ntabs:\n- {id: inbox, title: Inbox, stack: [{route: 'mail://inbox'}]}\n",
                            &text),
           NAVSYNC_OK, "\"operations\"");
    check (navsync_perform (client, NULL,
                            "{\"kind\":\"push\",\"route\":\"mail://1\",\"title\":\"\\ud83d\\ude00\",\"tab\":\"inbox\","
                            "\"payload\":\"{\\\"draft\\\":7}\"}",
                            &text),
           NAVSYNC_OK, "\"change\":");
    until (client, "\"outcome\":\"applied\"");
    check (navsync_show (client, NULL, &text), NAVSYNC_OK, "\xf0\x9f\x98\x80");
    check (navsync_show (client, NULL, &text), NAVSYNC_OK, "\"payload\":\"{\\\"draft\\\":7}\"");
    check (navsync_undo (client, NULL, &text), NAVSYNC_OK, "\"kind\":\"pop\"");
    until (client, "\"outcome\":\"applied\"");
    check (navsync_redo (client, NULL, &text), NAVSYNC_OK, "\"screen\":");
    until (client, "\"outcome\":\"applied\"");
    check (navsync_retry (client, NULL, reject (client), &text), NAVSYNC_OK, "\"change\":");
    until (client, "\"outcome\":\"applied\"");
    check (navsync_drop (client, NULL, reject (client), &text), NAVSYNC_OK, "\"shelf\":[]");
    /* The outcome of this change, by its number, and of none before it. */
    char *pushed = NULL, part[64];
    navsync_perform (client, NULL, "{\"kind\":\"push\",\"route\":\"mail://last\"}", &pushed);
    snprintf (part, sizeof part, "\"change\":%lld,", (long long) number (pushed, "\"change\":"));
    expect (pushed && strstr (pushed, "mail://last"), "mail://last", pushed);
    navsync_free (pushed);
    int64_t last = until (client, part);
    for (int64_t revision = 0; revision < last && !failures;) {
        char *view = NULL;
        navsync_show (client, NULL, &view);
        revision = number (view, "\"revision\":");
        const char *digest = view ? strstr (view, "\"digest\":\"") : NULL;
        if (revision >= last && digest)
            printf ("%.64s\n", digest + strlen ("\"digest\":\""));
        navsync_free (view);
        if (revision < last)
            until (client, "\"event\":\"scene\"");
    }
    /* A handler may close the client; what waits then is dropped. */
    Wait end = { .part = "", .closed = client };
    struct pollfd descriptor = { .fd = navsync_fd (client), .events = POLLIN };
    check (navsync_follow (client, "spare", &text), NAVSYNC_OK, "device");
    while (end.closed && poll (&descriptor, 1, 60000) > 0)
        navsync_dispatch (client, take, &end);
    expect (end.closed == NULL && strlen (navsync_version ()) > 0, "closed by a handler", NULL);
    return failures != 0;
}
