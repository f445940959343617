// Loading the database library makes much garbage at once; a bounded young generation keeps it from becoming memory that
// the process holds for good. All that the portal keeps is bounded, so V8 need not put off collecting what it does not
// (docs/decisions/005-memory-is-bounded.md).
export const NODE_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=256', '--expose-gc']

// For glibc: what is large (a picture being decoded, the memory of a hash, a page of a hundred cards) goes back to the system when it
// is done with, and leaves no hole between what is kept. By itself it raises that bound to the largest that it has met, and keeps such
// pieces in an arena a thread. Not less than 64 KB, which each read of a socket asks for.
export const MALLOC = { MALLOC_MMAP_THRESHOLD_: '98304', MALLOC_ARENA_MAX: '2' }
