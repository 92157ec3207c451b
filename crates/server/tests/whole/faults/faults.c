// Fails the writes and syncs of the files whose names begin with FAULTS_FILE, as the memory in FAULTS_CONTROL says.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    atomic_int countdown; // the next fault comes with the so-manyeth operation; none at 0
    atomic_int error;     // what it says
    atomic_int lasting;   // whether everything fails from then on
    atomic_int after;     // whether the operation is carried out all the same
    atomic_int struck;    // how often it has come
} *control;
static const char *file;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("FAULTS_CONTROL");
    file = getenv("FAULTS_FILE");
    int fd = name && file ? open(name, O_RDWR) : -1;
    if (fd < 0) return;
    void *memory = mmap(0, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory != MAP_FAILED) control = memory;
    close(fd);
}

static int watched(int fd) {
    struct stat found;
    char link[64], name[4096];
    if (!control || fstat(fd, &found) || !S_ISREG(found.st_mode)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, name, sizeof name - 1);
    if (length < 0) return 0;
    name[length] = 0;
    return !strncmp(name, file, strlen(file));
}

// What this operation fails with, if it does.
static int fault(int fd) {
    int kept = errno, error = 0;
    if (watched(fd)) {
        int left = atomic_load(&control->countdown);
        if (atomic_load(&control->lasting) && atomic_load(&control->struck)) left = 1;
        else if (left > 0) atomic_store(&control->countdown, left - 1);
        if (left == 1) {
            atomic_fetch_add(&control->struck, 1);
            error = atomic_load(&control->error);
        }
    }
    errno = kept;
    return error;
}

static int all_the_same(void) { return atomic_load(&control->after); }

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

// A disk that is full takes a part; one that is broken may have taken all.
#define PART(size) (error == ENOSPC ? (size) / 2 : (size))

ssize_t write(int fd, const void *from, size_t size) {
    int error = fault(fd);
    if (!error) return REAL(write)(fd, from, size);
    if (all_the_same()) REAL(write)(fd, from, PART(size));
    errno = error;
    return -1;
}

#define AT(name, offset_type)                                                \
    ssize_t name(int fd, const void *from, size_t size, offset_type where) { \
        int error = fault(fd);                                               \
        if (!error) return REAL(name)(fd, from, size, where);                \
        if (all_the_same()) REAL(name)(fd, from, PART(size), where);         \
        errno = error;                                                       \
        return -1;                                                           \
    }
AT(pwrite, off_t)
AT(pwrite64, off64_t)

#define SYNC(name)                            \
    int name(int fd) {                        \
        int error = fault(fd);                \
        if (!error) return REAL(name)(fd);    \
        if (all_the_same()) REAL(name)(fd);   \
        errno = error;                        \
        return -1;                            \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name, offset_type)                 \
    int name(int fd, offset_type size) {            \
        int error = fault(fd);                      \
        if (!error) return REAL(name)(fd, size);    \
        if (all_the_same()) REAL(name)(fd, size);   \
        errno = error;                              \
        return -1;                                  \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)
