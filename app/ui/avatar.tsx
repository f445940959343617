type Props = {
  /** Whose it is: its first two letters stand for the picture where there is none (docs/product.md, Screens). */
  name: string
  src: string | null
  size?: 'large'
  /** Which frame it is in; none where it is not given. */
  frame?: string | null | undefined
}

/** A face, or initials. Its name stands beside it: it is hidden from readers. */
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
