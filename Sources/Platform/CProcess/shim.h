/* Calls on the process that Swift can't import: one takes what it takes by dots, the others are in a
   header of which its module knows nothing. */

#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <malloc.h>
#include <stddef.h>
#include <sys/prctl.h>

/* Has the kernel write no core file of this process, and let no other one of the same user look into
   its memory. What it starts is not concerned. Returns 0, or -1. */
static inline int cprocess_forbid_dumps (void)
{
    return prctl (PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/* Bytes that the allocator has free, whether the system has lent them or has got them back. */
static inline size_t cprocess_free_heap (void)
{
    return mallinfo2 ().fordblks;
}

/* Gives what the allocator has free back to the system, in whole pages. */
static inline void cprocess_trim_heap (void)
{
    malloc_trim (0);
}

#endif
