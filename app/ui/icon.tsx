import { createElement, type SVGProps } from 'react'

type Shape = [tag: string, attributes: Record<string, string>]
type Props = SVGProps<SVGSVGElement> & { size?: number }

/**
 * Replaces an icon of Lucide in the built portal, drawn from its shapes alone (`plainIcons` in cli/chunks.ts). Lucide's
 * component weighs as much as twenty icons, and computes for each of them what no icon here needs. `size` in px.
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
