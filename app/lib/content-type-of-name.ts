/** The content types of files that the portal serves, by the ending of their names. */
const TYPES = new Map(
  Object.entries({
    aac: 'audio/aac',
    apng: 'image/apng',
    avif: 'image/avif',
    bmp: 'image/bmp',
    css: 'text/css; charset=utf-8',
    csv: 'text/csv; charset=utf-8',
    cur: 'image/x-icon',
    flac: 'audio/flac',
    gif: 'image/gif',
    glb: 'model/gltf-binary',
    gltf: 'model/gltf+json',
    htm: 'text/html; charset=utf-8',
    html: 'text/html; charset=utf-8',
    ico: 'image/x-icon',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    js: 'text/javascript; charset=utf-8',
    json: 'application/json; charset=utf-8',
    m4a: 'audio/mp4',
    m4v: 'video/mp4',
    map: 'application/json; charset=utf-8',
    md: 'text/plain; charset=utf-8',
    mid: 'audio/midi',
    mjs: 'text/javascript; charset=utf-8',
    mp3: 'audio/mpeg',
    mp4: 'video/mp4',
    oga: 'audio/ogg',
    ogg: 'audio/ogg',
    ogv: 'video/ogg',
    opus: 'audio/ogg',
    otf: 'font/otf',
    pdf: 'application/pdf',
    png: 'image/png',
    svg: 'image/svg+xml; charset=utf-8',
    ttf: 'font/ttf',
    txt: 'text/plain; charset=utf-8',
    vtt: 'text/vtt; charset=utf-8',
    wasm: 'application/wasm',
    wav: 'audio/wav',
    weba: 'audio/webm',
    webm: 'video/webm',
    webmanifest: 'application/manifest+json',
    webp: 'image/webp',
    woff: 'font/woff',
    woff2: 'font/woff2',
    xml: 'application/xml; charset=utf-8',
  }),
)

export const UNKNOWN_TYPE = 'application/octet-stream'

/** Returns the content type for a file's ending. */
export function contentType(file: string): string {
  return TYPES.get(endingOf(file)) ?? UNKNOWN_TYPE
}

/** Whether a file's ending has a content type of its own. */
export function hasContentType(file: string): boolean {
  return TYPES.has(endingOf(file))
}

/** Returns the ending of a file's name in lower case, without the dot; '' if it has none, as in `.name`. */
export function endingOf(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}
