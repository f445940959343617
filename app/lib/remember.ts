const values = globalThis as unknown as Record<symbol, unknown>

/**
 * Returns one value per process. The first call creates it with `make`. It survives when modules are reloaded during
 * development (docs/decisions/021-one-build.md).
 */
export function remember<T>(name: string, make: () => T): T {
  const key = Symbol.for(`playhall.${name}`)
  if (!(key in values)) values[key] = make()
  return values[key] as T
}
