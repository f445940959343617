import type { ComponentProps } from 'react'

/**
 * Renders a picture that the browser loads as soon as it parses the element. Outside `<picture>`, React would also
 * preload the picture in the head: before the fonts, and without the `src` next to its `srcSet`.
 */
export function EagerImage({ alt, ...rest }: ComponentProps<'img'> & { alt: string }) {
  return (
    <picture>
      <img alt={alt} {...rest} />
    </picture>
  )
}
