import { remember } from '../../lib/remember.ts'

type Closer = { name: string; close: () => unknown }

const closers = remember('shutdown', () => [] as Closer[])

/**
 * Registers work for a clean stop, e.g. writing view counts. It runs after the last request, with the database still
 * open.
 */
export function onShutdown(name: string, close: () => unknown): void {
  const known = closers.findIndex((closer) => closer.name === name)
  if (known >= 0) closers.splice(known, 1)
  closers.push({ name, close })
}

/** Runs what was registered, last first. A failure is reported to `onError` and does not stop the others. */
export async function runClosers(onError: (name: string, error: unknown) => void): Promise<void> {
  for (const { name, close } of closers.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      onError(name, error)
    }
  }
}
