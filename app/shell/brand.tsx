const POSITIONS = [5.5, 12.5, 19.5, 26.5]
const LAMPS = POSITIONS.flatMap((x) =>
  POSITIONS.filter((y) => [5.5, 26.5].includes(x) || [5.5, 26.5].includes(y)).map((y) => [x, y] as const),
)

/** Twelve bulbs around a play triangle. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="mark-tile" />
      {LAMPS.map(([x, y]) => (
        <circle key={`${x}.${y}`} cx={x} cy={y} r="1.6" className="mark-lamp" />
      ))}
      <path
        d="M12.6 10.4v11.2a.8.8 0 0 0 1.2.7l9-5.6a.8.8 0 0 0 0-1.4l-9-5.6a.8.8 0 0 0-1.2.7Z"
        className="mark-lamp"
      />
    </svg>
  )
}

/** Logo and name, linking home. */
export function Brand({ name }: { name: string }) {
  return (
    <a href="/" className="brand" aria-label={`${name}, home`}>
      <Mark />
      <span className="display">{name}</span>
    </a>
  )
}
