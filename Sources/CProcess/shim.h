/* A call of Linux that Swift can't import, as it takes what it takes by dots. */

#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <sys/prctl.h>

/* Has the kernel write no core file of this process, and let no other one of the same user look into
   its memory. What it starts is not concerned. Returns 0, or -1. */
static inline int cprocess_forbid_dumps (void)
{
    return prctl (PR_SET_DUMPABLE, 0, 0, 0, 0);
}

#endif
