// A remake of the short game behind the engine's tiles: it draws the tiles, starts without a match, so that nothing
// scores before the first swap, turns upright on a tall screen, and supports keys. A level is won by points within a
// number of swaps; later levels have more kinds of tiles.
const [COLUMNS, ROWS] = innerHeight > innerWidth ? [8, 9] : [12, 6]
/** By kind: a tile's face, its lower edge, and its shape. */
const KINDS = [
  { face: '#e5493d', edge: '#a82c26', shape: 'square' },
  { face: '#3a7fd0', edge: '#235a9c', shape: 'plus' },
  { face: '#f5c23b', edge: '#c08a17', shape: 'up' },
  { face: '#28a7a4', edge: '#167472', shape: 'star' },
  { face: '#f5842f', edge: '#b9571a', shape: 'diamond' },
  { face: '#38a862', edge: '#217a43', shape: 'down' },
  { face: '#f3ead5', edge: '#b9ab8b', shape: 'circle' },
]
const COLOURS = KINDS.map(({ face }) => new Color().setHex(face))
const BACKGROUND = new Color().setHex('#2c0f1f')
const BOARD = new Color().setHex('#3d1527')
const CREAM = '#ffe6ad'
const AMBER = '#ffb938'
/** Size in pixels of a tile's cached drawing. */
const PIXELS = 160
const SWAPS = 20
const FALL_SECONDS = 0.13
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }

/** Kinds by column and row, from the bottom left, and the number of rows that each tile still has to fall. */
let kinds, drops
/** The cell under the keyboard cursor, and the selected tile. */
let here = vec2(COLUMNS >> 1, ROWS >> 1)
let taken = null
let isByKeys = false
/** Where a press began; dragging from there to a neighbour swaps. */
let pressedOn = null
let score, chain, falling
/** The level, its points, and its remaining swaps; `total` is the score of earlier levels. */
let level, total, swapsLeft

/** Five kinds at first, then one more every other level. */
const kindsIn = (number) => min(KINDS.length, 5 + floor((number - 1) / 2))
const goalOf = (number) => 60 + 15 * (number - 1)

function newGame() {
  level = 1
  total = 0
  beginLevel()
}

function beginLevel() {
  score = 0
  swapsLeft = SWAPS
  deal()
}

/** After everything has fallen: ends a level that is won or lost. Returns whether it ended. */
function endLevel() {
  if (score >= goalOf(level)) {
    total += score
    stage.sound('win')
    const left = swapsLeft ? ` ${swapsLeft} swaps were left.` : ''
    const next = () => {
      level++
      beginLevel()
    }
    const more = kindsIn(level + 1) > kindsIn(level) ? ' The next has one more kind of tile.' : ''
    stage.show(`Level ${level} done`, `${score} points.${left}${more}`, `Level ${level + 1}`, next)
    return true
  }
  if (swapsLeft) return false
  stage.show(
    'No swaps left',
    `You made ${score} of ${goalOf(level)} points in level ${level}.`,
    'Try again',
    beginLevel,
  )
  return true
}

/** Deals a board without a match, but with a swap that makes one. */
function deal() {
  do {
    kinds = Array.from({ length: COLUMNS }, () => [])
    for (let x = 0; x < COLUMNS; x++) for (let y = 0; y < ROWS; y++) kinds[x][y] = kindWithoutMatch(x, y)
  } while (!hasSwap())
  drops = kinds.map((column) => column.map(() => 0))
  taken = pressedOn = null
  chain = 0
  falling = new Timer()
}

function kindWithoutMatch(x, y) {
  const kind = randInt(kindsIn(level))
  const isThird = [
    [1, 0],
    [0, 1],
  ].some(([dx, dy]) => [1, 2].every((step) => kinds[x - dx * step]?.[y - dy * step] === kind))
  return isThird ? kindWithoutMatch(x, y) : kind
}

function exchange(one, other) {
  const kind = kinds[one.x][one.y]
  kinds[one.x][one.y] = kinds[other.x][other.y]
  kinds[other.x][other.y] = kind
}

function hasSwap() {
  for (let x = 0; x < COLUMNS; x++)
    for (let y = 0; y < ROWS; y++)
      for (const other of [vec2(x + 1, y), vec2(x, y + 1)]) {
        if (!other.arrayCheck(vec2(COLUMNS, ROWS))) continue
        exchange(vec2(x, y), other)
        const isMatch = matches().length > 0
        exchange(vec2(x, y), other)
        if (isMatch) return true
      }
  return false
}

/** Every cell in a row or column of at least three of a kind, once. */
function matches() {
  const found = new Map()
  for (let x = 0; x < COLUMNS; x++)
    for (let y = 0; y < ROWS; y++)
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
      ]) {
        const three = [0, 1, 2].map((step) => vec2(x + dx * step, y + dy * step))
        if (three.every((cell) => kinds[cell.x]?.[cell.y] === kinds[x][y]))
          for (const cell of three) found.set(`${cell}`, cell)
      }
  return [...found.values()]
}

/** Swaps two tiles; a swap without a match is undone. */
function swap(one, other) {
  taken = pressedOn = null
  exchange(one, other)
  if (matches().length) {
    swapsLeft--
    return burst()
  }
  exchange(one, other)
  stage.sound('hit')
}

/** Removes the matches, lets the tiles above fall, and refills from the top. */
function burst() {
  const gone = matches()
  score += ++chain * gone.length
  stage.sound('join', 1 + chain / 8)
  for (const cell of gone) {
    spark(cell)
    kinds[cell.x][cell.y] = null
  }
  drops = kinds.map((column) => {
    let gaps = 0
    const fallen = column.flatMap((kind) => (kind === null ? (gaps++, []) : gaps))
    return [...fallen, ...Array.from({ length: gaps }, () => gaps)]
  })
  kinds = kinds.map((column) => {
    const left = column.filter((kind) => kind !== null)
    return [...left, ...Array.from({ length: ROWS - left.length }, () => randInt(kindsIn(level)))]
  })
  falling.set(FALL_SECONDS * max(...drops.flat()))
}

function spark(cell) {
  const colour = COLOURS[kinds[cell.x][cell.y]]
  const light = colour.lerp(WHITE, 0.5)
  const centre = cell.add(vec2(0.5))
  // prettier-ignore
  new ParticleEmitter(centre, 0, 0.5, 0.1, 200, PI, undefined, colour, light, colour.scale(1, 0), light.scale(1, 0),
    0.5, 0.3, 0.2, 0.05, 0.05, 0.99, 1, 0, PI, 0.05, 0.5, false, true)
}

function updateBoard() {
  if (stage.isShowing()) return
  if (keyWasPressed('KeyR')) newGame()
  if (falling.active()) return
  if (falling.isSet()) {
    falling.unset()
    drops = kinds.map((column) => column.map(() => 0))
    if (matches().length) return burst()
    chain = 0
    if (endLevel()) return
    if (!hasSwap()) return stage.show('No swap matches', 'Your points and swaps stay.', 'New tiles', deal)
  }
  followPointer()
  followKeys()
}

const isBeside = (one, other) => abs(one.x - other.x) + abs(one.y - other.y) === 1

/** Swaps on a drag to a neighbour, or on presses on two adjacent tiles. */
function followPointer() {
  const over = mousePos.floor()
  if (!over.arrayCheck(vec2(COLUMNS, ROWS))) return
  if (mouseWasPressed(0)) {
    isByKeys = false
    if (taken && isBeside(taken, over)) return swap(taken, over)
    taken = taken && taken.distance(over) === 0 ? null : over
    pressedOn = over
  } else if (mouseIsDown(0) && pressedOn && isBeside(pressedOn, over)) swap(pressedOn, over)
}

/** Arrows move the cursor, Space or Enter selects a tile or deselects it, and the next arrow swaps it. */
function followKeys() {
  for (const [code, [x, y]] of Object.entries(STEPS)) {
    const next = here.add(vec2(x, y))
    if (!keyWasPressed(code) || !next.arrayCheck(vec2(COLUMNS, ROWS))) continue
    if (isByKeys) {
      if (taken) swap(here, next)
      here = next
    }
    isByKeys = true
    return
  }
  if (!keyWasPressed('Space') && !keyWasPressed('Enter')) return
  taken = isByKeys && taken ? null : here
  isByKeys = true
}

function drawBoard() {
  const context = mainContext
  drawRect(cameraPos, vec2(60), BACKGROUND, 0, false)
  drawRect(vec2(COLUMNS, ROWS).scale(0.5), vec2(COLUMNS + 0.2, ROWS + 0.2), BOARD, 0, false)
  const rest = falling.active() ? 1 - falling.getPercent() : 0
  context.save()
  // Clip tiles that fall in from above to the board.
  const corner = worldToScreen(vec2(-0.1, ROWS + 0.1))
  context.beginPath()
  context.rect(corner.x, corner.y, (COLUMNS + 0.2) * cameraScale, (ROWS + 0.2) * cameraScale)
  context.clip()
  for (let x = 0; x < COLUMNS; x++)
    for (let y = 0; y < ROWS; y++) drawPiece(vec2(x, y + drops[x][y] * rest), kinds[x][y])
  context.restore()
  if (isByKeys) drawChosen(here, AMBER)
  if (taken) drawChosen(taken, CREAM)
}

function drawPiece(cell, kind, isLit = false) {
  const { x, y } = worldToScreen(cell.add(vec2(0, 1)))
  mainContext.drawImage((isLit ? LIT : TILES)[kind], x, y, cameraScale, cameraScale)
}

/** Draws a frame around a tile, over its neighbours. */
function drawChosen(cell, colour) {
  const { x, y } = worldToScreen(cell.add(vec2(-0.08, 1.08)))
  const size = 1.16 * cameraScale
  mainContext.fillStyle = colour
  mainContext.beginPath()
  mainContext.roundRect(x, y, size, size, size * 0.2)
  mainContext.fill()
  if (!falling.active()) drawPiece(cell, kinds[cell.x][cell.y], true)
}

/** Draws a tile as in the picture: rounded, with a light upper half, a dark lower edge and its shape. */
function drawKind({ face, edge, shape }, isLit) {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = PIXELS
  const context = canvas.getContext('2d')
  context.scale(PIXELS / 100, PIXELS / 100)
  const box = (colour, x, y, width, height, radius) => {
    context.fillStyle = colour
    context.beginPath()
    context.roundRect(x, y, width, height, radius)
    context.fill()
  }
  box('rgb(0 0 0 / 0.3)', 5, 8, 90, 90, 18)
  box(edge, 5, 5, 90, 89, 18)
  box(face, 5, 5, 90, 82, 18)
  box('rgb(255 255 255 / 0.2)', 10, 9, 80, 18, 9)
  context.fillStyle = isLit ? '#fff6e0' : 'rgb(30 12 24 / 0.45)'
  context.beginPath()
  for (const [x, y] of SHAPES[shape]) context.lineTo(50 + x * 25, 48 + y * 25)
  if (shape === 'circle') context.arc(50, 48, 24, 0, 2 * PI)
  context.fill()
  return canvas
}

const STAR = Array.from({ length: 10 }, (_, at) => {
  const [angle, length] = [(at * PI) / 5 - PI / 2, at % 2 ? 0.5 : 1.15]
  return [Math.cos(angle) * length, Math.sin(angle) * length]
})
const [ARM, END] = [0.36, 1]
/** Corners of the shapes, from the centre of a tile. */
// prettier-ignore
const SHAPES = {
  square: [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
  plus: [[-ARM, -END], [ARM, -END], [ARM, -ARM], [END, -ARM], [END, ARM], [ARM, ARM], [ARM, END], [-ARM, END], [-ARM, ARM], [-END, ARM], [-END, -ARM], [-ARM, -ARM]],
  up: [[0, -1], [1.1, 0.9], [-1.1, 0.9]],
  down: [[0, 1], [1.1, -0.9], [-1.1, -0.9]],
  diamond: [[0, -1.15], [1.15, 0], [0, 1.15], [-1.15, 0]],
  star: STAR,
  circle: [],
}
const TILES = KINDS.map((kind) => drawKind(kind, false))
const LIT = KINDS.map((kind) => drawKind(kind, true))

setTilesPixelated(false)
// Migrates the best score stored by earlier versions.
stage.best(stage.saved('puzzleBestScore'))
stage.button('New game', newGame)
stage.start({
  across: max(COLUMNS + 0.3, ((ROWS + 1.2) * 16) / 9),
  acrossTall: (shape) => max(COLUMNS + 0.3, (ROWS + 1.3) / shape),
  // Below figures and buttons, centred in the remaining space.
  onShape({ down }) {
    cameraPos = vec2(COLUMNS / 2, down / 2 - max(0.15, (down - ROWS - 1.1) / 2))
  },
  init() {
    setCanvasClearColor(BACKGROUND)
    newGame()
    const text = stage.words(
      'Drag a tile onto its neighbour to line up three of a kind; or choose with the arrow keys, take with space, and swap with the next arrow. Reach the goal of each level before your swaps run out.',
      'Drag a tile onto its neighbour, or tap one and then the other, to line up three of a kind. Reach the goal of each level before your swaps run out.',
    )
    stage.show('Tile Swap', text, 'Play', () => {})
  },
  update: updateBoard,
  updatePost() {
    stage.figure('Level', level)
    stage.figure('Goal', `${score}/${goalOf(level)}`)
    stage.figure('Swaps', swapsLeft)
    stage.figure('Best', stage.best(total + score || null) ?? 0)
  },
  render: drawBoard,
})
