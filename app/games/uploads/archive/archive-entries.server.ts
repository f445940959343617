import type { Entry, ZipFile } from 'yauzl'
import { getFileNameLowLevel } from 'yauzl'
import { countOf } from '../../../lib/text.ts'
import { ARCHIVE_LIMITS, faultOfName, fileTypeOf, type FileType, isJunk, rootOf } from './archive-rules.ts'

/** A rejected upload. The message is a sentence for the operator, which names the file that is the reason. */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused'
  constructor(reason: string, file?: string) {
    super(file === undefined ? reason : `“${shown(file)}” was refused: ${reason}`)
  }
}

/** A file in the archive that belongs to the game. */
export type GameEntry = FileType & {
  entry: Entry
  /** The file's name in the archive. */
  name: string
  /** The file's path below the root of the game. */
  path: string
}

/**
 * Reads the directory of an archive, and validates all of it before anything is unpacked. Returns the folder of the
 * game and the files in it. Throws an ArchiveRefused.
 */
export async function readEntries(zip: ZipFile): Promise<{ root: string; entries: GameEntry[] }> {
  const files: { entry: Entry; name: string; type: FileType }[] = []
  const seen = new Map<string, string>()
  let read = 0
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    if (++read > ARCHIVE_LIMITS.entries) throw tooMany()
    const name = nameOf(entry)
    if (isJunk(name)) continue
    const fault = faultOfName(name) ?? faultOfKind(entry, name)
    if (fault) throw new ArchiveRefused(fault, name)
    const twin = seen.get(name.toLowerCase())
    if (twin !== undefined) throw new ArchiveRefused(faultOfTwin(twin, name), name)
    seen.set(name.toLowerCase(), name)
    if (name.endsWith('/')) continue
    const type = fileTypeOf(name)
    if (!type) throw new ArchiveRefused('files of this type are not allowed in games', name)
    bytes += entry.uncompressedSize
    if (bytes > ARCHIVE_LIMITS.unpackedBytes) throw tooLarge()
    files.push({ entry, name, type })
    if (files.length > ARCHIVE_LIMITS.files) throw tooMany()
  }
  const found = rootOf(files.map(({ name }) => name))
  if ('fault' in found) throw new ArchiveRefused(found.fault)
  const { root } = found
  return {
    root,
    entries: files
      .filter(({ name }) => name.startsWith(root))
      .map(({ entry, name, type }) => ({ entry, name, path: name.slice(root.length), ...type })),
  }
}

/** Names are normalised, because archives from some systems store accents as separate characters. */
function nameOf(entry: Entry): string {
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true).normalize('NFC')
}

function faultOfKind(entry: Entry, name: string): string | null {
  if (entry.isEncrypted()) return 'it is encrypted. Make the zip without a password'
  // The upper half contains the mode bits of a zip that was made on Unix.
  const mode = entry.versionMadeBy >>> 8 === UNIX ? entry.externalFileAttributes >>> 16 : 0
  const kind = mode & KIND
  if (kind === LINK) return 'it is a link'
  if (kind !== 0 && kind !== FILE && kind !== FOLDER) return 'it is neither a file nor a folder'
  if (!entry.canDecodeFileData()) return 'it is compressed in a way that only some programs support'
  if (!name.endsWith('/') && isBomb(entry.uncompressedSize, entry.compressedSize)) return BOMB
  return null
}

const [UNIX, KIND, LINK, FILE, FOLDER] = [3, 0o170000, 0o120000, 0o100000, 0o040000]

export const BOMB = `it is more than ${ARCHIVE_LIMITS.ratio} times as large as in the zip`

export function isBomb(bytes: number, compressedBytes: number): boolean {
  return bytes > ARCHIVE_LIMITS.ratioFrom && bytes > compressedBytes * ARCHIVE_LIMITS.ratio
}

function faultOfTwin(twin: string, name: string): string {
  return twin === name
    ? 'the zip has it twice'
    : `the zip also has “${shown(twin)}”, and some systems cannot tell them apart`
}

function tooMany(): ArchiveRefused {
  return new ArchiveRefused(`The zip has more than ${countOf(ARCHIVE_LIMITS.files, 'file')}`)
}

export function tooLarge(): ArchiveRefused {
  return new ArchiveRefused(`The files of the zip take more than ${ARCHIVE_LIMITS.unpackedBytes >> 20} MB unpacked`)
}

function shown(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = name.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu, '�')
  return plain.length > 120 ? `${plain.slice(0, 119)}…` : plain
}
