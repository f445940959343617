/** Renders unlit dots between a title and the content to its right. */
export function Leader() {
  return <span className="leader" aria-hidden="true" />
}

/**
 * Renders a row of `count` bulbs. From index `from` on, `lit` bulbs are lit, in half steps. Screen readers skip the
 * row, since a text or a number is next to it.
 */
export function Bulbs({ count, lit, from = 0 }: { count: number; lit: number; from?: number }) {
  return (
    <span className="bulbs" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <i
          key={at}
          className="bulb"
          data-lit={at < from ? undefined : at + 1 <= from + lit ? 'full' : at + 0.5 <= from + lit ? 'half' : undefined}
        />
      ))}
    </span>
  )
}

/** Renders a busy indicator of five chasing bulbs. Screen readers read `label`. */
export function Loader({ label }: { label: string }) {
  return (
    <span className="loader" role="status" aria-label={label}>
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  )
}

const DIGITS = new Map(
  Object.entries({
    '0': ['.###.', '#...#', '#...#', '#...#', '#...#', '#...#', '.###.'],
    '1': ['..#..', '.##..', '..#..', '..#..', '..#..', '..#..', '.###.'],
    '2': ['.###.', '#...#', '....#', '...#.', '..#..', '.#...', '#####'],
    '3': ['.###.', '#...#', '....#', '..##.', '....#', '#...#', '.###.'],
    '4': ['...#.', '..##.', '.#.#.', '#..#.', '#####', '...#.', '...#.'],
    '5': ['#####', '#....', '####.', '....#', '....#', '#...#', '.###.'],
    '6': ['.###.', '#....', '#....', '####.', '#...#', '#...#', '.###.'],
    '7': ['#####', '....#', '...#.', '..#..', '..#..', '.#...', '.#...'],
    '8': ['.###.', '#...#', '#...#', '.###.', '#...#', '#...#', '.###.'],
    '9': ['.###.', '#...#', '#...#', '.####', '....#', '#...#', '.###.'],
  }),
)

/** Renders a status code on a board of lamps. */
export function LampBoard({ number }: { number: string }) {
  return (
    <div className="lamp-board" role="img" aria-label={number}>
      {Array.from(number, (digit, at) => (
        <span key={at} className="lamp-digit">
          {(DIGITS.get(digit) ?? []).flatMap((line, row) =>
            Array.from(line, (cell, column) => <i key={`${row}.${column}`} data-lit={cell === '#' || undefined} />),
          )}
        </span>
      ))}
    </div>
  )
}
