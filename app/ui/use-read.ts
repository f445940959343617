import { useCallback, useEffect, useState } from 'react'

/** A read that failed; `status` is 0 if there was no response, or none that is JSON. */
export class ReadError extends Error {
  override name = 'ReadError'
  readonly status: number
  constructor(status: number) {
    super(`Response ${status}`)
    this.status = status
  }
}

const RETRY_MS = 1000

/**
 * Gets JSON from a path of ours. It is requested once more after a second, unless the portal has refused it (4xx). Throws a ReadError,
 * or the signal's reason.
 */
export async function readJson<Data>(path: string, signal?: AbortSignal): Promise<Data> {
  try {
    return await requestJson(path, signal)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ReadError && error.status >= 400 && error.status < 500) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    signal?.throwIfAborted()
    return requestJson(path, signal)
  }
}

async function requestJson<Data>(path: string, signal?: AbortSignal): Promise<Data> {
  const init = { headers: { Accept: 'application/json' }, ...(signal && { signal }) }
  const response = await fetch(path, init).catch(() => null)
  if (!response?.ok) throw new ReadError(response?.status ?? 0)
  return (await response.json().catch(() => {
    throw new ReadError(0)
  })) as Data
}

/**
 * Reads JSON that is no part of a navigation, such as suggestions or the content of a dialog; null reads nothing. With `delayMs` it waits
 * for the path to stay the same that long. `data` and `error` belong to this path, and are null before; `latest` is the last data of
 * any path, to show until the next arrives. `reload` reads it again, and shows `data` meanwhile.
 */
export function useRead<Data>(path: string | null, delayMs = 0) {
  const [read, setRead] = useState<{ path: string; data: Data } | null>(null)
  const [failed, setFailed] = useState<{ path: string; error: ReadError } | null>(null)

  const load = useCallback(
    async (signal?: AbortSignal) => {
      if (path === null) return
      setFailed(null)
      try {
        const data = await readJson<Data>(path, signal)
        setRead({ path, data })
      } catch (error) {
        if (!signal?.aborted) setFailed({ path, error: error as ReadError })
      }
    },
    [path],
  )
  useEffect(() => {
    const leaving = new AbortController()
    const timer = setTimeout(() => void load(leaving.signal), delayMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [load, delayMs])

  return {
    data: read?.path === path ? read.data : null,
    error: failed?.path === path ? failed.error : null,
    latest: read?.data ?? null,
    reload: () => load(),
  }
}
