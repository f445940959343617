// The game deals a new board on R only, which a phone does not have.
stage.button('New board', () => stage.tapKey('KeyR'))
