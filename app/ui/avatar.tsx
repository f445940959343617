type Props = {
  /** The player's name. Its first two letters replace a missing picture (docs/product.md#missing-pictures). */
  name: string
  src: string | null
  size?: 'large'
  /** Its frame, if it has one. */
  frame?: string | null | undefined
}

/** A picture or initials. The name is next to it, so it is hidden from screen readers. */
export function Avatar({ name, src, size, frame }: Props) {
  return (
    <span className={size ? 'avatar avatar-large' : 'avatar'} data-frame={frame || undefined} aria-hidden="true">
      {src ? <img src={src} alt="" width="72" height="72" /> : initialsOf(name)}
    </span>
  )
}

export function initialsOf(name: string): string {
  return Array.from(name).slice(0, 2).join('').toUpperCase()
}
