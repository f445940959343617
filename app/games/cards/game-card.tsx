import { use } from 'react'
import { EagerImage } from '../../ui/eager-image.tsx'
import type { Card } from './card.server.ts'
import { CardAction } from './card-action.ts'
import { gameByIdHref, gameHref } from '../catalogue/games-href.ts'

/**
 * The density of the large picture on a card about 180 px wide. Screens with fewer than two pixels per CSS pixel use
 * the small picture.
 */
const DENSITY = 3.6

const UNAVAILABLE = ['Unavailable']

type Props = {
  game: Card & { tags?: string[]; moreTags?: number }
  /** For cards above the fold: loads the picture at once. */
  eager?: boolean
  /** For cards wider than 300 px: uses the large picture on every screen. */
  large?: boolean
}

/**
 * A game's card in a row or grid. It is a plain link, so that a hundred cards are cheap to render (docs/decisions/004).
 */
export function GameCard({ game, eager = false, large = false }: Props) {
  const { title, picture, categories, moreCategories, badges, isOriginal, isUnavailable, tags, moreTags } = game
  const action = use(CardAction)
  const Image = eager ? EagerImage : 'img'
  const shown = (
    <Image
      className="card-picture"
      src={large ? picture.src : picture.small}
      srcSet={large || picture.src === picture.small ? undefined : `${picture.src} ${DENSITY}x`}
      width={isOriginal ? 300 : 320}
      height={isOriginal ? 400 : 180}
      alt=""
      loading={eager ? undefined : 'lazy'}
    />
  )
  const card = (
    <a
      className="card"
      data-unavailable={isUnavailable}
      href={game.slug ? gameHref(game.slug) : gameByIdHref(game.id)}
      title={title}
    >
      {isOriginal ? <span className="case">{shown}</span> : shown}
      <Badges badges={badges} />
      <span className="card-title" dir="auto">
        {title}
      </span>
      <span className="card-chips">
        {(isUnavailable ? UNAVAILABLE : categories).map((chip) => (
          <span key={chip} className="chip">
            {chip}
          </span>
        ))}
        {moreCategories && !isUnavailable && <span className="chip">+{moreCategories}</span>}
      </span>
      {tags && tags.length > 0 && (
        <span className="card-tags">
          {tags.map((tag) => `#${tag}`).join(' ')}
          {moreTags ? ` +${moreTags}` : ''}
        </span>
      )}
    </a>
  )
  if (!action) return card
  return (
    <>
      {card}
      {action(game)}
    </>
  )
}

export function Badges({ badges }: { badges?: Card['badges'] }) {
  if (!badges) return null
  return (
    <span className="card-badges">
      {badges.map((badge) => (
        <span key={badge} className={badge === 'HOT' ? 'badge badge-hot' : 'badge'}>
          {badge}
        </span>
      ))}
    </span>
  )
}
