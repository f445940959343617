import { draw } from './element.ts'

/** Stroked paths on a 24 px grid. */
const PATHS = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  undo: 'M8.5 5L4.5 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11h-4',
  restart: 'M5 12a7 7 0 1 0 2.2-5.1M4.5 4.5v4h4',
  hint: 'M9.5 20h5M10 17h4M12 3a6 6 0 0 0-3.5 10.9c.9.7 1.3 1.7 1.4 3.1h4.2c.1-1.4 .5-2.4 1.4-3.1A6 6 0 0 0 12 3z',
  calendar: 'M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
  muted: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
}

const STAR = 'M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z'

export function icon(name: keyof typeof PATHS): SVGSVGElement {
  return draw('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, draw('path', { d: PATHS[name] }))
}

/** A row of stars, of which `lit` are lit. It is hidden from screen readers, so callers add the number as text. */
export function starRow(lit: number, of = 3): SVGSVGElement {
  const row = draw('svg', { viewBox: `0 0 ${of * 24} 24`, class: 'stars', 'aria-hidden': 'true' })
  for (let index = 0; index < of; index++) {
    row.append(
      draw('path', { d: STAR, transform: `translate(${index * 24} 0)`, class: index < lit ? 'star lit' : 'star' }),
    )
  }
  return row
}
