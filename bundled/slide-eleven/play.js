// The short game starts solved and never detects the solution: this shuffles, counts moves and ends it.
let moves, lastEmpty

/** Shuffle moves of the first puzzles; later ones are shuffled thoroughly. */
const FIRST = [3, 5, 8, 12, 17, 24, 34]
const THOROUGHLY = 240
/** The number of the puzzle, stored in the browser. */
let puzzle = stage.saved('puzzle') ?? 0

/** The picture's colours: amber, cream, salmon and blue, and the colour of each tile. */
const FACES = [hsl(0.12, 0.9, 0.63), hsl(0.12, 0.6, 0.88), hsl(0.02, 0.8, 0.7), hsl(0.55, 0.6, 0.78)]
const PAINTED = [0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 1]
/** A misplaced tile, the board, and its surroundings. */
const AWAY = hsl(0.04, 0.35, 0.36)
const BOARD = hsl(0.04, 0.7, 0.13)
const AROUND = hsl(0.04, 0.65, 0.27)

function pieces() {
  return engineObjects.filter((object) => object instanceof PuzzlePiece)
}

function numberPieces() {
  pieces().forEach((piece, index) => {
    piece.text = index + 1
    piece.size = pieceSize
    piece.color = FACES[PAINTED[index]]
  })
}

function slide(piece, isShown) {
  piece.lastPos = piece.pos
  piece.pos = emptyGridPos.multiply(piece.size)
  ;[emptyGridPos, piece.gridPos] = [piece.gridPos, emptyGridPos]
  if (isShown) piece.moveTimer.set(0.2)
  else piece.lastPos = piece.pos
}

/** Slides a tile and those between it and the gap, if they are in line. */
function slideLine(piece) {
  const { x, y } = emptyGridPos.subtract(piece.gridPos)
  if (x && y) return
  const step = vec2(Math.sign(x), Math.sign(y))
  let next
  do {
    const from = emptyGridPos.subtract(step)
    next = pieces().find(({ gridPos }) => gridPos.x === from.x && gridPos.y === from.y)
    slide(next, true)
  } while (next !== piece)
}

// Replaces the short game's handling, which moves only the tile next to the gap.
PuzzlePiece.prototype.update = function () {}

function slideByHand() {
  const piece = mouseWasPressed(0) && pieces().find((one) => one.isOverlapping(mousePos))
  if (piece) slideLine(piece)
  slideByKey()
}

function neighbours() {
  return pieces().filter((piece) => piece.gridPos.distance(emptyGridPos) === 1)
}

function isSolved() {
  return pieces().every((piece) => piece.gridPos.x === piece.home.x && piece.gridPos.y === piece.home.y)
}

function nextPuzzle() {
  puzzle++
  localStorage.setItem('puzzle', puzzle)
  newPuzzle()
}

/**
 * Puts the tiles in reading order from the top left, with the gap at the bottom right. A tall frame gets a tall board.
 */
function putHome() {
  const isTall = innerHeight > innerWidth
  ;[gridSize.x, gridSize.y, pieceSize.x, pieceSize.y] = isTall ? [3, 4, 5, 5] : [4, 3, 5, 4]
  for (const [index, piece] of pieces().entries()) {
    piece.home = vec2(index % gridSize.x, gridSize.y - 1 - Math.floor(index / gridSize.x))
    piece.gridPos = piece.home.copy()
    piece.pos = piece.lastPos = piece.gridPos.multiply(piece.size)
  }
  emptyGridPos = vec2(gridSize.x - 1, 0)
  fitBoard()
}

/** Fits the board below the bar, whichever way the phone was turned since the layout. */
function fitBoard() {
  const board = gridSize.multiply(pieceSize)
  const top = bar.getBoundingClientRect().bottom
  const scale = min(innerWidth / (board.x + 1.5), (innerHeight - top) / (board.y + 1.5))
  const { x: width } = canvasFixedSize
  setCanvasFixedSize(vec2(width, Math.round((width * innerHeight) / innerWidth)))
  setCameraScale((scale * width) / innerWidth)
  cameraPos = board
    .subtract(pieceSize)
    .scale(0.5)
    .add(vec2(0, top / 2 / scale))
}

/** A puzzle in progress needs a second press; a move cancels the question. */
function shuffleByHand() {
  if (!moves || shuffleButton.textContent === 'Really?') return newPuzzle()
  shuffleButton.textContent = 'Really?'
  shuffleButton.focus()
}

function newPuzzle() {
  shuffleButton.textContent = 'Shuffle'
  putHome()
  let last
  do {
    for (let i = FIRST[puzzle] ?? THOROUGHLY; i--;) {
      const choices = neighbours().filter((piece) => piece !== last)
      last = choices[randInt(choices.length)]
      slide(last, false)
    }
  } while (isSolved())
  moves = 0
  lastEmpty = emptyGridPos.copy()
}

/** An arrow key moves the piece next to the gap in its direction. */
function slideByKey() {
  const keys = { ArrowLeft: vec2(1, 0), ArrowRight: vec2(-1, 0), ArrowUp: vec2(0, -1), ArrowDown: vec2(0, 1) }
  for (const [key, offset] of Object.entries(keys)) {
    const from = emptyGridPos.add(offset)
    const piece = keyWasPressed(key) && pieces().find(({ gridPos }) => gridPos.x === from.x && gridPos.y === from.y)
    if (piece) slide(piece, true)
  }
}

PuzzlePiece.prototype.render = function () {
  const pos = this.lastPos.lerp(this.pos, this.moveTimer.isSet() ? this.moveTimer.getPercent() : 1)
  const isHome = this.gridPos.x === this.home.x && this.gridPos.y === this.home.y
  const size = this.size.subtract(vec2(0.3))
  const face = isHome ? this.color : AWAY
  drawRect(pos.add(vec2(0, -0.16)), size, face.lerp(BLACK, 0.45))
  drawRect(pos.add(vec2(0, 0.08)), size.subtract(vec2(0, 0.2)), face)
  drawText(this.text, pos, 2.3, isHome ? hsl(0.07, 0.9, 0.1) : WHITE, 0, undefined, 'center', undefined, 'bold')
}

function showSolved() {
  stage.sound('win')
  const title = moves === 1 ? 'Solved in 1 move' : `Solved in ${moves} moves`
  stage.show(title, comment(FIRST[puzzle]), 'Next puzzle', nextPuzzle)
}

/** Only thoroughly shuffled puzzles count as a best. */
function comment(shuffled) {
  if (shuffled)
    return moves > shuffled ? `It can be done in ${shuffled}. The next one is longer.` : 'The next one is longer.'
  const fewest = stage.best(moves, true)
  return moves === fewest ? 'You have never needed fewer.' : `Your best is ${fewest} moves.`
}

function showFigures() {
  stage.figure('Puzzle', puzzle + 1)
  stage.figure('Moves', moves)
  stage.figure('Best', stage.best() ?? '–')
}

const bar = document.querySelector('.stage-bar')
// The figures may need another row, or one less.
new ResizeObserver(fitBoard).observe(bar)
const shuffleButton = stage.button('Shuffle', shuffleByHand)
stage.start({
  onShape: fitBoard,
  init() {
    gameInit()
    setCanvasClearColor(AROUND)
    numberPieces()
    newPuzzle()
    showFigures()
    const text = stage.words(
      'Slide the tiles until 1 to 11 stand in order. Click a tile in one line with the gap, or use the arrow keys.',
      'Slide the tiles until 1 to 11 stand in order. Tap a tile in one line with the gap.',
    )
    stage.show('Slide Eleven', text, 'Start', newPuzzle)
  },
  update: slideByHand,
  updatePost() {
    if (emptyGridPos.x !== lastEmpty.x || emptyGridPos.y !== lastEmpty.y) {
      moves++
      shuffleButton.textContent = 'Shuffle'
      stage.sound('slide')
    }
    lastEmpty = emptyGridPos.copy()
    if (moves && isSolved() && !pieces().some((piece) => piece.moveTimer.active())) showSolved()
    showFigures()
  },
  render() {
    drawRect(
      gridSize.subtract(vec2(1)).multiply(pieceSize).scale(0.5),
      gridSize.multiply(pieceSize).add(vec2(0.5)),
      BOARD,
    )
  },
})
