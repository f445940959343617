/** Unlit dots between a title and what is to its right. */
export function Leader() {
  return <span className="leader" aria-hidden="true" />
}

/**
 * A row of `count` bulbs, `lit` of them lit from index `from` on, in half steps. It is hidden from screen readers,
 * since words or a number are next to it.
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

/** A busy indicator of five chasing bulbs. Screen readers read `label`. */
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

/** A status code on a board of lamps. */
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
