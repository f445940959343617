import type { Card } from '../cards/card.server.ts'
import { isDrawn, plainPosterOf } from './picture.server.ts'
import { findMissingPictures } from './stored-picture.server.ts'

/** Says which of the games have a picture, as far as is known: one may turn out to be missing when it is asked for. */
export async function findPictured(games: Card[]): Promise<(game: Card) => boolean> {
  const missing = await findMissingPictures([...new Set(games.map((game) => game.id))])
  return (game) => !isDrawn(game.picture) && !missing.has(game.id)
}

/** The picture of a tile that stands for these games: of the first that has one, or drawn without a title. */
export function pictureOfTile(
  games: Card[],
  hasPicture: (game: Card) => boolean,
  size: 'src' | 'small' = 'small',
): string | undefined {
  const pictured = games.find(hasPicture)
  return pictured?.picture[size] ?? (games[0] && plainPosterOf(games[0]))
}
