import { listOf } from '../lib/text.ts'
import type { GameFacts } from './game-faq.server.ts'
import { waysToPlay } from './instructions.server.ts'

/** Returns advice for this game from its own data: its screen, its keys, where its progress is saved. */
export function playerGuideOf(game: GameFacts): string[] {
  const { title, width, height, isSelfHosted, playsOnPhones } = game
  const ways = waysToPlay(game.howToPlay, game.controls)
  const keys = ways.some((way) => /keys|WASD|space/.test(way))
  return [
    ...(width && height ? [screenAdvice(title, width, height, isSelfHosted && playsOnPhones === true)] : []),
    ...(ways.length
      ? [`It is played with ${listOf(ways)}.${keys ? ' If it does not respond to your keys, click into it once.' : ''}`]
      : []),
    ...(isSelfHosted ? ['Esc or Tab returns the keyboard to the page.'] : []),
    'The fullscreen button is at the right end of the bar below the game; Esc brings you back.',
    isSelfHosted
      ? 'Your progress is saved in this browser: it is still there when you come back on the same device.'
      : `${title} saves its progress in this browser, if it saves any. Private windows lose it.`,
  ]
}

function screenAdvice(title: string, width: number, height: number, isUprightToo: boolean): string {
  if (width > height * 1.05 && isUprightToo)
    return `${title} is made for a wide screen (${width} × ${height}), and plays on a phone held upright as well.`
  if (width > height * 1.05)
    return `${title} is made for a wide screen (${width} × ${height}). On a phone, turn it sideways and use fullscreen.`
  if (height > width * 1.05)
    return `${title} is made for a tall screen (${width} × ${height}), so it fits a phone held upright.`
  return `${title} is made for a square screen (${width} × ${height}), so it fits any way you hold a phone.`
}
