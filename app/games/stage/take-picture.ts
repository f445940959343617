const ANSWER_MS = 4000

/**
 * Asks the bridge in a frame for a picture of the game at this moment. Returns null if the game draws on no canvas, or
 * on one that browsers do not let scripts read.
 */
export function takePicture(frame: HTMLIFrameElement): Promise<Blob | null> {
  return new Promise((resolve) => {
    const answered = new AbortController()
    const finish = (picture: Blob | null) => {
      answered.abort()
      clearTimeout(timer)
      resolve(picture)
    }
    const timer = setTimeout(() => finish(null), ANSWER_MS)
    const onMessage = ({ source, data }: MessageEvent<{ playhall?: 1; type?: string; picture?: unknown } | null>) => {
      if (source !== frame.contentWindow || data?.playhall !== 1 || data.type !== 'picture') return
      finish(data.picture instanceof Blob && data.picture.type === 'image/png' ? data.picture : null)
    }
    window.addEventListener('message', onMessage, { signal: answered.signal })
    // An opaque origin can only be addressed as `*`.
    frame.contentWindow?.postMessage({ playhall: 1, type: 'take-picture' }, '*')
  })
}
