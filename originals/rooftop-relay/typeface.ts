/** Sets the font to an installed condensed typeface, so that nothing is downloaded. */
export function setType(
  ctx: CanvasRenderingContext2D,
  size: number,
  weight = 800,
  align: CanvasTextAlign = 'left',
): void {
  ctx.font = `${weight} condensed ${size}px "Bricolage Grotesque Variable", "Arial Narrow", "Roboto Condensed", system-ui, sans-serif`
  ctx.textAlign = align
  ctx.textBaseline = 'alphabetic'
}

/** Writes text no wider than `room`, in a smaller size if necessary. */
export function writeFitted(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  room: number,
  weight = 800,
): void {
  setType(ctx, size, weight, 'center')
  const width = ctx.measureText(text).width
  if (width > room) setType(ctx, (size * room) / width, weight, 'center')
  ctx.fillText(text, x, y)
}
