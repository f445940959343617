const kept = globalThis as unknown as Record<symbol, unknown>

/**
 * One value a process, made by `make` at the first call. `server.ts` runs from source and the screens from the built
 * bundle, so each has its own copy of a module; what must exist once (the pool, the cache) is remembered here.
 */
export function remember<T>(name: string, make: () => T): T {
  const key = Symbol.for(`playhall.${name}`)
  if (!(key in kept)) kept[key] = make()
  return kept[key] as T
}
