import { listOf } from '../lib/text.ts'
import { stepsOf, waysToPlay } from './instructions.server.ts'

export type GameFacts = {
  title: string
  categories: string[]
  tags: string[]
  howToPlay: string
  controls: { keys: string[] }[] | null
  publishedBy: string | null
  playsOnPhones: boolean | null
  width: number | null
  height: number | null
  isSelfHosted: boolean
}

export type Answer = { question: string; answer: string }

/** Returns the questions that the game's own data can answer; unknown facts are left out. */
export function faqOf(game: GameFacts): Answer[] {
  const { title, categories } = game
  const publishedBy = game.publishedBy?.replace(/\.$/, '')
  const ways = waysToPlay(game.howToPlay, game.controls)
  const first = stepsOf(game.howToPlay)[0]
  return [
    {
      question: `Is ${title} free?`,
      answer: `Yes. ${title} opens in your browser and costs nothing, and you need no account to play it.`,
    },
    ...phoneAnswer(game),
    {
      question: 'Do I have to download anything?',
      answer: game.isSelfHosted
        ? `No. ${title} is served by this site and runs inside the page. All you need is an up-to-date browser.`
        : `No. ${title} runs inside the page, from the servers of ${publishedBy || 'its publisher'}. ` +
          'All you need is an up-to-date browser.',
    },
    ...(first
      ? [
          {
            question: `How do I play ${title}?`,
            answer:
              `${ways.length ? `You can play with ${listOf(ways, 'or')}. ` : ''}` +
              `${/[.!?]$/.test(first) ? first : `${first}.`}`,
          },
        ]
      : []),
    ...(publishedBy ? [{ question: `Who made ${title}?`, answer: `${title} is published by ${publishedBy}.` }] : []),
    ...(categories.length
      ? [
          {
            question: `What kind of game is ${title}?`,
            answer:
              `It is listed under ${listOf(categories)}` +
              `${game.tags.length ? `, and is tagged ${listOf(game.tags.slice(0, 5))}` : ''}.`,
          },
        ]
      : []),
  ]
}

function phoneAnswer({ title, playsOnPhones, width, height, isSelfHosted }: GameFacts): Answer[] {
  if (playsOnPhones === null) return []
  // Self-hosted games adapt to the shape of the screen.
  const shape = isSelfHosted
    ? ' It works in portrait and landscape.'
    : width && height
      ? shapeAdvice(width, height)
      : ''
  return [
    {
      question: 'Does it work on a phone?',
      answer: playsOnPhones
        ? `Yes. ${title} is made for touch, too, on phones and tablets.${shape}`
        : `${title} is made for a computer. It opens on a phone but needs a keyboard or a mouse.`,
    },
  ]
}

/** As in the player's guide, a nearly square screen is neither wide nor tall. */
function shapeAdvice(width: number, height: number): string {
  if (width > height * 1.05) return ' Turn the phone sideways: it is made for a wide screen.'
  if (height > width * 1.05) return ' Hold the phone upright: it is made for a tall screen.'
  return ''
}
