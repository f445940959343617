import { href } from 'react-router'
import { notFound, type Missing } from '../../../server/http/responses.server.ts'
import { pictureOf } from '../../pictures/picture.server.ts'
import { findEvidence } from '../../health/console/list-broken-games.server.ts'
import { listVersions } from '../../uploads/game-versions.server.ts'
import { isUploaded } from '../../uploads/version-address.ts'
import { frameOnPage } from '../../stage/frame-on-page.server.ts'
import { findManagedGame, listGameDays, type ManagedGame } from '../managed-game.server.ts'
import { versionsText } from './field-versions.server.ts'
import { listGameActs } from './game-acts.server.ts'
import { smallPictureOf } from './game-picture.server.ts'

export const NO_MANAGED_GAME: Missing = {
  name: 'No such game',
  title: 'Game not found',
  text: 'There is no game with this number.',
  action: { label: 'All games', href: href('/admin/games') },
}

const ACTS_SHOWN = 20

/** What the page of a game in the console shows. */
export type GameEditor = Awaited<ReturnType<typeof loadGameEditor>>

/** Loads a game for its page in the console. Throws a 404 if there is none. */
export async function loadGameEditor(id: number) {
  const game = await findManagedGame(id)
  if (!game) throw notFound(NO_MANAGED_GAME)
  const [days, evidence, acts, versions] = await Promise.all([
    listGameDays(id),
    findEvidence(id),
    listGameActs(id, ACTS_SHOWN),
    isUploaded(game) ? listVersions(id) : null,
  ])
  const picture = pictureOf({ ...game, image_small_url: smallPictureOf(game.image_url) })
  return {
    game,
    base: versionsText(game),
    pictures: picturesOf(game, picture.small),
    stage: { ...game, picture, frame: frameOnPage(game) },
    days,
    evidence,
    acts,
    /** The versions of an uploaded game; null for others. */
    versions,
  }
}

export type PictureChoice = { value: string; label: string; src: string }

/** The pictures that an operator can choose, the current one first. */
function picturesOf(game: ManagedGame, current: string): PictureChoice[] {
  const { id, image_url, overrides } = game
  const poster = pictureOf({ id, image_url: null, image_small_url: null }).src
  const feed = overrides.image_url
  const choices: (PictureChoice | null)[] = [
    image_url ? { value: image_url, label: 'Current picture', src: current } : null,
    feed
      ? {
          value: feed,
          label: 'From the feed',
          src: smallPictureOf(feed) ?? (feed.startsWith('/') ? feed : feedPictureHref(id)),
        }
      : null,
    { value: '', label: 'Drawn poster', src: poster },
  ]
  return choices.filter((choice) => choice !== null)
}

function feedPictureHref(id: number): string {
  return href('/admin/games/:id/feed-picture', { id: String(id) })
}
