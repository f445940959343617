// The short game starts solved and never notices when it is: this shuffles, counts moves and sees the end.
let moves, lastEmpty

function pieces() {
  return engineObjects.filter((object) => object instanceof PuzzlePiece)
}

/** Numbers in reading order from the top; the gap is at home in the bottom left corner. */
function numberPieces() {
  for (const piece of pieces()) {
    piece.home = piece.gridPos.copy()
    piece.text = (gridSize.y - 1 - piece.home.y) * gridSize.x + piece.home.x + (piece.home.y ? 1 : 0)
  }
}

function slide(piece, isShown) {
  piece.lastPos = piece.pos
  piece.pos = emptyGridPos.multiply(piece.size)
  ;[emptyGridPos, piece.gridPos] = [piece.gridPos, emptyGridPos]
  if (isShown) piece.moveTimer.set(0.2)
  else piece.lastPos = piece.pos
}

function neighbours() {
  return pieces().filter((piece) => piece.gridPos.distance(emptyGridPos) === 1)
}

function isSolved() {
  return pieces().every((piece) => piece.gridPos.x === piece.home.x && piece.gridPos.y === piece.home.y)
}

function newPuzzle() {
  let last
  do {
    for (let i = 240; i--;) {
      const choices = neighbours().filter((piece) => piece !== last)
      last = choices[randInt(choices.length)]
      slide(last, false)
    }
  } while (isSolved())
  moves = 0
  lastEmpty = emptyGridPos.copy()
}

/** An arrow key moves the piece beside the gap that way. */
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
  drawRect(pos, this.size.subtract(vec2(0.16)), this.color.lerp(BLACK, isHome ? 0 : 0.16))
  drawText(this.text, pos, 2.2, hsl(0.6, 0.5, 0.12), 0, undefined, 'center', 'system-ui', 'bold')
}

stage.button('Shuffle', newPuzzle)
stage.start({
  scale: 70,
  init() {
    gameInit()
    cameraPos.y += 0.4
    setCanvasClearColor(hsl(0.58, 0.4, 0.08))
    numberPieces()
    newPuzzle()
    const text = 'Slide the tiles until 1 to 11 stand in order. Click a tile beside the gap, or use the arrow keys.'
    stage.show('Slide Eleven', text, 'Start', newPuzzle)
  },
  update: slideByKey,
  updatePost() {
    if (emptyGridPos.x !== lastEmpty.x || emptyGridPos.y !== lastEmpty.y) moves++
    lastEmpty = emptyGridPos.copy()
    const best = stage.best()
    stage.figure('Moves', moves)
    stage.figure('Best', best ?? '–')
    if (!moves || !isSolved() || pieces().some((piece) => piece.moveTimer.active())) return
    const fewest = stage.best(moves, true)
    const text = moves === fewest ? 'You have never needed fewer.' : `Your best is ${fewest} moves.`
    stage.show(moves === 1 ? 'Solved in 1 move' : `Solved in ${moves} moves`, text, 'New puzzle', newPuzzle)
  },
  render() {
    drawRect(gridSize.subtract(vec2(1)).multiply(pieceSize).scale(0.5), vec2(20.5, 12.5), hsl(0.58, 0.3, 0.15))
  },
})
