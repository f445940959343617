import { existsSync } from 'node:fs'
import path from 'node:path'

/** The project's folder, for source and build alike: the nearest one above this module with a package.json. */
export const PROJECT_FOLDER = findAbove(import.meta.dirname)

function findAbove(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : findAbove(path.dirname(folder))
}
