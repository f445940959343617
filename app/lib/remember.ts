const kept = globalThis as unknown as Record<symbol, unknown>

/**
 * One value a process, made by `make` at the first call: for what must outlive the loading anew of changed modules while
 * one develops (docs/decisions/021-one-build.md).
 */
export function remember<T>(name: string, make: () => T): T {
  const key = Symbol.for(`playhall.${name}`)
  if (!(key in kept)) kept[key] = make()
  return kept[key] as T
}
