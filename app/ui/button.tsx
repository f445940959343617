import type { ComponentProps } from 'react'

type Look = { look?: 'primary' | 'secondary' | 'outline' | 'quiet' | 'destructive'; size?: 'small' | 'large' }

function classOf({ look = 'secondary', size }: Look, more?: string): string {
  return `button button-${look}${size ? ` button-${size}` : ''}${more ? ` ${more}` : ''}`
}

/** Renders a button. The primary look is amber; use it once per group. */
export function Button({ look, size, className, type = 'button', ...rest }: ComponentProps<'button'> & Look) {
  return <button type={type} className={classOf({ look, size }, className)} {...rest} />
}

export function ButtonLink({ look, size, className, ...rest }: ComponentProps<'a'> & Look) {
  return <a className={classOf({ look, size }, className)} {...rest} />
}
