import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { constants } from 'node:zlib'
import { encode } from '../http/encoding.server.ts'
import { listFiles } from '../http/stored-files.server.ts'

const TEXT = /\.(css|gltf|html|ico|js|json|map|mjs|otf|svg|ttf|txt|wasm|webmanifest|xml)$/i
const SMALLEST = 1024

/**
 * Writes a `.br` (quality 11) and a `.gz` next to each compressible file of a built folder; returns how many files it
 * compressed. Skips files that shrink by less than a tenth, and those that are already compressed.
 */
export async function compressAssets(folder: string): Promise<number> {
  let compressed = 0
  for (const relative of listFiles(folder)) {
    const file = path.join(folder, relative)
    const { size, mtimeMs } = await stat(file)
    if (!TEXT.test(file) || size < SMALLEST) continue
    const known = await stat(`${file}.br`).catch(() => null)
    if (known && known.mtimeMs >= mtimeMs) continue
    const content = await readFile(file)
    const [br, gzip] = await Promise.all([
      encode(content, 'br', constants.BROTLI_MAX_QUALITY),
      encode(content, 'gzip', 9),
    ])
    if (br.length > size * 0.9) continue
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gzip)])
    compressed += 1
  }
  return compressed
}
