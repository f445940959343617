import { type Band, createBand } from './music.ts'
import type { Moment } from './world.ts'

export interface Sound {
  /** Browsers allow sound only after an input, so call this function on every input. */
  wake: () => void
  play: (moment: Moment) => void
  cheer: () => void
  setMuted: (muted: boolean) => void
  setMusic: (playing: boolean) => void
  setAsleep: (asleep: boolean) => void
}

interface Desk {
  context: AudioContext
  out: GainNode
  noise: AudioBuffer
  band: Band
}

export function createSound(startsMuted: boolean): Sound {
  let desk: Desk | null = null
  let muted = startsMuted
  let music = false
  const level = () => (muted ? 0 : 0.5)
  return {
    wake: () => {
      desk ??= openDesk(level())
      desk?.band.setPlaying(music)
      if (desk?.context.state === 'suspended') void desk.context.resume()
    },
    play: (moment) => {
      if (desk && !muted) playMoment(desk, moment)
    },
    cheer: () => {
      if (desk && !muted)
        [784, 988, 1175].forEach((pitch, at) => tone(desk!, 'sine', pitch, pitch, 0.4, 0.2, at * 0.09))
    },
    setMuted: (now) => {
      muted = now
      desk?.out.gain.setTargetAtTime(level(), desk.context.currentTime, 0.02)
    },
    setMusic: (playing) => {
      music = playing
      desk?.band.setPlaying(playing)
    },
    setAsleep: (asleep) => void (asleep ? desk?.context.suspend() : desk?.context.resume()),
  }
}

function openDesk(level: number): Desk | null {
  try {
    const context = new AudioContext()
    const out = context.createGain()
    out.gain.value = level
    const press = context.createDynamicsCompressor()
    out.connect(press).connect(context.destination)
    const noise = context.createBuffer(1, context.sampleRate, context.sampleRate)
    const samples = noise.getChannelData(0)
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1
    return { context, out, noise, band: createBand(context, out, noise) }
  } catch {
    // Without audio, the game runs silently.
    return null
  }
}

function playMoment(desk: Desk, { kind, amount }: Moment): void {
  if (kind === 'jump') tone(desk, 'triangle', 250, 520, 0.16, 0.3)
  else if (kind === 'second jump') tone(desk, 'triangle', 400, 820, 0.16, 0.28)
  else if (kind === 'pad') tone(desk, 'square', 160, 760, 0.3, 0.12)
  else if (kind === 'land') hiss(desk, 420, 0.1, 0.34)
  else if (kind === 'slide') hiss(desk, 1500, 0.38, 0.16)
  else if (kind === 'stomp') {
    tone(desk, 'square', 520, 120, 0.2, 0.16)
    hiss(desk, 2400, 0.12, 0.2)
  } else if (kind === 'reel') {
    // The sound climbs a pentatonic scale while reels follow one another.
    const steps = [0, 2, 4, 7, 9]
    const place = Math.min(amount - 1, 14)
    const pitch = 587 * 2 ** ((12 * Math.floor(place / 5) + (steps[place % 5] ?? 0)) / 12)
    tone(desk, 'sine', pitch, pitch, 0.2, 0.24)
    tone(desk, 'sine', pitch * 2, pitch * 2, 0.14, 0.09, 0.03)
  } else if (kind === 'delivery') {
    ;[392, 494, 587, 784, 988].forEach((pitch, index) => tone(desk, 'triangle', pitch, pitch, 0.5, 0.22, index * 0.075))
  } else if (kind === 'spill') {
    tone(desk, 'sawtooth', 240, 90, 0.3, 0.16)
    ;[900, 760, 820, 610].forEach((pitch, index) =>
      tone(desk, 'sine', pitch, pitch * 0.8, 0.1, 0.16, 0.06 + index * 0.07),
    )
  } else if (kind === 'hit' || kind === 'wall') {
    hiss(desk, 300, 0.3, 0.6)
    tone(desk, 'sawtooth', 180, 60, 0.34, 0.22)
  } else if (kind === 'over') {
    ;[440, 392, 330, 262].forEach((pitch, index) =>
      tone(desk, 'triangle', pitch, pitch * 0.98, 0.34, 0.2, 0.2 + index * 0.15),
    )
  }
}

function tone(
  { context, out }: Desk,
  shape: OscillatorType,
  from: number,
  to: number,
  seconds: number,
  loud: number,
  after = 0,
): void {
  const start = context.currentTime + after
  const voice = context.createOscillator()
  const gain = context.createGain()
  voice.type = shape
  voice.frequency.setValueAtTime(from, start)
  voice.frequency.exponentialRampToValueAtTime(to, start + seconds)
  gain.gain.setValueAtTime(0.0001, start)
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  voice.connect(gain).connect(out)
  voice.start(start)
  voice.stop(start + seconds + 0.02)
}

function hiss({ context, out, noise }: Desk, pitch: number, seconds: number, loud: number): void {
  const start = context.currentTime
  const voice = context.createBufferSource()
  const filter = context.createBiquadFilter()
  const gain = context.createGain()
  voice.buffer = noise
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  filter.Q.value = 0.8
  gain.gain.setValueAtTime(loud, start)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  voice.connect(filter).connect(gain).connect(out)
  voice.start(start, Math.random() * 0.5)
  voice.stop(start + seconds + 0.02)
}
