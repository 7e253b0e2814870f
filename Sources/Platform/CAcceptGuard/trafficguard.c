#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include "trafficguard.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* ZMTP 3 (ZeroMQ RFC 23); libzmq lets no older peer pass where ZAP is asked. */
enum {
    greeting_length = 64,
    flag_more = 1,
    flag_long = 2,
    flag_command = 4,
    longest_header = 9,
};

/* The memory that libzmq 4.3.4 takes beside a frame's bytes: its slot in the queue; and the buffer that frames of
   more than 33 bytes are left in, which one read fills. What was encrypted is opened in its place. */
enum {
    frame_cost = 64,
    buffer_cost = 8192,
    longest_inline = 33,
};

/* The introduction of a client that encrypts, before any message: two commands, of about 200 and
   400 bytes. libzmq has done with each when it has come whole. */
enum {
    handshake_frames = 2,
    longest_handshake = 1024,
};

/* Handshakes that are under way at once; the nanoseconds after which another is begun although none of
   them ends, so that who begins many and ends none keeps nobody out; and the steps of handshakes, up to a
   third of a millisecond each, in one turn of a thread that has others to serve. The wait is the interval
   in milliseconds. */
enum {
    handshakes_at_once = 64,
    handshake_interval = 10000000,
    longest_wait = 10,
    steps_a_turn = 2,
};

/* Listeners; those beyond are told of all the time. */
enum { most_listeners = 64 };

/* Heartbeats, encrypted: so long at most, with the context that a ping may have; one in so many seconds,
   and as many at once as are due in so many. */
enum {
    longest_command = 56,
    command_interval = 2,
    command_burst = 16,
};

struct connection {
    pthread_mutex_t lock;
    /* True while it stands, as far as one has heard. */
    bool is_counted;
    ino_t inode;
    struct trafficguard_peer peer;
    /* The bytes kept for it, and the frames of that which are complete. */
    int64_t kept, frames;
    /* The stream: what is to come of the greeting, of a header, of a frame's body. */
    unsigned greeting_rest;
    unsigned char header[longest_header];
    unsigned header_length;
    uint64_t body_rest;
    bool is_body_kept;
    /* The frames of the handshake that are to come; 0 for one that is not encrypted. */
    unsigned handshake_rest;
    /* The time when as many encrypted commands as have come are due, in seconds. */
    time_t commands_due;
    /* Sweeps since something was delivered, and since it took something of what waits for it. */
    int unfinished_sweeps, unread_sweeps;
    /* True if something was written since the last sweep, and whether that may still be unread. */
    bool is_written, may_be_unread;
    /* The last one with this number that was hung up. */
    bool has_cut;
    struct trafficguard_peer cut;
};

static struct connection *_Atomic *connections = NULL;
static atomic_int capacity = 0;
static atomic_int highest = 0;
static int64_t budget, least;
static atomic_llong total = 0;
/* Handshakes under way, and the time in nanoseconds when another is begun however many there are, or when a
   listener without a descriptor is heard again. */
static atomic_int handshakes = 0;
static atomic_llong handshake_due = 0;
/* The listeners that libzmq waits for, and how. */
struct listener {
    atomic_int descriptor;
    int poller;
    struct epoll_event event;
    bool is_muted;
};
static struct listener listeners[most_listeners];
static atomic_int listener_count = 0;
static atomic_int muted = 0;
static pthread_mutex_t listening = PTHREAD_MUTEX_INITIALIZER;
/* The steps of the calling thread in this turn; -1 where it has no turns. */
static _Thread_local int steps = -1;
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

void trafficguard_start (int64_t bytes, int64_t least_bytes, int descriptors)
{
    pthread_mutex_lock (&starting);
    if (connections == NULL && descriptors > 0) {
        connections = calloc ((size_t) descriptors, sizeof *connections);
        budget = bytes;
        least = least_bytes;
        if (connections != NULL)
            atomic_store_explicit (&capacity, descriptors, memory_order_release);
    }
    pthread_mutex_unlock (&starting);
}

static struct connection *at (int descriptor)
{
    if (descriptor < 0 || descriptor >= atomic_load_explicit (&capacity, memory_order_acquire))
        return NULL;
    return atomic_load_explicit (&connections[descriptor], memory_order_acquire);
}

/* The connection on a descriptor, locked; NULL where none is counted. */
static struct connection *hold (int descriptor)
{
    struct connection *connection = at (descriptor);
    if (connection == NULL)
        return NULL;
    pthread_mutex_lock (&connection->lock);
    if (connection->is_counted)
        return connection;
    pthread_mutex_unlock (&connection->lock);
    return NULL;
}

static void keep (struct connection *connection, int64_t bytes)
{
    connection->kept += bytes;
    atomic_fetch_add_explicit (&total, bytes, memory_order_relaxed);
}

/* Has a poller tell of a listener, or not; with the lock held. */
static void set_muted (struct listener *listener, bool is_muted)
{
    struct epoll_event event = listener->event;
    if (listener->is_muted == is_muted)
        return;
    if (is_muted)
        event.events = 0;
    int descriptor = atomic_load (&listener->descriptor);
    syscall (SYS_epoll_ctl, listener->poller, EPOLL_CTL_MOD, descriptor, &event);
    listener->is_muted = is_muted;
    atomic_fetch_add (&muted, is_muted ? 1 : -1);
}

static void unmute_all (void)
{
    pthread_mutex_lock (&listening);
    int count = atomic_load (&listener_count);
    for (int index = 0; index < count; index++)
        set_muted (&listeners[index], false);
    pthread_mutex_unlock (&listening);
}

/* The place of a listener; -1 where it has none. */
static int index_of (int descriptor)
{
    int count = atomic_load_explicit (&listener_count, memory_order_acquire);
    for (int index = 0; index < count; index++)
        if (atomic_load_explicit (&listeners[index].descriptor, memory_order_relaxed) == descriptor)
            return index;
    return -1;
}

static void mute (int descriptor)
{
    pthread_mutex_lock (&listening);
    int index = index_of (descriptor);
    if (index >= 0)
        set_muted (&listeners[index], true);
    pthread_mutex_unlock (&listening);
}

void trafficguard_mute (int descriptor)
{
    mute (descriptor);
    // One may have ended before it was muted.
    if (atomic_load (&handshakes) < handshakes_at_once)
        unmute_all ();
}

/* Forgets a listener that is closed, or waited for no more. */
static void forget_listener (int descriptor)
{
    if (index_of (descriptor) < 0)
        return;
    pthread_mutex_lock (&listening);
    int index = index_of (descriptor);
    if (index >= 0) {
        set_muted (&listeners[index], false);
        atomic_store (&listeners[index].descriptor, -1);
    }
    pthread_mutex_unlock (&listening);
}

static void note_listener (int poller, int descriptor, struct epoll_event event)
{
    pthread_mutex_lock (&listening);
    int index = index_of (descriptor);
    if (index < 0)
        index = index_of (-1);
    int count = atomic_load (&listener_count);
    if (index < 0 && count < most_listeners)
        index = count;
    if (index >= 0) {
        struct listener *listener = &listeners[index];
        set_muted (listener, false);
        listener->poller = poller;
        listener->event = event;
        atomic_store (&listener->descriptor, descriptor);
        if (index == count)
            atomic_store_explicit (&listener_count, count + 1, memory_order_release);
    }
    pthread_mutex_unlock (&listening);
}

static bool is_listener (int descriptor)
{
    int is_listening = 0;
    socklen_t length = sizeof is_listening;
    return getsockopt (descriptor, SOL_SOCKET, SO_ACCEPTCONN, &is_listening, &length) == 0
        && is_listening;
}

static void end_handshake (struct connection *connection)
{
    if (connection->handshake_rest == 0)
        return;
    connection->handshake_rest = 0;
    if (atomic_fetch_sub (&handshakes, 1) <= handshakes_at_once && atomic_load (&muted) > 0)
        unmute_all ();
}

static void forget (struct connection *connection)
{
    end_handshake (connection);
    keep (connection, -connection->kept);
    connection->frames = 0;
    connection->is_counted = false;
}

static bool inode_of (int descriptor, ino_t *inode)
{
    struct stat status;
    if (fstat (descriptor, &status) != 0)
        return false;
    *inode = status.st_ino;
    return true;
}

static time_t seconds (void)
{
    struct timespec now;
    clock_gettime (CLOCK_MONOTONIC_COARSE, &now);
    return now.tv_sec;
}

static long long nanoseconds (void)
{
    struct timespec now;
    clock_gettime (CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

bool trafficguard_may_accept (void)
{
    if (atomic_load_explicit (&handshakes, memory_order_relaxed) < handshakes_at_once)
        return true;
    long long now = nanoseconds ();
    long long due = atomic_load_explicit (&handshake_due, memory_order_relaxed);
    return now >= due
        && atomic_compare_exchange_strong (&handshake_due, &due, now + handshake_interval);
}

void trafficguard_pause (int listener)
{
    atomic_store_explicit (
        &handshake_due, nanoseconds () + handshake_interval, memory_order_relaxed);
    mute (listener);
}

static void look_at_peer (int descriptor, struct trafficguard_peer *peer)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    struct ucred credentials;
    socklen_t size = sizeof credentials;

    memset (peer, 0, sizeof *peer);
    memset (&address, 0, sizeof address);
    if (getpeername (descriptor, (struct sockaddr *) &address, &length) != 0)
        address.ss_family = AF_UNIX;
    switch (address.ss_family) {
    case AF_INET:
        inet_ntop (AF_INET, &((struct sockaddr_in *) &address)->sin_addr, peer->address,
                   sizeof peer->address);
        return;
    case AF_INET6:
        inet_ntop (AF_INET6, &((struct sockaddr_in6 *) &address)->sin6_addr, peer->address,
                   sizeof peer->address);
        return;
    default:
        if (getsockopt (descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0) {
            peer->is_local = true;
            peer->uid = credentials.uid;
            peer->pid = credentials.pid;
        }
    }
}

/* The place of a descriptor, made the first time; NULL without memory for it. */
static struct connection *place (int descriptor)
{
    struct connection *connection = at (descriptor);
    if (connection != NULL)
        return connection;
    connection = calloc (1, sizeof *connection);
    if (connection == NULL)
        return NULL;
    pthread_mutex_init (&connection->lock, NULL);
    struct connection *none = NULL;
    if (atomic_compare_exchange_strong (&connections[descriptor], &none, connection)) {
        int known = atomic_load (&highest);
        while (known < descriptor
               && !atomic_compare_exchange_weak (&highest, &known, descriptor)) {}
        return connection;
    }
    pthread_mutex_destroy (&connection->lock);
    free (connection);
    return none;
}

bool trafficguard_accepted (int descriptor)
{
    int limit = atomic_load_explicit (&capacity, memory_order_acquire);
    if (limit == 0)
        return true;
    struct connection *connection;
    if (descriptor < 0 || descriptor >= limit || (connection = place (descriptor)) == NULL)
        return false;

    struct trafficguard_peer peer;
    look_at_peer (descriptor, &peer);
    pthread_mutex_lock (&connection->lock);
    // Nobody may have told yet that the one before has ended.
    forget (connection);
    connection->is_counted = inode_of (descriptor, &connection->inode);
    connection->peer = peer;
    connection->greeting_rest = greeting_length;
    connection->header_length = 0;
    connection->body_rest = 0;
    if (connection->is_counted && !peer.is_local) {
        connection->handshake_rest = handshake_frames;
        atomic_fetch_add (&handshakes, 1);
    }
    connection->commands_due = 0;
    connection->unfinished_sweeps = connection->unread_sweeps = 0;
    connection->is_written = connection->may_be_unread = false;
    bool is_counted = connection->is_counted;
    pthread_mutex_unlock (&connection->lock);
    return is_counted;
}

/* Tells whether a short encrypted frame passes for a command. */
static bool take_command (struct connection *connection)
{
    time_t now = seconds ();
    if (connection->commands_due < now)
        connection->commands_due = now;
    if (connection->commands_due - now >= command_burst)
        return false;
    connection->commands_due += command_interval;
    return true;
}

/* A frame begins: whether it is kept until its message is delivered. */
static bool begin_frame (struct connection *connection, uint64_t length)
{
    unsigned char flags = connection->header[0];
    if (connection->handshake_rest > 0) {
        if (connection->handshake_rest == 1)
            end_handshake (connection);
        else
            connection->handshake_rest--;
        return length > longest_handshake;
    }
    if (!connection->peer.is_local)
        return length > longest_command || !take_command (connection);
    // A subscription that says that more frames follow is kept like a message.
    return !(flags & flag_command) || flags & flag_more;
}

/* Counts what has come. */
static void count (struct connection *connection, const unsigned char *bytes, size_t length)
{
    int64_t cost = 0;
    bool is_buffer_kept = false;
    while (length > 0) {
        if (connection->greeting_rest > 0) {
            size_t part = length < connection->greeting_rest ? length : connection->greeting_rest;
            connection->greeting_rest -= (unsigned) part;
            bytes += part;
            length -= part;
        } else if (connection->body_rest > 0) {
            uint64_t rest = connection->body_rest;
            size_t part = length < rest ? length : (size_t) rest;
            if (connection->is_body_kept)
                cost += (int64_t) part;
            connection->body_rest -= part;
            bytes += part;
            length -= part;
        } else {
            connection->header[connection->header_length++] = *bytes++;
            length--;
            unsigned size = connection->header[0] & flag_long ? longest_header : 2;
            if (connection->header_length < size)
                continue;
            uint64_t body = 0;
            for (unsigned index = 1; index < size; index++)
                body = body << 8 | connection->header[index];
            connection->header_length = 0;
            connection->body_rest = body;
            connection->is_body_kept = begin_frame (connection, body);
            if (!connection->is_body_kept)
                continue;
            cost += frame_cost;
            connection->frames++;
            // One that has not come whole gets memory of its own.
            if (body > longest_inline && body <= length)
                is_buffer_kept = true;
        }
    }
    if (is_buffer_kept && cost < buffer_cost)
        cost += buffer_cost;
    keep (connection, cost);
}

/* Tells whether a connection is still the one that was accepted; else it is counted no more. */
static bool is_same (struct connection *connection, int descriptor)
{
    ino_t inode;
    if (inode_of (descriptor, &inode) && inode == connection->inode)
        return true;
    forget (connection);
    return false;
}

/* Counts what has come by a connection; false if it has to hang up. */
static bool may_keep (int descriptor, const void *bytes, size_t length)
{
    struct connection *connection = hold (descriptor);
    if (connection == NULL)
        return true;
    count (connection, bytes, length);
    bool is_good = true;
    int64_t left = budget - atomic_load_explicit (&total, memory_order_relaxed);
    if (connection->kept > least && connection->kept > left
        && is_same (connection, descriptor)) {
        forget (connection);
        connection->cut = connection->peer;
        connection->has_cut = true;
        is_good = false;
    }
    pthread_mutex_unlock (&connection->lock);
    return is_good;
}

void trafficguard_delivered (int descriptor)
{
    struct connection *connection = hold (descriptor);
    if (connection == NULL)
        return;
    connection->unfinished_sweeps = 0;
    // Their costs are not noted one by one: the average goes, and with the last one all.
    if (connection->frames > 0) {
        keep (connection, -(connection->kept / connection->frames));
        connection->frames--;
    }
    pthread_mutex_unlock (&connection->lock);
}

void trafficguard_ended (int descriptor, uint64_t inode)
{
    struct connection *connection = hold (descriptor);
    if (connection == NULL)
        return;
    if (connection->inode == (ino_t) inode)
        forget (connection);
    pthread_mutex_unlock (&connection->lock);
}

bool trafficguard_take_cut (int descriptor, struct trafficguard_peer *peer)
{
    struct connection *connection = at (descriptor);
    if (connection == NULL)
        return false;
    pthread_mutex_lock (&connection->lock);
    bool has_cut = connection->has_cut;
    connection->has_cut = false;
    if (has_cut)
        *peer = connection->cut;
    pthread_mutex_unlock (&connection->lock);
    return has_cut;
}

/* Tells whether so much that a peer has not read stands in the system that no more is taken. */
static bool is_full (int descriptor)
{
    struct pollfd waiting = {.fd = descriptor, .events = POLLOUT};
    return poll (&waiting, 1, 0) == 0;
}

/* Looks at what was written to a connection. */
static void look_at_written (struct connection *connection, int descriptor)
{
    // libzmq writes no more until the system has room: that nothing is written says nothing by itself.
    if (connection->is_written || !connection->may_be_unread || !is_full (descriptor)) {
        connection->may_be_unread = connection->is_written;
        connection->is_written = false;
        connection->unread_sweeps = 0;
    } else {
        connection->unread_sweeps++;
    }
}

int trafficguard_sweep (int calls, struct trafficguard_finding *findings, int room)
{
    int found = 0;
    int last = atomic_load (&highest);
    bool is_crowded = atomic_load_explicit (&total, memory_order_relaxed) > budget / 2;
    for (int descriptor = 0; descriptor <= last && found < room; descriptor++) {
        struct connection *connection = hold (descriptor);
        if (connection == NULL)
            continue;
        // One of which nobody could tell that it has ended keeps nothing.
        if (connection->kept > 0 && !is_same (connection, descriptor)) {
            pthread_mutex_unlock (&connection->lock);
            continue;
        }
        connection->unfinished_sweeps = connection->kept > 0 ? connection->unfinished_sweeps + 1 : 0;
        look_at_written (connection, descriptor);
        bool is_unfinished = is_crowded && connection->unfinished_sweeps > calls;
        bool is_unread = connection->unread_sweeps > calls;
        if ((is_unfinished || is_unread) && is_same (connection, descriptor)) {
            findings[found].descriptor = descriptor;
            findings[found].is_unfinished = is_unfinished;
            found++;
            connection->unfinished_sweeps = connection->unread_sweeps = 0;
        }
        pthread_mutex_unlock (&connection->lock);
    }
    return found;
}

int64_t trafficguard_kept (void)
{
    return atomic_load_explicit (&total, memory_order_relaxed);
}

void trafficguard_begin_turn (void)
{
    steps = 0;
}

/* Tells whether what has come by a connection is read in this turn. */
static bool is_its_turn (int descriptor)
{
    if (steps < 0 || atomic_load_explicit (&handshakes, memory_order_relaxed) <= steps_a_turn)
        return true;
    struct connection *connection = hold (descriptor);
    if (connection == NULL)
        return true;
    bool is_handshake = connection->handshake_rest > 0;
    pthread_mutex_unlock (&connection->lock);
    return !is_handshake || steps++ < steps_a_turn;
}

/* In the place of the C library's, as those below: shared libraries find the program's first. */
int epoll_wait (int descriptor, struct epoll_event *events, int room, int timeout)
{
    trafficguard_begin_turn ();
    // Who waits for a listener that is muted is told of when the next may be accepted for its time alone.
    if (atomic_load_explicit (&muted, memory_order_relaxed) > 0) {
        if (nanoseconds () >= atomic_load_explicit (&handshake_due, memory_order_relaxed))
            unmute_all ();
        else if (timeout < 0 || timeout > longest_wait)
            timeout = longest_wait;
    }
    return (int) syscall (SYS_epoll_pwait, descriptor, events, room, timeout, NULL, NSIG / 8);
}

int epoll_ctl (int poller, int operation, int descriptor, struct epoll_event *event)
{
    int result = (int) syscall (SYS_epoll_ctl, poller, operation, descriptor, event);
    if (result != 0)
        return result;
    if (operation == EPOLL_CTL_DEL)
        forget_listener (descriptor);
    else if (operation == EPOLL_CTL_ADD ? is_listener (descriptor) : index_of (descriptor) >= 0)
        note_listener (poller, descriptor, *event);
    return result;
}

int close (int descriptor)
{
    forget_listener (descriptor);
    struct connection *connection = hold (descriptor);
    if (connection != NULL) {
        forget (connection);
        pthread_mutex_unlock (&connection->lock);
    }
    return (int) syscall (SYS_close, descriptor);
}

ssize_t recv (int descriptor, void *buffer, size_t length, int flags)
{
    if (!is_its_turn (descriptor)) {
        errno = EAGAIN;
        return -1;
    }
    ssize_t received = syscall (SYS_recvfrom, descriptor, buffer, length, flags, NULL, NULL);
    if (received <= 0 || flags & MSG_PEEK || may_keep (descriptor, buffer, (size_t) received))
        return received;
    return 0;
}

ssize_t send (int descriptor, const void *bytes, size_t length, int flags)
{
    ssize_t sent = syscall (SYS_sendto, descriptor, bytes, length, flags, NULL, 0);
    if (sent <= 0)
        return sent;
    struct connection *connection = hold (descriptor);
    if (connection != NULL) {
        connection->is_written = true;
        pthread_mutex_unlock (&connection->lock);
    }
    return sent;
}
