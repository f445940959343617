// Loading the database library makes much garbage at once; a bounded young generation keeps it from becoming memory that
// the process holds for good. All that the portal keeps is bounded, so V8 need not put off collecting what it does not
// (docs/decisions/005-memory-is-bounded.md).
export const NODE_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=256']
