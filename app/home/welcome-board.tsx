import { Coins, Heart, LayoutGrid } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { href } from 'react-router'
import { Streak } from '../credits/streak/streak.tsx'
import type { Card } from '../games/cards/card.server.ts'
import type { Picture } from '../games/pictures/picture.server.ts'
import { gameHref } from '../games/catalogue/games-href.ts'
import type { SiteTexts } from '../site/site-texts.ts'
import { useEmptyLinks } from '../site/use-site.ts'
import { countOf, roundedCount } from '../lib/text.ts'
import { useCreditedPlayer } from '../credits/use-credited-player.ts'
import type { ShellPlayer } from '../shell/load-player.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EagerImage } from '../ui/eager-image.tsx'

type Words = { words: SiteTexts['welcome']; total: number }

type Games = { hero: Card | null; original: Card | null; small: Card[] }

/** Daily puzzles of the original on the board. The list is empty if the original has none. */
type Puzzles = { day: string; name: string; show: string }[]

/** Names longer than this are set in a smaller size. */
const LONG_NAME = 9

/** Shows the board at the top of the home page: a welcome text and games, with today's puzzle. */
export function WelcomeBoard({ words, total, games, puzzles }: Words & { games: Games; puzzles: Puzzles }) {
  const day = useSyncExternalStore(eachMinute, utcToday, () => puzzles[0]?.day ?? '')
  return (
    <section className="board" aria-label="Welcome">
      <div className="lit-row" aria-hidden="true" />
      <div className="board-grid">
        <BoardWords words={words} total={total} />
        <BoardGames {...games} puzzle={puzzles.length > 0 && puzzles.find((one) => one.day === day)} />
      </div>
    </section>
  )
}

function BoardWords(say: Words) {
  const player = useCreditedPlayer<ShellPlayer>()
  return player ? <PlayerWords player={player} /> : <VisitorWords {...say} />
}

/**
 * Returns the current UTC day. The server may render the page on the day before, so the browser determines the date.
 */
function utcToday(): string {
  return new Date().toISOString().slice(0, 10)
}

function eachMinute(notify: () => void): () => void {
  const timer = setInterval(notify, 30_000)
  return () => clearInterval(timer)
}

/**
 * Shows the games of the board. `puzzle` is false if the original has no puzzles, and undefined if today's puzzle is
 * unknown.
 */
function BoardGames({ hero, original, small, puzzle }: Games & { puzzle?: Puzzles[number] | false }) {
  return (
    <>
      {hero && (
        <a className="board-hero" href={gameHref(hero.slug)}>
          <EagerImage
            {...sized(hero.picture, [320, 640], '(max-width: 767px) 58vw, 27vw')}
            alt=""
            width="640"
            height="360"
            fetchPriority="high"
          />
          <div>
            <div>
              <h2 dir="auto">{hero.title}</h2>
              <p>{hero.categories.join(', ')}</p>
            </div>
            <span className="button button-primary">Play</span>
          </div>
        </a>
      )}
      {original && (
        <a className="board-original case" href={gameHref(original.slug) + (puzzle === false ? '' : '#daily')}>
          <EagerImage
            {...sized(original.picture, [300, 600], '(max-width: 767px) 30vw, 15vw')}
            alt=""
            width="600"
            height="800"
          />
          {puzzle === false ? (
            <span className="picture-label" dir="auto">
              {original.title}
            </span>
          ) : (
            <span className="board-daily">
              <b>Today’s puzzle</b>
              <span>
                {original.title}
                {puzzle && ` ${puzzle.name}`}
              </span>
              {puzzle && <small>{puzzle.show}</small>}
            </span>
          )}
        </a>
      )}
      <div className="board-small" style={{ '--rows': Math.ceil(small.length / 2) } as React.CSSProperties}>
        {small.map((game) => (
          <a key={game.id} href={gameHref(game.slug)}>
            <EagerImage src={game.picture.small} alt="" width="320" height="180" />
            <span className="picture-label" dir="auto">
              {game.title}
            </span>
          </a>
        ))}
      </div>
    </>
  )
}

/**
 * Returns image attributes that let the browser load the smaller picture if the layout needs no more. `less` and `more`
 * are the widths in pixels.
 */
function sized({ src, small }: Picture, [less, more]: [number, number], sizes: string) {
  return src === small ? { src } : { src, srcSet: `${small} ${less}w, ${src} ${more}w`, sizes }
}

function VisitorWords({ words, total }: Words) {
  const intro = words.intro.replaceAll('{games}', roundedCount(total))
  const hasOriginals = !useEmptyLinks().includes(href('/originals'))
  return (
    <div className="board-words">
      <h1>
        {words.title.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h1>
      <p>{intro}</p>
      <div className="buttons board-buttons">
        <ButtonLink look="primary" href={href('/games')}>
          <LayoutGrid aria-hidden="true" /> Browse Games
        </ButtonLink>
        {hasOriginals && <ButtonLink href={href('/originals')}>Originals</ButtonLink>}
      </div>
    </div>
  )
}

/** Greets the player by the first word of the name (docs/product.md#board-and-carousel). */
function PlayerWords({ player }: { player: ShellPlayer }) {
  const name = player.fullName.split(/\s+/)[0] || player.username
  return (
    <div className="board-words">
      <h1 data-long={name.length > LONG_NAME || undefined}>
        <span>{player.isNew ? 'Welcome, ' : 'Welcome '}</span>
        <span className="board-name">{player.isNew ? name : `back, ${name}`}</span>
      </h1>
      <p>{statusFor(player)}</p>
      <p className="board-standing">
        {player.streak !== null && <Streak days={player.streak} />}
        <b>{countOf(player.credits, 'credit')}</b>
        {player.tomorrow && <span>+{player.tomorrow} tomorrow</span>}
      </p>
      <div className="buttons board-buttons board-buttons-player">
        {PLAYER_BUTTONS.map(({ to, label, Icon, look }) => (
          <ButtonLink key={to} look={look} href={to}>
            <Icon aria-hidden="true" /> {label}
          </ButtonLink>
        ))}
      </div>
    </div>
  )
}

const PLAYER_BUTTONS = [
  { to: href('/games'), label: 'Browse Games', Icon: LayoutGrid, look: 'primary' },
  { to: href('/wishlist'), label: 'Wishlist', Icon: Heart, look: 'secondary' },
  { to: href('/rewards'), label: 'Rewards', Icon: Coins, look: 'secondary' },
] as const

function statusFor({ hasSpun, wishes }: ShellPlayer): string {
  if (!hasSpun) return 'The daily wheel is waiting for your spin.'
  if (wishes.length) return `${countOf(wishes.length, 'game')} on your wishlist, ready when you are.`
  return 'Pick a game: each minute earns a credit.'
}
