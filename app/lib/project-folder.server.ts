import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * The project's folder, for both source and build: the nearest folder above this module that contains a package.json.
 */
export const PROJECT_FOLDER = findAbove(import.meta.dirname)

function findAbove(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : findAbove(path.dirname(folder))
}
