import { href } from 'react-router'
import { categoryHref } from '../games/catalogue/games-href.ts'
import { breadcrumbList, pageMeta } from '../site/page-meta.ts'
import type { RouteHandle } from '../server/http-routes.server.ts'
import { sharedPage } from '../server/shared-page.server.ts'
import { siteOf } from '../site/use-site.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { Route } from './+types/how-to-play.page'

export const handle: RouteHandle = { ownParts: true }

export const headers = () => sharedPage()

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: `How to Play | ${site.name}`,
    description: `How to find, start and control the free browser games of ${site.name}, on a computer and on a phone, and what to do when one does not start.`,
    path: href('/how-to-play'),
    structured: [
      breadcrumbList(site, [
        { name: 'Home', path: '/' },
        { name: 'How to Play', path: href('/how-to-play') },
      ]),
    ],
  })
}

const CONTROLS = [
  { keys: ['↑', '↓', '←', '→'], does: 'move, steer, choose' },
  { keys: ['W', 'A', 'S', 'D'], does: 'move, where a game needs the arrows for something else' },
  { keys: ['Space'], does: 'jump, fire, start' },
  { keys: ['Click', 'Tap'], does: 'choose, aim, play' },
  { keys: ['P'], does: 'pause, in most games' },
  { keys: ['Esc'], does: 'leave fullscreen' },
]

const TROUBLES = [
  {
    trouble: 'The game stays on its loading screen',
    help: 'Wait twenty seconds: then the player says so itself, and Retry loads it anew, twice at most. Games of other publishers come from their own servers, and one of those may be down.',
  },
  {
    trouble: 'The keys do nothing',
    help: 'Click into the game once. Keys go to whatever was clicked last, and that may be the page.',
  },
  {
    trouble: 'There is no sound',
    help: 'Browsers keep a page silent until you click or press a key in it. Then look for the loudspeaker inside the game, and on the browser tab.',
  },
  {
    trouble: 'It stutters',
    help: 'Close other tabs and leave energy saving. Games in 3D want a current browser with hardware acceleration switched on.',
  },
  {
    trouble: 'An ad blocker is on',
    help: 'Some publishers refuse to start a game behind one. Allow the page, or choose one of our originals: they have no ads at all.',
  },
]

export default function HowToPlayPage() {
  return (
    <div className="article">
      <h1>How to Play</h1>
      <p className="lead">
        Every game here opens in the page you are looking at. There is nothing to install, and nothing to sign up for.
      </p>

      <section>
        <h2>Getting started</h2>
        <ol className="steps">
          <li>
            <span>
              Find a game: type a few letters into the search above, look through the{' '}
              <a className="text-link" href={href('/categories')}>
                categories
              </a>
              , or see what is{' '}
              <a className="text-link" href={categoryHref('popular')}>
                popular
              </a>
              .
            </span>
          </li>
          <li>
            <span>Open its page. The game loads by itself; five lamps run while it does.</span>
          </li>
          <li>
            <span>Read “How To Play” below the game for its own keys and rules, and play.</span>
          </li>
        </ol>
      </section>

      <section>
        <h2>Controls</h2>
        <p>Each game has its own, on its page. Most of them agree on these:</p>
        <ul className="controls">
          {CONTROLS.map(({ keys, does }) => (
            <li key={does}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              {does}
            </li>
          ))}
        </ul>
        <p className="mt-4">
          On a phone you tap and swipe. A game made for a wide screen is best played with the phone held sideways.
        </p>
      </section>

      <section>
        <h2>Tips</h2>
        <ul className="guide">
          <li>The button at the right end of the bar below a game makes it fill the screen.</li>
          <li>The arrow beside it opens the game in a tab of its own, without anything around it.</li>
          <li>While a game has the keyboard, the arrow keys and the space bar belong to it: the page keeps still.</li>
          <li>
            The tags below a game lead to others of its kind; the{' '}
            <a className="text-link" href={href('/tags')}>
              tags page
            </a>{' '}
            combines several.
          </li>
          <li>Press / anywhere to search.</li>
        </ul>
      </section>

      <section>
        <h2>Troubleshooting</h2>
        <dl className="troubles">
          {TROUBLES.map(({ trouble, help }) => (
            <div key={trouble}>
              <dt>{trouble}</dt>
              <dd>{help}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4">
          It still does not work?{' '}
          <a className="text-link" href={href('/feedback')}>
            Tell us which game it is
          </a>
          , or{' '}
          <a className="text-link" href={href('/contact')}>
            ask us
          </a>{' '}
          anything else.
        </p>
      </section>

      <ButtonLink look="primary" size="large" href={href('/games')}>
        Browse Games
      </ButtonLink>
    </div>
  )
}
