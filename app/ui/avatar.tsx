type Props = {
  /** The player's name. If there is no picture, its first two letters are shown (docs/product.md#missing-pictures). */
  name: string
  src: string | null
  size?: 'large'
  /** The picture's frame, if it has one. */
  frame?: string | null | undefined
}

/** Shows a picture or initials. Screen readers skip it, since the name is next to it. */
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
