import { element } from './element.ts'

/** A sign over a game that needs the width, on a screen held upright. Whoever cannot turn the phone plays all the same. */
export function askToTurn(): void {
  const sign = element('div', 'stage-turn')
  sign.append(phone())
  element('strong', '', sign).textContent = 'Turn the phone'
  element('span', '', sign).textContent = 'This game needs the width.'
  const stay = element('button', 'stage-button', sign)
  stay.textContent = 'Play upright all the same'
  stay.addEventListener('click', () => sign.remove())
}

function phone(): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 64 64')
  svg.setAttribute('aria-hidden', 'true')
  const path = svg.appendChild(document.createElementNS(svg.namespaceURI, 'path'))
  path.setAttribute(
    'd',
    'M10 30V10a4 4 0 0 1 4-4h12a4 4 0 0 1 4 4v12M10 34h44a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4V34M38 10a14 14 0 0 1 14 14M46 20l6 6 6-6',
  )
  return svg
}
