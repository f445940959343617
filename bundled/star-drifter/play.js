// The engine's short game is a ship under a starfield. Rocks, shields and a score make it a game to win or lose.
const BULLET_SECONDS = 1.1
const SAFE_SECONDS = 2
const crashSound = new Sound([1, 0.1, 60, 0.02, 0.08, 0.3, 4, 1.6, -2, 0, 0, 0, 0, 1.2, 0, 0.4, 0, 0.6, 0.08])
const breakSound = new Sound([0.6, 0.05, 120, 0, 0.02, 0.12, 4, 1, 0, 0, 0, 0, 0, 4, 30, 0.3, 0, 0.3, 0.02])
let ship, score, shields, safeTimer
let lastFired = 0

class Rock extends EngineObject {
  constructor(pos, radius, velocity) {
    super(pos, vec2(radius * 2))
    this.radius = radius
    this.velocity = velocity
    this.angleVelocity = rand(0.02, -0.02)
    this.color = hsl(rand(0.05, 0.1), rand(0.12, 0.3), rand(0.4, 0.55))
    this.edge = this.color.lerp(WHITE, 0.4)
    this.points = []
    for (let i = 0; i < 11; i++) this.points.push(vec2().setAngle((i / 11) * 2 * PI, radius * rand(0.78, 1.08)))
  }

  render() {
    drawPoly(this.points, this.color, 0.09, this.edge, this.pos, this.angle)
    for (const [turn, way, size] of [
      [0.4, 0.4, 0.42],
      [2.6, 0.45, 0.28],
      [4.3, 0.3, 0.34],
    ]) {
      const crater = this.pos.add(vec2().setAngle(turn + this.angle, way * this.radius))
      drawCircle(crater, size * this.radius, this.color.lerp(BLACK, 0.28))
    }
  }
}

const TURN = 0.005
const THRUST = 0.02
/** A finger closer to the ship than this turns it without thrust. */
const AT_HAND = 2.5

/** The short game turns the whole sky instead of the ship. A held finger or mouse steers and shoots, and so do keys. */
Player.prototype.update = function () {
  const keys = keyDirection()
  let thrust = keys.y
  if (mouseIsDown(0)) {
    const way = mousePos.subtract(this.pos)
    const off = mod(way.angle() - this.angle + PI, 2 * PI) - PI
    this.angleVelocity = clamp(off * 0.2, -0.1, 0.1)
    thrust = way.length() > AT_HAND && abs(off) < 1 ? 1 : 0
  } else this.applyAngularAcceleration(keys.x * TURN)
  this.isThrusting = thrust > 0
  this.applyAcceleration(vec2().setAngle(this.angle, thrust * THRUST))
  if (!this.shootTimer.active() && (keyIsDown('Space') || mouseIsDown(0))) shoot(this)
  cameraPos = this.pos.copy()
}

function shoot(from) {
  const bullet = new EngineObject(from.pos.add(from.getUp(1)), vec2(0.2, 0.5), 0, from.angle)
  bullet.velocity = from.getUp(0.5).add(from.velocity)
  from.shootTimer.set(0.1)
}

Player.prototype.render = function () {
  const part = (points, color) => drawPoly(points, color, 0, BLACK, this.pos, this.angle)
  if (this.isThrusting && !stage.isShowing()) {
    part([vec2(-0.28, -0.7), vec2(0.28, -0.7), vec2(0, -1.3 - rand(0.5))], hsl(rand(0.06, 0.13), 1, 0.6))
  }
  part(
    [vec2(-0.95, -0.75), vec2(-0.2, 0.3), vec2(0.2, 0.3), vec2(0.95, -0.75), vec2(0, -0.45)],
    this.color.lerp(BLACK, 0.45),
  )
  part(
    [vec2(-0.36, -0.75), vec2(-0.3, 0.35), vec2(0, 1.2), vec2(0.3, 0.35), vec2(0.36, -0.75)],
    this.color.lerp(WHITE, 0.55),
  )
  part([vec2(-0.15, 0.1), vec2(0, 0.65), vec2(0.15, 0.1)], hsl(0.1, 1, 0.6))
  const shield = safeTimer.active() && !stage.isShowing() ? 0.5 : 0
  if (shield) drawCircle(this.pos, 2.8, rgb(0.4, 0.95, 1, 0.12), 0.08, rgb(0.4, 0.95, 1, shield))
}

function drawSpace() {
  drawRectGradient(cameraPos, vec2(90), hsl(0.68, 0.55, 0.12), hsl(0.58, 0.6, 0.05))
  for (let i = 0; i < 5; i++) {
    const at = vec2(mod(i * 31 - cameraPos.x * 0.12, 70) - 35, mod(i * 47 - cameraPos.y * 0.12, 70) - 35)
    for (let ring = 1; ring < 5; ring++) {
      drawCircle(cameraPos.add(at), ring * 4, hsl(i % 2 ? 0.78 : 0.52, 0.7, 0.5, 0.035))
    }
  }
  gameRender()
}

function newRound() {
  engineObjectsDestroy()
  score = 0
  shields = 3
  gameInit()
  ship = engineObjects.find((object) => object instanceof Player)
  safeTimer = new Timer(SAFE_SECONDS)
}

function rocks() {
  return engineObjects.filter((object) => object instanceof Rock && !object.destroyed)
}

function bullets() {
  return engineObjects.filter((object) => object.constructor === EngineObject && !object.destroyed)
}

function breakRock(rock) {
  rock.destroy()
  burst(rock.pos, rock.color, 140)
  breakSound.play(rock.pos)
  if (rock.radius > 1.1) {
    for (const side of [-1, 1]) {
      const push = vec2(0, rand(0.05, 0.09)).rotate(rand(0.6, 1.4) * side)
      new Rock(rock.pos.copy(), rock.radius * 0.6, rock.velocity.add(push))
    }
  }
}

function burst(pos, color, rate) {
  const ends = color.scale(1, 0)
  const emitter = new ParticleEmitter(pos, 0, 0.6, 0.15, rate, PI, 0, color, WHITE, ends, ends, 0.6, 0.35, 0.1, 0.12)
  emitter.damping = 0.97
  emitter.fadeRate = 0.1
  emitter.randomness = 0.6
}

/** Plays a sound for each shot; the engine's ship fires silently. */
function playShotSounds() {
  const fired = ship.shootTimer.get()
  if (fired < lastFired) stage.sound('shoot')
  lastFired = fired
}

function updateRocks() {
  const field = rocks()
  for (const rock of field) if (rock.pos.distance(ship.pos) > 36) rock.destroy()
  if (field.length < min(7 + score / 150, 18)) {
    const from = ship.pos.add(vec2().setAngle(rand(2 * PI), rand(19, 24)))
    const aim = ship.pos.add(vec2(rand(-8, 8), rand(-8, 8))).subtract(from)
    new Rock(from, rand(0.8, 2), aim.normalize(rand(0.04, 0.09) + min(score / 10000, 0.06)))
  }
  for (const bullet of bullets()) {
    bullet.color = hsl(0.12, 1, 0.7)
    if (bullet.getAliveTime() > BULLET_SECONDS) bullet.destroy()
    const hit = field.find((rock) => !rock.destroyed && rock.pos.distance(bullet.pos) < rock.radius + 0.25)
    if (!hit) continue
    score += hit.radius > 1.1 ? 10 : 20
    bullet.destroy()
    breakRock(hit)
  }
  const struck = field.find((rock) => !rock.destroyed && rock.pos.distance(ship.pos) < rock.radius + 0.6)
  if (struck && !safeTimer.active()) hitShip(struck)
}

function hitShip(rock) {
  shields--
  crashSound.play(ship.pos)
  burst(ship.pos, CYAN, 260)
  breakRock(rock)
  safeTimer.set(SAFE_SECONDS)
  if (shields) return
  stage.sound('lose')
  const best = stage.best(score)
  const text = score && score === best ? 'That is your best so far.' : `Your best is ${best}.`
  stage.show(`${score} points`, text, 'Fly again', newRound)
}

stage.start({
  acrossTall: 20,
  init() {
    newRound()
    stage.show(
      'Star Drifter',
      stage.words(
        'Break the rocks. ← and → turn, ↑ thrusts, space shoots; or hold the mouse where to fly. Three hits and the ship is gone.',
        'Break the rocks. Hold a finger where to fly: the ship turns there and shoots. Three hits and the ship is gone.',
      ),
      'Fly',
      newRound,
    )
  },
  updatePost() {
    playShotSounds()
    updateRocks()
    ship.color = safeTimer.active() && time % 0.3 < 0.15 ? hsl(0.5, 1, 0.85) : CYAN
    stage.figure('Score', score)
    stage.figure('Shields', shields)
    stage.figure('Best', stage.best() ?? 0)
  },
  render: drawSpace,
})
