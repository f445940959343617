import { useSyncExternalStore } from 'react'
import { upload } from '../../forms/upload.ts'

/** The share of the zip that has been sent, from 0 to 1; null when no zip is being sent. */
let share: number | null = null
const listeners = new Set<() => void>()

function show(now: number | null): void {
  share = now
  for (const listener of listeners) listener()
}

export function useUploadShare(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => share,
    () => null,
  )
}

/** Submits the form of a request with its zip, like `serverAction`, and shows the progress. */
export async function sendZip<Answer extends object>(request: Request, path: string): Promise<Answer> {
  const form = await request.formData()
  show(0)
  try {
    return await upload<Answer>(path, form, show)
  } finally {
    show(null)
  }
}
