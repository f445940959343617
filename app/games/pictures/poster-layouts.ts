/** What a layout is given: the sheet in units of SVG, its colours, and the category's sign, drawn by its left upper corner and size. */
export type Sheet = {
  width: number
  height: number
  margin: number
  ground: string
  tone: string
  ink: string
  bulb: string
  sign: (x: number, y: number, size: number, colour: string, stroke?: number) => string
}

/**
 * What stands behind the title, in `tone` or `ground` where the title crosses it; where its lines stand, and the part of the height
 * that they have, at the foot.
 */
type Layout = (sheet: Sheet) => { behind: string; align: 'left' | 'middle' | 'right'; room: number }

/** Bulbs in a row, as beside the headings of the site. */
function bulbs(from: number, to: number, y: number, colour: string): string {
  // Lines of no length with round ends are dots.
  return `<path stroke="${colour}" stroke-width="14" stroke-dasharray="0 40" d="M${from} ${y}H${to}"/>`
}

/** The sign over the right edge, larger than the sheet. */
const corner: Layout = ({ width, height, margin, tone, bulb, sign }) => {
  const size = Math.max(width, height) * 0.78
  return {
    behind: sign(width - size * 0.74, -size * 0.16, size, tone, 2.4) + bulbs(margin, width * 0.42, margin, bulb),
    align: 'left',
    room: 0.76,
  }
}

/** A disc like a spotlight, the sign cut out of it. */
const disc: Layout = ({ width, height, tone, ground, sign }) => {
  const r = Math.min(width, height) * 0.52
  const [x, y] = [width * 0.72, height * 0.3]
  const size = r * 1.2
  return {
    behind: `<circle cx="${x}" cy="${y}" r="${r}" fill="${tone}"/>${sign(x - size / 2, y - size / 2 - r * 0.1, size, ground)}`,
    align: 'left',
    room: 0.76,
  }
}

/** Two grounds that meet at a slant, as on the category tiles; the sign leaves over the edge. */
const slant: Layout = ({ width, height, tone, ground, margin, bulb, sign }) => {
  const size = Math.min(width, height) * 0.86
  return {
    behind: `<path fill="${tone}" d="M${width * 0.56} 0H${width}V${height}H${width * 0.36}Z"/>${sign(width - size * 0.8, -size * 0.14, size, ground, 2.2)}${bulbs(margin, width * 0.46, margin, bulb)}`,
    align: 'left',
    room: 0.76,
  }
}

/** Rays from the foot, as over a stage; the sign hangs above the title. */
const rays: Layout = ({ width, height, tone, ink, sign }) => {
  const size = height * 0.22
  return {
    behind: beams(width, height, tone) + sign((width - size) / 2, height * 0.05, size, ink, 1.8),
    align: 'middle',
    room: 0.7,
  }
}

/** For a poster without a title: the sign on rays, in the middle. */
export const plain: Layout = ({ width, height, tone, ink, sign }) => {
  const size = height * 0.5
  return {
    behind: beams(width, height, tone) + sign((width - size) / 2, (height - size) / 2, size, ink, 1.8),
    align: 'middle',
    room: 0,
  }
}

function beams(width: number, height: number, colour: string): string {
  const [x, y] = [width / 2, height * 1.02]
  const far = width + height
  const drawn = Array.from({ length: 7 }, (_, at) => {
    const ends = [at / 7 + 0.02, (at + 0.5) / 7 + 0.02].map((part) => {
      const angle = Math.PI * (1 + part)
      return `${Math.round(x + far * Math.cos(angle))} ${Math.round(y + far * Math.sin(angle))}`
    })
    return `M${x} ${Math.round(y)}L${ends.join(' ')}Z`
  })
  return `<path fill="${colour}" d="${drawn.join('')}"/>`
}

/** A frieze of signs along the upper edge, cut at both ends, over a row of bulbs. */
const frieze: Layout = ({ width, height, tone, ground, bulb, sign }) => {
  const band = Math.round(Math.min(width, height) * 0.3)
  const size = band * 0.74
  const step = size * 1.36
  const signs = Array.from({ length: Math.ceil(width / step) + 1 }, (_, at) =>
    sign(at * step - size * 0.55, (band - size) / 2, size, ground),
  )
  return {
    behind: `<path fill="${tone}" d="M0 0H${width}V${band}H0Z"/>${signs.join('')}${bulbs(20, width, band + 30, bulb)}`,
    align: 'left',
    room: 0.68,
  }
}

/** Three bars that grow like steps from the left; the sign stands large at the left, the title at the right. */
const steps: Layout = ({ width, height, tone, margin, bulb, sign }) => {
  const size = Math.max(width, height) * 0.6
  const bars = [0.5, 0.34, 0.18].map(
    (part, at) => `M${width} ${at * 44 + 40}H${Math.round(width * (1 - part))}v20H${width}Z`,
  )
  return {
    behind: `<path fill="${tone}" d="${bars.join('')}"/>${sign(-size * 0.24, -size * 0.2, size, tone, 2.4)}${bulbs(width * 0.82, width - margin + 20, 200, bulb)}`,
    align: 'right',
    room: 0.74,
  }
}

export const LAYOUTS: Layout[] = [corner, disc, slant, rays, frieze, steps]
