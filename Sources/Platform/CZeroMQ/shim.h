/* What the Swift binding takes from C: libzmq, and the few calls of Linux that the Glibc module
   does not show or that Swift can't import. */

#ifndef CZEROMQ_SHIM_H
#define CZEROMQ_SHIM_H

#include <errno.h>
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

#endif
