const values = globalThis as unknown as Record<symbol, unknown>

/**
 * Returns one value per process, made by `make` on the first call. It survives the reloading of changed modules during
 * development (docs/decisions/021-one-build.md).
 */
export function remember<T>(name: string, make: () => T): T {
  const key = Symbol.for(`playhall.${name}`)
  if (!(key in values)) values[key] = make()
  return values[key] as T
}
