/* What the Swift binding takes from C: libzmq, and the few calls of Linux that the Glibc module
   does not show or that Swift can't import. */

#ifndef CZEROMQ_SHIM_H
#define CZEROMQ_SHIM_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <zmq.h>

/* Option 93 works in the stable library, but its header names it for draft builds only. */
#ifndef ZMQ_ZAP_ENFORCE_DOMAIN
#define ZMQ_ZAP_ENFORCE_DOMAIN 93
#endif

/* libzmq's own errno values are sums of macros, which Swift does not import. */
static const int czmq_efsm = EFSM;
static const int czmq_enocompatproto = ENOCOMPATPROTO;
static const int czmq_eterm = ETERM;
static const int czmq_emthread = EMTHREAD;

/* Names the calling thread as debuggers and `ps -L` show it; 15 bytes count. */
static inline void czmq_name_thread (const char *name)
{
    (void) prctl (PR_SET_NAME, name, 0, 0, 0);
}

/* Tell the thread sanitizer that what one thread did before `released` happened before what
   another does after `acquired`, by the same address. It cannot see this itself where the
   ordering is made by code that it did not instrument (libzmq, Synchronization.Mutex).
   Without the sanitizer the symbols are absent, and these cost one test of a null pointer. */
extern void __tsan_acquire (void *address) __attribute__ ((weak));
extern void __tsan_release (void *address) __attribute__ ((weak));

static inline void czmq_order_acquired (const void *address)
{
    if (__tsan_acquire)
        __tsan_acquire ((void *) address);
}

static inline void czmq_order_released (const void *address)
{
    if (__tsan_release)
        __tsan_release ((void *) address);
}

#endif
