// Loading the database library creates much garbage at once. Limiting the young generation prevents the process from
// holding that memory permanently. All caches of the portal are bounded, so V8 need not delay collection
// (docs/decisions/005-memory-is-bounded.md).
export const NODE_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=256', '--expose-gc']

// These settings are for glibc. It returns large blocks (a decoded picture, a hash's memory, a page of a hundred cards)
// to the system once they are freed, so that they leave no holes between long-lived blocks. By default, glibc raises
// the threshold to the largest block seen and reuses such blocks within one arena per thread. Do not go below 64 KB,
// which every socket read allocates.
export const MALLOC = { MALLOC_MMAP_THRESHOLD_: '98304', MALLOC_ARENA_MAX: '2' }
