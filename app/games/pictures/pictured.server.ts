import type { Card } from '../cards/card.server.ts'
import { isDrawn } from './picture.server.ts'
import { findMissingPictures } from './stored-picture.server.ts'

/**
 * Returns a function that tells whether a game is known to have a picture. The picture may still fail when requested.
 */
export async function findPictured(games: Card[]): Promise<(game: Card) => boolean> {
  const missing = await findMissingPictures([...new Set(games.map((game) => game.id))])
  return (game) => !isDrawn(game.picture) && !missing.has(game.id)
}

/**
 * Returns the picture of a tile for these games: the picture of the first game that has one, else `drawn`, else the
 * first game's poster.
 */
export function pictureOfTile(
  games: Card[],
  hasPicture: (game: Card) => boolean,
  { size = 'small', drawn }: { size?: 'src' | 'small'; drawn?: string } = {},
): string | undefined {
  return games.find(hasPicture)?.picture[size] ?? drawn ?? games[0]?.picture[size]
}
