#define _GNU_SOURCE
#include "acceptguard.h"
#include "trafficguard.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int first_kept = 0;

void acceptguard_keep_free_from (int first)
{
    atomic_store_explicit (&first_kept, first, memory_order_relaxed);
}

static bool is_local (int listener)
{
    int domain = AF_UNIX;
    socklen_t length = sizeof domain;
    getsockopt (listener, SOL_SOCKET, SO_DOMAIN, &domain, &length);
    return domain == AF_UNIX;
}

/* In the place of the C library's: shared libraries find the program's first. The kernel gives the
   lowest number that is free, so a number below `first` says that those above are not needed yet. */
int accept4 (
    int listener, __SOCKADDR_ARG address, socklen_t *restrict length, int flags)
{
    if (!trafficguard_may_accept () && !is_local (listener)) {
        trafficguard_mute (listener);
        errno = EAGAIN;
        return -1;
    }
    int accepted =
        (int) syscall (SYS_accept4, listener, address.__sockaddr__, length, flags);
    int first = atomic_load_explicit (&first_kept, memory_order_relaxed);
    if ((first != 0 && accepted >= first) || (accepted >= 0 && !trafficguard_accepted (accepted))) {
        close (accepted);
        errno = ECONNABORTED;
        return -1;
    }
    /* Others hold what was kept: the connection waits in the listener until something is free. */
    if (first != 0 && accepted < 0 && errno == EMFILE) {
        trafficguard_pause (listener);
        errno = EAGAIN;
    }
    return accepted;
}
