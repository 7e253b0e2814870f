/* The library that libzmq encrypts with: for the feed, and for clients that no library would be. */

#ifndef CSODIUM_SHIM_H
#define CSODIUM_SHIM_H

#include <sodium.h>

#endif
