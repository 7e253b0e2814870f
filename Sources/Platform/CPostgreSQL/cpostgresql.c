#include "cpostgresql.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* libpq's own types and numbers, as its binary interface has had them since version 14. */
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef void (*notice_receiver) (void *argument, const PGresult *result);

enum { CONNECTION_OK = 0 };
enum {
    PGRES_EMPTY_QUERY = 0,
    PGRES_COMMAND_OK = 1,
    PGRES_TUPLES_OK = 2,
    PGRES_PIPELINE_SYNC = 10,
    PGRES_PIPELINE_ABORTED = 11
};

/* Every call of libpq in use: its type, its name, its parameters. */
#define CALLS(CALL)                                                                                  \
    CALL (PGconn *, PQconnectdbParams, (const char *const *, const char *const *, int))              \
    CALL (void, PQfinish, (PGconn *))                                                                \
    CALL (int, PQstatus, (const PGconn *))                                                           \
    CALL (char *, PQerrorMessage, (const PGconn *))                                                  \
    CALL (int, PQsocket, (const PGconn *))                                                           \
    CALL (int, PQserverVersion, (const PGconn *))                                                    \
    CALL (int, PQsetnonblocking, (PGconn *, int))                                                    \
    CALL (notice_receiver, PQsetNoticeReceiver, (PGconn *, notice_receiver, void *))                 \
    CALL (int, PQenterPipelineMode, (PGconn *))                                                      \
    CALL (int, PQpipelineSync, (PGconn *))                                                           \
    CALL (int, PQsendPrepare, (PGconn *, const char *, const char *, int, const uint32_t *))         \
    CALL (int, PQsendQueryPrepared,                                                                  \
          (PGconn *, const char *, int, const char *const *, const int *, const int *, int))         \
    CALL (int, PQflush, (PGconn *))                                                                  \
    CALL (int, PQconsumeInput, (PGconn *))                                                           \
    CALL (int, PQisBusy, (PGconn *))                                                                 \
    CALL (PGresult *, PQgetResult, (PGconn *))                                                       \
    CALL (int, PQresultStatus, (const PGresult *))                                                   \
    CALL (char *, PQresultErrorField, (const PGresult *, int))                                       \
    CALL (char *, PQcmdStatus, (PGresult *))                                                         \
    CALL (int, PQntuples, (const PGresult *))                                                        \
    CALL (int, PQnfields, (const PGresult *))                                                        \
    CALL (int, PQgetisnull, (const PGresult *, int, int))                                            \
    CALL (int, PQgetlength, (const PGresult *, int, int))                                            \
    CALL (char *, PQgetvalue, (const PGresult *, int, int))                                          \
    CALL (void, PQclear, (PGresult *))

#define MEMBER(type, name, parameters) type (*name) parameters;
static struct {
    CALLS (MEMBER)
} pq;

struct cpq_connection {
    PGconn *libpq;
    unsigned warnings;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void load (void)
{
    void *library = dlopen ("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        failure = "libpq.so.5 is not installed: install the package libpq5";
        return;
    }
#define LOOK_UP(type, name, parameters)                                                              \
    *(void **) &pq.name = dlsym (library, #name);                                                    \
    if (!pq.name)                                                                                    \
        failure = "libpq.so.5 has no " #name ": install version 14 or later";
    CALLS (LOOK_UP)
}

const char *cpq_load (void)
{
    pthread_once (&once, load);
    return failure;
}

/* Counts warnings, and prints nothing, as libpq would. */
static void receive_notice (void *argument, const PGresult *result)
{
    const char *state = pq.PQresultErrorField (result, 'C');
    if (state && strcmp (state, "01000") == 0)
        ((cpq_connection *) argument)->warnings++;
}

cpq_connection *cpq_connect (const char *const *keywords, const char *const *values)
{
    cpq_connection *connection = calloc (1, sizeof *connection);
    if (!connection)
        return NULL;
    connection->libpq = pq.PQconnectdbParams (keywords, values, 1);
    if (!connection->libpq) {
        free (connection);
        return NULL;
    }
    pq.PQsetNoticeReceiver (connection->libpq, receive_notice, connection);
    return connection;
}

void cpq_close (cpq_connection *connection)
{
    pq.PQfinish (connection->libpq);
    free (connection);
}

int cpq_is_open (const cpq_connection *connection)
{
    return pq.PQstatus (connection->libpq) == CONNECTION_OK;
}

const char *cpq_error (const cpq_connection *connection)
{
    const char *text = pq.PQerrorMessage (connection->libpq);
    return text ? text : "";
}

int cpq_socket (const cpq_connection *connection)
{
    return pq.PQsocket (connection->libpq);
}

int cpq_server_version (const cpq_connection *connection)
{
    return pq.PQserverVersion (connection->libpq);
}

unsigned cpq_warnings (const cpq_connection *connection)
{
    return connection->warnings;
}

int cpq_begin_pipeline (cpq_connection *connection)
{
    return pq.PQsetnonblocking (connection->libpq, 1) == 0
        && pq.PQenterPipelineMode (connection->libpq) == 1;
}

int cpq_send_prepare (
    cpq_connection *connection, const char *name, const char *sql, int count, const uint32_t *types)
{
    return pq.PQsendPrepare (connection->libpq, name, sql, count, types);
}

int cpq_send_execute (
    cpq_connection *connection, const char *name, int count, const char *const *values,
    const int *lengths, const int *formats)
{
    return pq.PQsendQueryPrepared (connection->libpq, name, count, values, lengths, formats, 1);
}

int cpq_send_sync (cpq_connection *connection)
{
    return pq.PQpipelineSync (connection->libpq);
}

int cpq_flush (cpq_connection *connection)
{
    return pq.PQflush (connection->libpq);
}

int cpq_consume (cpq_connection *connection)
{
    return pq.PQconsumeInput (connection->libpq);
}

int cpq_is_busy (cpq_connection *connection)
{
    return pq.PQisBusy (connection->libpq);
}

cpq_result *cpq_next (cpq_connection *connection)
{
    return (cpq_result *) pq.PQgetResult (connection->libpq);
}

enum cpq_status cpq_status (const cpq_result *result)
{
    switch (pq.PQresultStatus ((const PGresult *) result)) {
    case PGRES_TUPLES_OK:
        return CPQ_ROWS;
    case PGRES_EMPTY_QUERY:
    case PGRES_COMMAND_OK:
        return CPQ_DONE;
    case PGRES_PIPELINE_SYNC:
        return CPQ_SYNC;
    case PGRES_PIPELINE_ABORTED:
        return CPQ_SKIPPED;
    default:
        return CPQ_FAILED;
    }
}

const char *cpq_field (const cpq_result *result, int code)
{
    return pq.PQresultErrorField ((const PGresult *) result, code);
}

const char *cpq_command (cpq_result *result)
{
    const char *text = pq.PQcmdStatus ((PGresult *) result);
    return text ? text : "";
}

int cpq_row_count (const cpq_result *result)
{
    return pq.PQntuples ((const PGresult *) result);
}

int cpq_column_count (const cpq_result *result)
{
    return pq.PQnfields ((const PGresult *) result);
}

const char *cpq_value (const cpq_result *result, int row, int column, int *length)
{
    const PGresult *rows = (const PGresult *) result;
    if (pq.PQgetisnull (rows, row, column))
        return NULL;
    *length = pq.PQgetlength (rows, row, column);
    return pq.PQgetvalue (rows, row, column);
}

void cpq_clear (cpq_result *result)
{
    pq.PQclear ((PGresult *) result);
}
