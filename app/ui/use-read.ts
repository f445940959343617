import { useCallback, useEffect, useRef, useState } from 'react'

/** A failed read. `status` is 0 if there was no response, or if the response was not JSON. */
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
 * Fetches JSON from a path of this site. Retries once after a second, unless the portal has refused the request (4xx).
 * Throws a ReadError, or the signal's reason.
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
 * Fetches JSON from this site outside of navigation, such as suggestions or the content of a dialog. If `path` is null,
 * it fetches nothing. It retries once (`readJson`). With `delayMs`, it first waits until the path has not changed for
 * that long. It does not use a router fetcher, because a fetcher's failure replaces the page.
 *
 * `data` and `error` belong to the current path; both are null while it loads. `latest` is the last data of any path,
 * which you can show until new data arrives. `reload` fetches the data again. Until that succeeds, `data` does not
 * change.
 */
export function useRead<Data>(path: string | null, delayMs = 0) {
  const [read, setRead] = useState<{ path: string; data: Data } | null>(null)
  const [failed, setFailed] = useState<{ path: string; error: ReadError } | null>(null)
  const reading = useRef<AbortSignal>(undefined)

  const load = useCallback(async () => {
    const signal = reading.current
    if (path === null) return
    setFailed(null)
    try {
      const data = await readJson<Data>(path, signal)
      if (!signal?.aborted) setRead({ path, data })
    } catch (error) {
      if (!signal?.aborted) setFailed({ path, error: error as ReadError })
    }
  }, [path])
  useEffect(() => {
    const leaving = new AbortController()
    reading.current = leaving.signal
    const timer = setTimeout(() => void load(), delayMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [load, delayMs])

  return {
    data: read?.path === path ? read.data : null,
    error: failed?.path === path ? failed.error : null,
    latest: read?.data ?? null,
    reload: load,
  }
}
