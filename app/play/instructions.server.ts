/** The steps of "How To Play": one per line of the instructions, without the dashes and numbers that feeds add. */
export function stepsOf(howToPlay: string): string[] {
  return howToPlay
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-–—•*]+|\d{1,2}[.)])\s+/, '').trim())
    .filter(Boolean)
}

const WAYS: { way: string; words: RegExp }[] = [
  { way: 'the mouse', words: /\bmouse|\bclick/i },
  { way: 'touch', words: /\btouch|\btap\b|\btapping|\bswipe|\bfinger/i },
  { way: 'the arrow keys', words: /\barrow/i },
  { way: 'WASD', words: /\bwasd\b|\bw\s*,?\s*a\s*,?\s*s\s*,?\s*d\b/i },
  { way: 'the space bar', words: /\bspace\s?bar|\bspace\b/i },
  { way: 'a gamepad', words: /\bgame\s?pad|\bjoystick|\bcontroller\b/i },
]

/** How a game is played, according to its instructions and controls: "the mouse", "touch", "the arrow keys". */
export function waysToPlay(howToPlay: string, controls: { keys: string[] }[] | null): string[] {
  const keys = (controls ?? []).flatMap((control) => control.keys.map((key) => (/^[←→↑↓]$/.test(key) ? 'arrow' : key)))
  const text = [howToPlay, ...keys].join(' ')
  return WAYS.filter(({ words }) => words.test(text)).map(({ way }) => way)
}
