// Loading the database library creates much garbage at once; limiting the young generation keeps the process from
// holding that memory permanently. All of the portal's caches are bounded, so V8 need not delay collection
// (docs/decisions/005-memory-is-bounded.md).
export const NODE_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=256', '--expose-gc']

// For glibc: large blocks (a decoded picture, a hash's memory, a page of a hundred cards) are returned to the system
// once freed, and leave no holes between long-lived ones. By default glibc raises the threshold to the largest block
// seen and keeps such blocks in one arena per thread. Do not go below 64 KB, which every socket read allocates.
export const MALLOC = { MALLOC_MMAP_THRESHOLD_: '98304', MALLOC_ARENA_MAX: '2' }
