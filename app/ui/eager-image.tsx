import type { ComponentProps } from 'react'

/**
 * A picture that loads at once, as the browser finds it in the page. Outside of `<picture>` React would also preload it
 * in the head: before the fonts, and without the `src` next to its `srcSet`.
 */
export function EagerImage({ alt, ...rest }: ComponentProps<'img'> & { alt: string }) {
  return (
    <picture>
      <img alt={alt} {...rest} />
    </picture>
  )
}
