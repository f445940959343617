import { createElement, type SVGProps } from 'react'

type Shape = [tag: string, attributes: Record<string, string>]
type Props = SVGProps<SVGSVGElement> & { size?: number }

/**
 * What an icon of Lucide is in the built portal, of its shapes alone (`plainIcons` in cli/chunks.ts): Lucide's own component
 * weighs as much as twenty icons, and works out for each of them anew what no icon here asks for. `size` in px.
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
