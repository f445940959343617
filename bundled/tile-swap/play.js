// The short game behind the engine's tiles, made anew: its board begins without a match, so that nothing counts before
// the first swap, stands upright on a screen held upright, and is played by keys too.
const [COLUMNS, ROWS] = innerHeight > innerWidth ? [8, 9] : [12, 6]
const COLOURS = [rgb(1, 0, 0), WHITE, rgb(1, 1, 0), rgb(0, 1, 0), rgb(0, 0.6, 1), rgb(0.8, 0, 1), GRAY]
const BACKGROUND = hsl(0.58, 0.4, 0.07)
const FALL_SECONDS = 0.13
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }

/** Kinds by column and row, from the bottom left, and how many rows each tile is still to fall. */
let kinds, drops
/** What the keys are on, and the tile that is taken; cells. */
let here = vec2(COLUMNS >> 1, ROWS >> 1)
let taken = null
let isByKeys = false
/** Where a press began: a drag from there to a neighbour swaps. */
let pressedOn = null
let score, chain, falling

function newGame() {
  score = 0
  deal()
}

/** A board that holds no match, and a swap that makes one. */
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
  const kind = randInt(COLOURS.length)
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

/** Every cell of a row or column of three or more of a kind, once. */
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

/** A swap that matches nothing is undone. */
function swap(one, other) {
  taken = pressedOn = null
  exchange(one, other)
  if (matches().length) return burst()
  exchange(one, other)
  stage.sound('hit')
}

/** Takes the matches off the board, lets fall what was above them, and fills up from the top. */
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
    return [...left, ...Array.from({ length: ROWS - left.length }, () => randInt(COLOURS.length))]
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
    if (!hasSwap()) return stage.show('No swap is left', `You have ${score} points.`, 'New tiles', deal)
  }
  followPointer()
  followKeys()
}

const isBeside = (one, other) => abs(one.x - other.x) + abs(one.y - other.y) === 1

/** A drag onto a neighbour swaps, and so does a press on one tile and then on the one beside it. */
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

/** Arrows choose a tile, Space or Enter takes it or puts it back, and the next arrow swaps it. */
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
  drawRect(cameraPos, vec2(60), BACKGROUND)
  drawRect(vec2(COLUMNS, ROWS).scale(0.5), vec2(COLUMNS + 0.1, ROWS + 0.1), BLACK)
  const rest = falling.active() ? 1 - falling.getPercent() : 0
  for (let x = 0; x < COLUMNS; x++)
    for (let y = 0; y < ROWS; y++) {
      const at = y + drops[x][y] * rest
      if (at < ROWS) drawPiece(vec2(x, at), kinds[x][y], 0.95)
    }
  // What comes in from the top is seen on the board only.
  drawRect(vec2(COLUMNS / 2, ROWS + 0.55), vec2(COLUMNS + 0.1, 1), BACKGROUND)
  if (isByKeys) drawChosen(here, hsl(0.11, 1, 0.6), 0.95)
  if (taken) drawChosen(taken, WHITE, 0.8)
}

function drawPiece(cell, kind, size) {
  const centre = cell.add(vec2(0.5))
  const colour = COLOURS[kind]
  drawRect(centre, vec2(size), colour)
  drawTile(centre, vec2(size / 1.9), tile(kind, 64), colour.scale(0.8, 1))
}

/** A frame round a tile, over its neighbours. */
function drawChosen(cell, colour, size) {
  drawRect(cell.add(vec2(0.5)), vec2(1.16), colour)
  if (!falling.active()) drawPiece(cell, kinds[cell.x][cell.y], size)
}

setTilesPixelated(false)
// What was kept before the stage kept it.
stage.best(stage.kept('puzzleBestScore'))
stage.button('New board', newGame)
stage.start({
  across: max(COLUMNS + 0.3, ((ROWS + 1.2) * 16) / 9),
  acrossTall: (shape) => max(COLUMNS + 0.3, (ROWS + 1.3) / shape),
  // Below figures and buttons, in the middle of what is left.
  onShape({ down }) {
    cameraPos = vec2(COLUMNS / 2, down / 2 - max(0.15, (down - ROWS - 1.1) / 2))
  },
  init() {
    setCanvasClearColor(BACKGROUND)
    newGame()
    const text = stage.words(
      'Drag a tile onto its neighbour to line up three of a kind; or choose with the arrow keys, take with space, and swap with the next arrow. There is no clock.',
      'Drag a tile onto its neighbour, or tap one and then the other, to line up three of a kind. There is no clock: look for long chains.',
    )
    stage.show('Tile Swap', text, 'Play', () => {})
  },
  update: updateBoard,
  updatePost() {
    stage.figure('Score', score)
    stage.figure('Best', stage.best(score || null) ?? 0)
  },
  render: drawBoard,
})
