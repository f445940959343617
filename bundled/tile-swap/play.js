// The game deals a new board on R only, which a phone does not have.
stage.button('New board', () => stage.tapKey('KeyR'))
stage.show(
  'Tile Swap',
  'Drag a tile onto its neighbour to line up three of a kind. There is no clock: look for long chains.',
  'Play',
  () => {},
)
