/* Keeps libzmq from accepting connections with the last descriptors of the process: at EMFILE its ipc
   listener would end the process, and nothing in its interface says beforehand. */

#ifndef ACCEPTGUARD_H
#define ACCEPTGUARD_H

#include "trafficguard.h"

/* From now on a connection that would get this number, or a greater one, is closed as it is accepted,
   and its listener hears ECONNABORTED: libzmq goes on to the next one, and its monitor tells. 0, as at
   first: none is. For the whole process, from any thread. */
void acceptguard_keep_free_from (int first);

#endif
