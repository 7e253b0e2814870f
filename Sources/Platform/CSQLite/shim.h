/* The call of SQLite that Swift can't import, as it takes what it takes by dots. */

#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/* Has a connection expect the worst of its file: nothing that a schema says is run (triggers, views,
   functions of its expressions), no extension is loaded, and neither the schema nor what SQLite keeps
   for itself can be written past it. Returns the first failure, or SQLITE_OK. */
static inline int csqlite_distrust (sqlite3 *db)
{
    const int settings[][2] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},  {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},      {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
        {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
    };
    for (unsigned index = 0; index < sizeof settings / sizeof settings[0]; index++) {
        int result = sqlite3_db_config (db, settings[index][0], settings[index][1], (int *) 0);
        if (result != SQLITE_OK)
            return result;
    }
    return SQLITE_OK;
}

/* Has a connection take a text in double quotes for a name alone. Returns the first failure, or SQLITE_OK. */
static inline int csqlite_no_quoted_literals (sqlite3 *db)
{
    int result = sqlite3_db_config (db, SQLITE_DBCONFIG_DQS_DDL, 0, (int *) 0);
    return result != SQLITE_OK ? result : sqlite3_db_config (db, SQLITE_DBCONFIG_DQS_DML, 0, (int *) 0);
}

/* Has a connection leave the write-ahead log as it is when it is closed, as the last one, too. Returns
   the failure, or SQLITE_OK. */
static inline int csqlite_keep_log (sqlite3 *db)
{
    return sqlite3_db_config (db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *) 0);
}

#endif
