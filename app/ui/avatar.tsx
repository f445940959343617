type Props = {
  /** Whose it is: its first two letters stand for the picture where there is none (docs/product.md, Screens). */
  name: string
  src: string | null
  size?: 'large'
}

/** A face, or initials. Its name stands beside it: it is hidden from readers. */
export function Avatar({ name, src, size }: Props) {
  return (
    <span className={size ? 'avatar avatar-large' : 'avatar'} aria-hidden="true">
      {src ? <img src={src} alt="" width="72" height="72" /> : initialsOf(name)}
    </span>
  )
}

export function initialsOf(name: string): string {
  return Array.from(name).slice(0, 2).join('').toUpperCase()
}
