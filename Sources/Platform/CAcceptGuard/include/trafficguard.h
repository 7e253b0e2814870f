/* Bounds what connections can make libzmq keep, which it does not: a message is handed over when its
   last frame has come, and one that has none grows without end. So the bytes are counted in the call
   that brings them, for each connection that was accepted since `trafficguard_start`, against the
   messages that its owner says it has got. Beyond its limit a connection reads as hung up.

   A connection may keep as much as all of them leave of the budget, or `least` if that is more: one
   alone has half of the budget, and many have little each. Counted is what libzmq takes: 64 bytes for a
   frame, its bytes, and the buffer that they were read into, in which it leaves them. Commands of the
   protocol are not kept, and not counted, nor is a handshake; where commands are encrypted, and so can't be told from messages,
   one frame as short as a heartbeat is not, every two seconds. */

#ifndef TRAFFICGUARD_H
#define TRAFFICGUARD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The other end of a connection, as the kernel saw it when it connected. */
struct trafficguard_peer {
    bool is_local;
    uid_t uid;
    pid_t pid;
    /* The numeric IP address, or empty. */
    char address[64];
};

/* A connection that something is to be done about. */
struct trafficguard_finding {
    int descriptor;
    /* It has kept something for long, and got nothing finished; else: it does not read. */
    bool is_unfinished;
};

/* From now on accepted connections are counted, up to this number of a descriptor. Idempotent; the first
   call decides. From any thread, as all of these. */
void trafficguard_start (int64_t budget, int64_t least, int descriptors);

/* Returns whether another connection that is encrypted may be accepted now. Where thousands come at once
   each handshake takes its turns with all others, and if all are begun none is done before its time is
   over: so most have to wait until they are accepted. */
bool trafficguard_may_accept (void);

/* None may: those who wait for this listener are not told of until one may. Without it a thread of libzmq
   would be told of them all the time. */
void trafficguard_mute (int listener);

/* The system has no descriptor for a connection: those who wait for this listener are not told of any for
   10 ms, or until a handshake ends. */
void trafficguard_pause (int listener);

/* The calling thread begins another turn with all that has come. In each it reads of a few handshakes
   alone, where many are under way, and of the others later: what they cost is not for those to wait for
   who are connected. A thread that never calls it has no turns. */
void trafficguard_begin_turn (void);

/* A connection was accepted. Returns whether it can be counted. */
bool trafficguard_accepted (int descriptor);

/* A message of one frame was handed over. */
void trafficguard_delivered (int descriptor);

/* The connection on a descriptor has ended: this one, not another that has got the number since. */
void trafficguard_ended (int descriptor, uint64_t inode);

/* Takes the last connection on a descriptor that was hung up because it was beyond its limit; false if
   there is none. */
bool trafficguard_take_cut (int descriptor, struct trafficguard_peer *peer);

/* Looks at all connections; returns how many are written to `findings`, at most `room`. Called again and
   again, it finds those that have stood still for more than `calls` calls: they read nothing of what waits
   for them, or keep something unfinished while all together keep more than half of the budget. */
int trafficguard_sweep (int calls, struct trafficguard_finding *findings, int room);

/* Bytes that are kept for all connections, as counted. */
int64_t trafficguard_kept (void);

#endif
