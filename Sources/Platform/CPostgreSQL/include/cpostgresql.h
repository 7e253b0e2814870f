/* A connection to PostgreSQL by libpq, which is opened when the first one is made: a process without
   one does not load it, and the build needs neither the library nor its headers. */

#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

#include <stddef.h>
#include <stdint.h>

/* A connection; it belongs to one thread at a time. */
typedef struct cpq_connection cpq_connection;
/* The result of a statement; it belongs to its receiver until cpq_clear. */
typedef struct cpq_result cpq_result;

/* Opens libpq, once for the process. Returns NULL, or the reason of a failure. From any thread. */
const char *cpq_load (void);

/* Connects, by keywords and values up to a NULL; a connection string in "dbname" is expanded. Waits
   for as long as the keyword connect_timeout says. Returns NULL without memory, else a connection that
   may have failed: see cpq_is_open. Only after cpq_load has succeeded, as all that follows. */
cpq_connection *cpq_connect (const char *const *keywords, const char *const *values);
/* Ends a connection and releases it. */
void cpq_close (cpq_connection *connection);

/* Returns whether the connection is open, as far as is known. */
int cpq_is_open (const cpq_connection *connection);
/* Returns the last failure of the connection in words, for people; never NULL. */
const char *cpq_error (const cpq_connection *connection);
/* Returns the socket, or -1. */
int cpq_socket (const cpq_connection *connection);
/* Returns the server's version: 150003 for 15.3. */
int cpq_server_version (const cpq_connection *connection);
/* Returns the number of warnings with SQLSTATE 01000 since the connection began. The server sends one
   if it stopped waiting for the confirmation of a commit by its standbys. */
unsigned cpq_warnings (const cpq_connection *connection);

/* Enters the mode in which statements are sent without waiting for results. Returns 0 on failure, as
   all the calls that follow. */
int cpq_begin_pipeline (cpq_connection *connection);
/* Sends the preparation of a statement. */
int cpq_send_prepare (
    cpq_connection *connection, const char *name, const char *sql, int count, const uint32_t *types);
/* Sends the execution of a prepared statement, with values and results in binary. */
int cpq_send_execute (
    cpq_connection *connection, const char *name, int count, const char *const *values,
    const int *lengths, const int *formats);
/* Sends the end of a group of statements, after which the server replies to all. */
int cpq_send_sync (cpq_connection *connection);
/* Writes all of it that the socket takes. Returns 0 if that is all, 1 if there is more, -1 on failure. */
int cpq_flush (cpq_connection *connection);
/* Reads all that the socket has. */
int cpq_consume (cpq_connection *connection);
/* Returns whether cpq_next would wait for the socket. */
int cpq_is_busy (cpq_connection *connection);
/* Returns the next result, or NULL at the end of those of a statement. */
cpq_result *cpq_next (cpq_connection *connection);

/* The kinds of results. */
enum cpq_status {
    CPQ_ROWS,
    CPQ_DONE,
    CPQ_SYNC,
    CPQ_SKIPPED,
    CPQ_FAILED
};

/* Returns the kind of a result. */
enum cpq_status cpq_status (const cpq_result *result);
/* Returns a field of a failure ('C' the SQLSTATE, 'V' the severity, 'M' the message), or NULL. */
const char *cpq_field (const cpq_result *result, int code);
/* Returns the command that was executed, as "COMMIT"; never NULL. */
const char *cpq_command (cpq_result *result);
/* Returns the number of rows, and of columns. */
int cpq_row_count (const cpq_result *result);
int cpq_column_count (const cpq_result *result);
/* Returns the bytes of a value and their number, or NULL for the NULL of SQL. */
const char *cpq_value (const cpq_result *result, int row, int column, int *length);
/* Releases a result. */
void cpq_clear (cpq_result *result);

#endif
