/* Frame buffers for libcamera where the kernel has neither /dev/udmabuf nor a dma-heap: the memfd
 * that libcamera wants to turn into a dma-buf is handed back as it is.  For tests only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static int opened(const char *path) {
    if (strcmp(path, "/dev/udmabuf") != 0) return -1;
    return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open"))("/dev/null", O_RDWR);
}

#define OPEN(name)                                                                     \
    int name(const char *path, int flags, ...) {                                       \
        int fd = opened(path);                                                         \
        if (fd >= 0) return fd;                                                        \
        va_list rest;                                                                  \
        va_start(rest, flags);                                                         \
        int mode = va_arg(rest, int);                                                  \
        va_end(rest);                                                                  \
        return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name))(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

int ioctl(int fd, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (request == UDMABUF_CREATE)
        return dup(((struct udmabuf_create *)argument)->memfd);
    return ((int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl"))(fd, request, argument);
}
