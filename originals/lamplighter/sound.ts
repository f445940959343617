/** Synthesised sounds. They are silent while muted and, as browsers require, before the first input. */
export type Sound = {
  wake: () => void
  setMuted: (muted: boolean) => void
  turn: (left: boolean) => void
  refuse: () => void
  /** A lamp lights up. The more lamps are lit, the higher the tone. */
  lamp: (lit: number, delay: number) => void
  chord: () => void
  star: (index: number) => void
  curtain: () => void
}

/** A pentatonic scale of two and a half octaves, in which any two notes sound good together. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24, 26, 28]
const ROOT = 261.63

export function createSound(startsMuted: boolean): Sound {
  let muted = startsMuted
  let desk: Desk | null = null
  const play = (make: (desk: Desk, now: number) => void) => {
    if (!muted && desk) make(desk, desk.context.currentTime)
  }
  const pitch = (step: number) => ROOT * 2 ** ((SCALE[Math.min(step, SCALE.length - 1)] ?? 0) / 12)

  return {
    wake: () => {
      desk ??= openDesk()
      if (desk?.context.state === 'suspended') void desk.context.resume()
    },
    setMuted: (value) => (muted = value),
    turn: (left) =>
      play((at, now) => {
        brush(at, now, { from: left ? 1900 : 2300, to: 900, lasts: 0.035, loud: 0.16 })
        tone(at, now + 0.07, { pitch: left ? 165 : 185, lasts: 0.07, loud: 0.2, shape: 'triangle' })
      }),
    refuse: () => play((at, now) => tone(at, now, { pitch: 92, lasts: 0.11, loud: 0.24, shape: 'triangle' })),
    lamp: (lit, delay) =>
      play((at, now) => {
        tone(at, now + delay, { pitch: pitch(lit) * 2, lasts: 0.9, loud: 0.07, shape: 'sine' })
        tone(at, now + delay, { pitch: pitch(lit) * 4, lasts: 0.3, loud: 0.02, shape: 'sine' })
      }),
    chord: () =>
      play((at, now) => {
        for (const [index, step] of [0, 7, 16, 19, 26].entries()) {
          const note = (ROOT / 2) * 2 ** (step / 12)
          tone(at, now + index * 0.07, { pitch: note, lasts: 2.6, loud: 0.09, shape: 'triangle' })
          tone(at, now + index * 0.07, { pitch: note * 2.003, lasts: 1.8, loud: 0.03, shape: 'sine' })
        }
      }),
    star: (index) =>
      play((at, now) => tone(at, now, { pitch: pitch(5 + index * 2), lasts: 0.7, loud: 0.1, shape: 'triangle' })),
    curtain: () => play((at, now) => brush(at, now, { from: 320, to: 1100, lasts: 0.9, loud: 0.07 })),
  }
}

type Desk = { context: AudioContext; out: AudioNode; noise: AudioBuffer }

/**
 * Opens the audio output with a limiter and a slight echo, like that of an empty theatre. Returns null without audio.
 */
function openDesk(): Desk | null {
  try {
    const context = new AudioContext()
    const out = new GainNode(context, { gain: 0.8 })
    const echo = new DelayNode(context, { delayTime: 0.19 })
    const again = new GainNode(context, { gain: 0.26 })
    const dull = new BiquadFilterNode(context, { type: 'lowpass', frequency: 1800 })
    const limit = new DynamicsCompressorNode(context)
    out.connect(limit).connect(context.destination)
    out.connect(echo).connect(dull).connect(again).connect(limit)
    again.connect(echo)
    const noise = context.createBuffer(1, context.sampleRate, context.sampleRate)
    noise.getChannelData(0).forEach((_, index, samples) => (samples[index] = Math.random() * 2 - 1))
    return { context, out, noise }
  } catch {
    return null
  }
}

type Tone = { pitch: number; lasts: number; loud: number; shape: OscillatorType }

function tone({ context, out }: Desk, at: number, { pitch, lasts, loud, shape }: Tone): void {
  const source = new OscillatorNode(context, { type: shape, frequency: pitch })
  source.connect(fade(context, at, lasts, loud)).connect(out)
  source.start(at)
  source.stop(at + lasts + 0.05)
}

type Brush = { from: number; to: number; lasts: number; loud: number }

function brush({ context, out, noise }: Desk, at: number, { from, to, lasts, loud }: Brush): void {
  const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true })
  const band = new BiquadFilterNode(context, { type: 'bandpass', Q: 1.1, frequency: from })
  band.frequency.setValueAtTime(from, at)
  band.frequency.exponentialRampToValueAtTime(to, at + lasts)
  source
    .connect(band)
    .connect(fade(context, at, lasts, loud))
    .connect(out)
  source.start(at, Math.random() * 0.5)
  source.stop(at + lasts + 0.05)
}

function fade(context: AudioContext, at: number, lasts: number, loud: number): GainNode {
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(loud, at + Math.min(0.012, lasts / 4))
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts)
  return gain
}
