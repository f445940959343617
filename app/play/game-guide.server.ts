import { listOf } from '../lib/text.ts'
import type { GameFacts } from './game-faq.server.ts'
import { waysToPlay } from './instructions.server.ts'

/** Returns advice for this game from its own data: its screen, its keys, where its progress is saved. */
export function playerGuideOf(game: GameFacts): string[] {
  const { title, width, height, isSelfHosted, playsOnPhones } = game
  const ways = waysToPlay(game.howToPlay, game.controls)
  const focus = ways.some((way) => /keys|WASD|space/.test(way))
    ? ' If it does not respond to your keys, click into it once.'
    : ''
  return [
    ...(width && height ? [screenAdvice(title, width, height, isSelfHosted && playsOnPhones === true)] : []),
    ...(ways.length ? [`You can play with ${listOf(ways, 'or')}.${focus}`] : []),
    ...(isSelfHosted ? ['Press Esc or Tab to leave the game’s controls.'] : []),
    'The fullscreen button is at the right end of the bar below the game. Press Esc to leave fullscreen.',
    isSelfHosted
      ? 'Your progress is saved in this browser, so it is still there when you come back on the same device.'
      : `If ${title} saves your progress, it does so in this browser. Private windows lose it.`,
  ]
}

function screenAdvice(title: string, width: number, height: number, isUprightToo: boolean): string {
  if (width > height * 1.05 && isUprightToo)
    return `${title} is made for a wide screen (${width} × ${height}), and also plays on a phone held upright.`
  if (width > height * 1.05)
    return `${title} is made for a wide screen (${width} × ${height}). On a phone, turn it sideways and use fullscreen.`
  if (height > width * 1.05)
    return `${title} is made for a tall screen (${width} × ${height}), so it fits a phone held upright.`
  return `${title} is made for a square screen (${width} × ${height}), so it fits whichever way you hold a phone.`
}
