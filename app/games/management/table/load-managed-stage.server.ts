import { pictureOf } from '../../pictures/picture.server.ts'
import { frameOnPage } from '../../stage/frame-on-page.server.ts'
import type { StageGame } from '../../stage/stage.tsx'
import { findManagedGame } from '../managed-game.server.ts'

/** What the stage of a game shows to operators, public or not; null for an unknown id. */
export async function loadManagedStage(id: number): Promise<StageGame | null> {
  const game = await findManagedGame(id)
  if (!game) return null
  const { slug, title, views, categories } = game
  const picture = pictureOf({ id, image_url: game.image_url, image_small_url: null })
  return { id, slug, title, views, categories, picture, frame: frameOnPage(game) }
}
