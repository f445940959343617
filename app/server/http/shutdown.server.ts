import { remember } from '../../lib/remember.ts'

type Closer = { name: string; close: () => unknown }

const closers = remember('shutdown', () => [] as Closer[])

/**
 * Registers work for a clean stop, such as writing view counts. It runs after the last request, while the database is
 * still open.
 */
export function onShutdown(name: string, close: () => unknown): void {
  const known = closers.findIndex((closer) => closer.name === name)
  if (known >= 0) closers.splice(known, 1)
  closers.push({ name, close })
}

/** Runs the registered work, last registered first. A failure is passed to `onError` and does not stop the rest. */
export async function runClosers(onError: (name: string, error: unknown) => void): Promise<void> {
  for (const { name, close } of closers.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      onError(name, error)
    }
  }
}
