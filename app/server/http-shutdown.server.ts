import { remember } from '../lib/remember.ts'

type Closer = { name: string; close: () => unknown }

const closers = remember('shutdown', () => [] as Closer[])

/** Registers what a clean stop runs once no request runs any more, e.g. writing gathered view counts. The database is still open. */
export function onShutdown(name: string, close: () => unknown): void {
  const known = closers.findIndex((closer) => closer.name === name)
  if (known >= 0) closers.splice(known, 1)
  closers.push({ name, close })
}

/** Runs what was registered, last first; one that fails is told to `onError` and stops no other. */
export async function runClosers(onError: (name: string, error: unknown) => void): Promise<void> {
  for (const { name, close } of closers.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      onError(name, error)
    }
  }
}
