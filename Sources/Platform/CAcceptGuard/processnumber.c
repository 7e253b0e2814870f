#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int number = 0;

static void find_number (void)
{
    atomic_store_explicit (&number, (int) syscall (SYS_getpid), memory_order_relaxed);
}

/* Before main, and before any child that shares this memory. */
__attribute__ ((constructor)) static void begin (void)
{
    find_number ();
    pthread_atfork (NULL, NULL, find_number);
}

/* In the place of the C library's: shared libraries find the program's first. libzmq asks before each look at
   a queue whether a fork has come in between, by a system call each time: nine for one change. */
pid_t getpid (void)
{
    int known = atomic_load_explicit (&number, memory_order_relaxed);
    return known != 0 ? known : (pid_t) syscall (SYS_getpid);
}
