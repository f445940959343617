import type { Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { SKIP, visit } from 'unist-util-visit'

/** The elements before a page's first script are within this many bytes. The rest is not parsed. */
export const PARSED_BYTES = 256 * 1024

/** Stored pages contain this address, so it must never change. */
const BRIDGE_SRC = '/play/bridge.js'
const BRIDGE = `<script src="${BRIDGE_SRC}"></script>`

/**
 * Returns the bytes to insert into a page and their offset, so that the bridge runs before every script of the page;
 * null if its first script is already the bridge. `start` contains the page's first `PARSED_BYTES` bytes, or the whole
 * page. The page may have any encoding that browsers support.
 */
export function placeBridge(start: Buffer): { at: number; bytes: Buffer } | null {
  if (start[0] === 0xff && start[1] === 0xfe) return placeIn(start.subarray(2).toString('utf16le'), 2, 'utf16le')
  if (start[0] === 0xfe && start[1] === 0xff) {
    const even = start.subarray(2, start.length - (start.length % 2))
    return swapped(placeIn(Buffer.from(even).swap16().toString('utf16le'), 2, 'utf16le'))
  }
  const mark = start.subarray(0, 3).equals(UTF8_MARK) ? 3 : 0
  // Latin-1 has one character per byte, so its positions are byte offsets in every encoding that extends ASCII.
  return placeIn(start.subarray(mark).toString('latin1'), mark, 'latin1')
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf])

function placeIn(html: string, mark: number, encoding: 'latin1' | 'utf16le') {
  const at = placeOf(html)
  return at === null ? null : { at: mark + at * (encoding === 'latin1' ? 1 : 2), bytes: Buffer.from(BRIDGE, encoding) }
}

function swapped(place: ReturnType<typeof placeIn>) {
  return place && { at: place.at, bytes: place.bytes.swap16() }
}

/**
 * Returns the position at the start of the head. If the page omits that tag, the position is after `<html>` or the
 * doctype, because a page is displayed differently if its doctype is not first. A script that precedes all of these
 * comes after the bridge.
 */
function placeOf(html: string): number | null {
  let doctype = 0
  let opening: number | null = null
  let script: { at: number; src: string } | null = null
  visit(parse(html), (node) => {
    if (node.type === 'doctype') doctype = node.position?.end.offset ?? 0
    if (node.type !== 'element') return undefined
    const tag = node.data?.position?.opening?.end.offset
    if ((node.tagName === 'html' || node.tagName === 'head') && tag !== undefined) opening = tag
    const at = node.position?.start.offset
    if (node.tagName === 'script' && at !== undefined && (script === null || at < script.at))
      script = { at, src: String(node.properties.src ?? '') }
    return node.tagName === 'template' ? SKIP : undefined
  })
  const first = script as { at: number; src: string } | null
  if (first?.src === BRIDGE_SRC) return null
  return Math.min(opening ?? doctype, first?.at ?? Infinity)
}

/** If a page is nested so deeply that parsing it overflows the stack, only its first part is parsed. */
function parse(html: string): Root {
  try {
    return fromHtml(html, { verbose: true })
  } catch (error) {
    if (!(error instanceof RangeError) || html.length < 1000) throw error
    return parse(html.slice(0, html.length / 2))
  }
}

/** Returns a page with the bridge. */
export function insertBridge(page: Buffer): Buffer {
  const place = placeBridge(page.subarray(0, PARSED_BYTES))
  return place ? Buffer.concat([page.subarray(0, place.at), place.bytes, page.subarray(place.at)]) : page
}
