import type { ComponentProps } from 'react'

/**
 * A picture that is fetched at once. A browser finds it as it reads the page; outside of `<picture>` React would announce it
 * in the page's head as well: before fonts, and without the `src` beside its `srcSet`.
 */
export function EagerImage({ alt, ...rest }: ComponentProps<'img'> & { alt: string }) {
  return (
    <picture>
      <img alt={alt} {...rest} />
    </picture>
  )
}
