/**
 * What every bundled game of LittleJS stands on: figures in the corner, a button for a new game, keys for fingers,
 * the card between rounds, and the best result kept in localStorage. A classic script, since the engine's short
 * games are classic scripts that share its globals.
 */
globalThis.stage = (() => {
  const bar = addElement('div', 'stage-bar')
  const figureList = bar.appendChild(document.createElement('dl'))
  figureList.className = 'stage-figures'
  const figures = new Map()

  const card = addElement('button', 'stage-card')
  card.type = 'button'
  card.hidden = true
  const [cardTitle, cardText, cardGo] = ['strong', 'span', 'b'].map((tag) =>
    card.appendChild(document.createElement(tag)),
  )
  let onGo = null
  let shownAt = 0

  card.addEventListener('click', leaveCard)
  window.addEventListener('keydown', onCardKey, true)
  keepFromEngine(card)

  return { figure, button, keys, tapKey, show, best, isShowing: () => !card.hidden, start }

  /** Shows `value` under `label` in the corner. */
  function figure(label, value) {
    let shown = figures.get(label)
    if (!shown) {
      const row = figureList.appendChild(document.createElement('div'))
      row.appendChild(document.createElement('dt')).textContent = label
      shown = row.appendChild(document.createElement('dd'))
      figures.set(label, shown)
    }
    const text = String(value)
    if (shown.textContent !== text) shown.textContent = text
  }

  function button(label, onPress) {
    const made = bar.appendChild(document.createElement('button'))
    made.type = 'button'
    made.className = 'stage-button'
    made.textContent = label
    made.addEventListener('click', () => {
      made.blur()
      onPress()
    })
    keepFromEngine(made)
  }

  /** Held for some frames: the engine reads the keyboard once a frame and forgets a key that is up again by then. */
  function tapKey(code) {
    document.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true }))
    const release = () => document.dispatchEvent(new KeyboardEvent('keyup', { code, bubbles: true }))
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(release)), 100)
  }

  /** Keys for fingers, left to right; `null` is the gap between the hands. Each is `{ sign, says, code }`. */
  function keys(list) {
    const row = addElement('div', 'stage-keys')
    for (const key of list) {
      if (!key) {
        row.appendChild(document.createElement('span')).className = 'gap'
        continue
      }
      const made = row.appendChild(document.createElement('button'))
      made.type = 'button'
      made.textContent = key.sign
      made.setAttribute('aria-label', key.says)
      const press = (isDown) => {
        made.classList.toggle('held', isDown)
        document.dispatchEvent(new KeyboardEvent(isDown ? 'keydown' : 'keyup', { code: key.code, bubbles: true }))
      }
      made.addEventListener('pointerdown', () => press(true))
      for (const type of ['pointerup', 'pointercancel', 'lostpointercapture']) {
        made.addEventListener(type, () => made.classList.contains('held') && press(false))
      }
      keepFromEngine(made)
    }
    const show = () => row.classList.add('shown')
    if (window.matchMedia('(pointer: coarse)').matches) show()
    window.addEventListener('touchstart', show, { once: true, capture: true, passive: true })
  }

  /** Pauses the game behind a card; `go` runs when the player leaves it. */
  function show(title, text, label, go) {
    cardTitle.textContent = title
    cardText.textContent = text
    cardGo.textContent = label
    onGo = go
    shownAt = performance.now()
    card.hidden = false
    if (document.hasFocus()) card.focus({ preventScroll: true })
    if (typeof setPaused === 'function') setPaused(true)
  }

  function leaveCard() {
    // Whoever was still hammering the keys when the round ended wants to read the result first.
    if (card.hidden || performance.now() - shownAt < 450) return
    card.hidden = true
    card.blur()
    if (typeof setPaused === 'function') setPaused(false)
    onGo?.()
  }

  function onCardKey(event) {
    if (card.hidden || event.repeat || !['Space', 'Enter'].includes(event.code)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    leaveCard()
  }

  /** The better of what is stored and `value`; the greater one unless `isLessBetter`. Null where nothing is known. */
  function best(value, isLessBetter = false) {
    const text = localStorage.getItem('best')
    const stored = text === null ? null : Number(text)
    if (value === null || value === undefined) return stored
    if (stored !== null && (isLessBetter ? stored <= value : stored >= value)) return stored
    localStorage.setItem('best', String(value))
    return value
  }

  /** Starts one of LittleJS's short games, sharper than its 960 × 540. `scale` is pixels a unit at 1920 × 1080. */
  function start({ init, update = none, updatePost = none, render = none, renderPost = none, scale = 64 }) {
    setCanvasFixedSize(vec2(1920, 1080))
    setCameraScale(scale)
    setTileDefaultBleed(0.5)
    setCanvasPixelated(false)
    engineInit(init, update, () => isPlaying() && updatePost(), render, renderPost, ['tiles.png'])
  }

  function isPlaying() {
    return card.hidden
  }

  function none() {}

  function addElement(tag, className) {
    const made = document.body.appendChild(document.createElement(tag))
    made.className = className
    return made
  }

  /** The engine takes every press on the page for the game and cancels it. */
  function keepFromEngine(element) {
    for (const type of ['mousedown', 'mouseup', 'touchstart', 'touchmove', 'touchend']) {
      element.addEventListener(type, (event) => event.stopPropagation())
    }
  }
})()
