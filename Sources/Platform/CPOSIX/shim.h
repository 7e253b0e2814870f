/* Calls of Linux that Swift can't import: some take what they take by dots, the others are in headers
   of which its module knows nothing. */

#ifndef CPOSIX_SHIM_H
#define CPOSIX_SHIM_H

#include <malloc.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

/* Has the kernel write no core file of this process, and let no other one of the same user look into
   its memory. What it starts is not concerned. Returns 0, or -1. */
static inline int cposix_forbid_dumps (void)
{
    return prctl (PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/* Bytes that the allocator has free, whether the system has lent them or has got them back. */
static inline size_t cposix_free_heap (void)
{
    return mallinfo2 ().fordblks;
}

/* Gives what the allocator has free back to the system, in whole pages. */
static inline void cposix_trim_heap (void)
{
    malloc_trim (0);
}

/* Of spawn.h, which declares it to GNU programs alone. */
extern int posix_spawn_file_actions_addclosefrom_np (posix_spawn_file_actions_t *actions, int first);

/* Has a process that is started with these actions inherit no descriptor from `first` on. Returns 0, or
   the number of an error. */
static inline int cposix_close_from (posix_spawn_file_actions_t *actions, int first)
{
    return posix_spawn_file_actions_addclosefrom_np (actions, first);
}

/* Names the calling thread as debuggers and `ps -L` show it; 15 bytes count. */
static inline void cposix_name_thread (const char *name)
{
    (void) prctl (PR_SET_NAME, name, 0, 0, 0);
}

/* Tell the thread sanitizer that what one thread did before `released` happened before what
   another does after `acquired`, by the same address. It cannot see this itself where the
   ordering is made by code that it did not instrument (libzmq, Synchronization.Mutex).
   Without the sanitizer the symbols are absent, and these cost one test of a null pointer. */
extern void __tsan_acquire (void *address) __attribute__ ((weak));
extern void __tsan_release (void *address) __attribute__ ((weak));

static inline void cposix_order_acquired (const void *address)
{
    if (__tsan_acquire)
        __tsan_acquire ((void *) address);
}

static inline void cposix_order_released (const void *address)
{
    if (__tsan_release)
        __tsan_release ((void *) address);
}

#endif
