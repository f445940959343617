import { createElement, type SVGProps } from 'react'

type Shape = [tag: string, attributes: Record<string, string>]
type Props = SVGProps<SVGSVGElement> & { size?: number }

/**
 * Creates an icon component from shapes. In the built portal, it replaces the components of Lucide (`plainIcons` in
 * cli/chunks.ts). A Lucide component is as large as twenty icons and computes values that none of our icons need.
 * `size` is in px.
 */
export function icon(shapes: Shape[]) {
  return function Icon({ size = 24, ...props }: Props) {
    const drawn = {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': props['aria-label'] ? undefined : true,
    } as const
    return createElement('svg', { ...drawn, ...props }, ...shapes.map(([tag, given]) => createElement(tag, given)))
  }
}
