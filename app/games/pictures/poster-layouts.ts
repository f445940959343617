/**
 * Input of a layout: the size of the poster in SVG units, its colours, and `sign`, which draws the category's symbol
 * with a given top left corner and size.
 */
export type Sheet = {
  width: number
  height: number
  ground: string
  tone: string
  ink: string
  bulb: string
  sign: (x: number, y: number, size: number, colour: string, stroke?: number) => string
}

/**
 * Draws a poster. It may be cropped to a strip, so the symbol must be in the middle. Hearts and badges cover the top
 * corners, so these must be empty.
 */
type Layout = (sheet: Sheet) => string

/** The symbol in the middle, in ink. */
function middle({ width, height, ink, sign }: Sheet, part = 0.46): string {
  const size = Math.min(width, height) * part
  return sign((width - size) / 2, (height - size) / 2, size, ink, 1.8)
}

/** A row of bulbs, like those next to the site's headings. */
function bulbs(from: number, to: number, y: number, colour: string): string {
  // Zero-length dashes with round caps are dots.
  return `<path stroke="${colour}" stroke-width="14" stroke-dasharray="0 40" d="M${from} ${y}H${to}"/>`
}

/** A disc like a spotlight behind the symbol. */
const disc: Layout = (sheet) => {
  const { width, height, tone } = sheet
  const r = Math.min(width, height) * 0.4
  return `<circle cx="${width / 2}" cy="${height / 2}" r="${r}" fill="${tone}"/>${middle(sheet)}`
}

/** Rays from the bottom edge, as over a stage. */
const rays: Layout = (sheet) => beams(sheet) + middle(sheet, 0.5)

/** Two backgrounds with a slanted edge between them, as on the category tiles. */
const slant: Layout = (sheet) => {
  const { width, height, tone } = sheet
  return `<path fill="${tone}" d="M${width * 0.58} 0H${width}V${height}H${width * 0.42}Z"/>${middle(sheet)}`
}

/** The symbol in front of a copy of itself that is larger than the poster. */
const echo: Layout = (sheet) => {
  const { width, height, tone, sign } = sheet
  const size = Math.max(width, height) * 1.05
  return sign((width - size) / 2, (height - size) / 2, size, tone, 1.2) + middle(sheet, 0.4)
}

/** A stage between two rows of bulbs. */
const marquee: Layout = (sheet) => {
  const { width, height, tone, bulb } = sheet
  const edge = Math.round(height * 0.16)
  return (
    `<path fill="${tone}" d="M0 0H${width}V${edge}H0ZM0 ${height - edge}H${width}V${height}H0Z"/>` +
    bulbs(20, width, edge, bulb) +
    bulbs(20, width, height - edge, bulb) +
    middle(sheet)
  )
}

/** Concentric rings around the symbol. */
const rings: Layout = (sheet) => {
  const { width, height, tone } = sheet
  const drawn = [0.36, 0.52, 0.68, 0.84].map(
    (part) => `<circle cx="${width / 2}" cy="${height / 2}" r="${Math.round(Math.min(width, height) * part)}"/>`,
  )
  return `<g stroke="${tone}" stroke-width="${Math.round(height * 0.05)}">${drawn.join('')}</g>${middle(sheet, 0.4)}`
}

function beams({ width, height, tone }: Sheet): string {
  const [x, y] = [width / 2, height * 1.02]
  const far = width + height
  const drawn = Array.from({ length: 7 }, (_, at) => {
    const ends = [at / 7 + 0.02, (at + 0.5) / 7 + 0.02].map((part) => {
      const angle = Math.PI * (1 + part)
      return `${Math.round(x + far * Math.cos(angle))} ${Math.round(y + far * Math.sin(angle))}`
    })
    return `M${x} ${Math.round(y)}L${ends.join(' ')}Z`
  })
  return `<path fill="${tone}" d="${drawn.join('')}"/>`
}

export const LAYOUTS: Layout[] = [disc, rays, slant, echo, marquee, rings]
