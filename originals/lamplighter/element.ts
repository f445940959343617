type Child = Node | string

/** Creates an HTML element with a class and children. */
export function el<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = '', ...children: Child[]) {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

/** Creates an SVG element with attributes and children. */
export function draw<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number>,
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.append(...children)
  return element
}

export function button(className: string, does: () => void, ...children: Child[]): HTMLButtonElement {
  const element = el('button', className, ...children)
  element.type = 'button'
  element.addEventListener('click', does)
  return element
}

export function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
