import { escapeUTF8 } from 'entities'

/** Escapes a text for XML elements and attributes. Characters that XML cannot contain are removed. */
export function escapeXml(text: string): string {
  return escapeUTF8(text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''))
}
