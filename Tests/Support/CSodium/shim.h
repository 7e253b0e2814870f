/* What CURVE is made of, for clients that no library would be: libsodium. */

#ifndef CSODIUM_SHIM_H
#define CSODIUM_SHIM_H

#include <sodium.h>

#endif
