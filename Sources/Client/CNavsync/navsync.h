/* libnavsync: a person's place in an app, the same on every device. See navsync(3).

   Texts are UTF-8; objects are JSON, the same as those of 'navctl --output json'. A client may be used
   from any thread. No thread of the library ever calls a function of the program. */

#ifndef NAVSYNC_H
#define NAVSYNC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One device of one user, and its connections. */
typedef struct navsync_client navsync_client;

/* The kinds of results. Numbers are never used again for something else. */
typedef enum navsync_code {
    /* It succeeded. */
    NAVSYNC_OK = 0,
    /* An argument is missing or invalid: a fault of the program. */
    NAVSYNC_ARGUMENT = 1,
    /* The endpoint or another setting is invalid. */
    NAVSYNC_CONFIGURATION = 2,
    /* The daemon can't be reached, or does not answer in time. Changes stay in the outbox. */
    NAVSYNC_UNREACHABLE = 3,
    /* The system or the daemon denies permission. */
    NAVSYNC_NOT_PERMITTED = 4,
    /* The device is not paired, and the endpoint is a tcp one. */
    NAVSYNC_NOT_PAIRED = 5,
    /* The daemon has revoked the device, or does not know it. Changes stay in the outbox. */
    NAVSYNC_REVOKED = 6,
    /* The device is a viewer, which may not make changes. */
    NAVSYNC_VIEWER = 7,
    /* The intent is impossible in the scene as this device sees it. Nothing was done. */
    NAVSYNC_IMPOSSIBLE = 8,
    /* The daemon refuses the client or the change. */
    NAVSYNC_REFUSED = 9,
    /* The daemon's store is damaged: a person has to repair it. Changes stay in the outbox. */
    NAVSYNC_DAMAGED = 10,
    /* The daemon serves another store than the device's own. Nothing was done. */
    NAVSYNC_OTHER_STORE = 11,
    /* The device's directory can't be used. */
    NAVSYNC_DEVICE = 12,
    /* The client is closed. */
    NAVSYNC_CLOSED = 13
} navsync_code;

/* A handler of events. The event's text lasts until the handler returns. */
typedef void (*navsync_handler) (const char *event, void *data);

/* Returns the version of the library; the text lasts as long as the program. */
const char *navsync_version (void);

/* Frees a text that one of the functions below has returned; NULL is allowed. */
void navsync_free (char *text);

/* In all of the following functions 'text', unless it is NULL, receives a text that the caller frees
   with navsync_free: the function's object or, if the code is not NAVSYNC_OK, a sentence that says
   what failed and what to do. 'scene' is the name of a scene; NULL is 'main'. */

/* Opens the device's directory, which the first use creates, and makes a client of it. The daemon need
   not run. 'options' is NULL or an object with any of 'endpoint', 'device' (the directory), 'name' (of
   the device) and 'user'; what is left out is found as navctl finds it. The object has 'device', 'name',
   'user' and 'endpoint'. The caller closes the client with navsync_close. */
navsync_code navsync_open (const char *options, navsync_client **client, char **text);

/* Saves what is unsaved, ends all connections, and frees the client, which no other thread may use any
   more. Changes that the daemon has not taken stay in the outbox. NULL is allowed. */
void navsync_close (navsync_client *client);

/* Pairs the device with the daemon of an invitation, whose URL is a secret: waits for the daemon, for
   10 seconds at most. 'options' as above: 'device' and 'name' count. The object has 'device', 'name',
   'user', 'role', 'fingerprint' and 'serverFingerprint'. */
navsync_code navsync_pair (const char *url, const char *options, char **text);

/* Returns a descriptor that is readable while events wait, for poll and its kin; it lasts as long as
   the client, and is for nothing else. */
int navsync_fd (navsync_client *client);

/* Calls the handler, on this thread, for each event that waits; returns how many there were. Never
   blocks. The handler may call all functions; after navsync_close it is not called again. */
int navsync_dispatch (navsync_client *client, navsync_handler handler, void *data);

/* Follows a scene: its events come from now on, as it is first. Repeated calls have no effect. */
navsync_code navsync_follow (navsync_client *client, const char *scene, char **text);

/* The following functions follow the scene as well. */

/* Says that somebody uses this device, for a touch that makes no change: the user's other devices see it
   as its last use. Changes say it themselves. */
navsync_code navsync_touch (navsync_client *client, const char *scene, char **text);

/* Gets the scene as this device sees it. */
navsync_code navsync_show (navsync_client *client, const char *scene, char **text);

/* Declares the app's tabs and bars, and leaves the person's place in them, so an app calls it at each
   start. 'description' is a scene file, in YAML or JSON. A device that has never seen the scene waits
   for the daemon first, for 5 seconds at most. The object is that of a change. */
navsync_code navsync_declare (navsync_client *client, const char *scene, const char *description,
                              char **text);

/* Makes a change of the scene: it is durable on this device, and shows, when this returns. The object
   of the change has its number as 'change', null if there was nothing to change; its outcome comes as
   an event. A screen and a modal may have a 'payload', the app's own value as a text, of 32,768 bytes at
   most, which the scene has as it was written; as JSON with sorted keys it is the same in every language. */
navsync_code navsync_perform (navsync_client *client, const char *scene, const char *intent,
                              char **text);

/* Undoes this device's newest change that is not undone yet, or redoes what was undone last. */
navsync_code navsync_undo (navsync_client *client, const char *scene, char **text);
navsync_code navsync_redo (navsync_client *client, const char *scene, char **text);

/* Gets the changes that the daemon has refused or rejected; makes one of them again, or drops it. */
navsync_code navsync_shelf (navsync_client *client, const char *scene, char **text);
navsync_code navsync_retry (navsync_client *client, const char *scene, int64_t change, char **text);
navsync_code navsync_drop (navsync_client *client, const char *scene, int64_t change, char **text);

#ifdef __cplusplus
}
#endif

#endif
