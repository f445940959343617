import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PROJECT_FOLDER } from '../../lib/project-folder.server.ts'
import { backgroundDatabase } from '../../db/connection.server.ts'
import { announceWaiting } from '../../server/process/first-connection.server.ts'
import type { Control } from '../../db/schema/games.server.ts'
import { addOwnGames } from './add-own-games.server.ts'

/** An entry of `build/play/catalogue.json`, made by `cli/build-games.ts`. */
type Bundled = {
  slug: string
  isOriginal: boolean
  title: string
  description: string
  howToPlay: string[]
  controls: Control[]
  categories: string[]
  tags: string[]
  publishedBy: string
  width: number
  height: number
  phones: boolean
  pictures: string[]
}

const CATALOGUE = path.join(PROJECT_FOLDER, 'build/play/catalogue.json')

/**
 * Adds the self-hosted games that are not in the catalogue yet, and returns how many it added. Operators' changes stay.
 * Waits for an import in another session, which locks the catalogue.
 */
export async function fillDefaultCatalogue(file = CATALOGUE): Promise<number> {
  const bundled = JSON.parse(await readFile(file, 'utf8')) as Bundled[]
  const filling = backgroundDatabase().transaction(async (tx) => (await addOwnGames(tx, bundled.map(rowOf))).length)
  return announceWaiting('Waiting for the catalogue, which another session may have locked', filling)
}

function rowOf(game: Bundled, at: number): Parameters<typeof addOwnGames>[1][number] {
  const picture = (name: string) => (game.pictures.includes(name) ? `/play/${game.slug}/${name}` : null)
  return {
    slug: game.slug,
    title: game.title,
    providerGameId: game.slug,
    categories: game.categories,
    tags: game.tags,
    description: game.description,
    howToPlay: game.howToPlay.join('\n'),
    controls: game.controls,
    publishedBy: game.publishedBy,
    url: `/play/${game.slug}/`,
    imageUrl: picture('picture-640.webp'),
    imageSmallUrl: picture('picture-320.webp'),
    posterUrl: picture('poster-600.webp'),
    posterSmallUrl: picture('poster-300.webp'),
    width: game.width,
    height: game.height,
    playsOnPhones: game.phones,
    isOriginal: game.isOriginal,
    feedPosition: at,
  }
}
