/** A small pit band with walking bass, brushes and electric piano. Its music is composed bar by bar. */
export interface Band {
  setPlaying: (playing: boolean) => void
}

interface Bar {
  bass: readonly number[]
  chord: readonly number[]
}

/** D minor, G7, C major and A7, with a turn through F, as MIDI note numbers. */
const BARS: readonly Bar[] = [
  { bass: [38, 41, 45, 44], chord: [57, 60, 65] },
  { bass: [43, 47, 50, 49], chord: [59, 62, 65] },
  { bass: [48, 52, 55, 53], chord: [59, 64, 67] },
  { bass: [45, 49, 52, 40], chord: [61, 64, 67] },
  { bass: [38, 45, 41, 42], chord: [57, 60, 65] },
  { bass: [43, 50, 47, 45], chord: [59, 62, 65] },
  { bass: [41, 45, 48, 47], chord: [60, 64, 69] },
  { bass: [45, 43, 41, 40], chord: [61, 64, 67] },
]

const BEAT = 60 / 132
const SWING = 0.64
const AHEAD = 0.35

export function createBand(context: AudioContext, out: AudioNode, noise: AudioBuffer): Band {
  const mix = context.createGain()
  mix.gain.value = 0
  mix.connect(out)
  let playing = false
  let beat = 0
  let next = 0
  const keepAhead = () => {
    if (!playing || context.state !== 'running') return
    if (next < context.currentTime) next = context.currentTime + 0.06
    while (next < context.currentTime + AHEAD) {
      playBeat(context, mix, noise, beat, next)
      beat = (beat + 1) % (BARS.length * 4)
      next += BEAT
    }
  }
  setInterval(keepAhead, 120)
  return {
    setPlaying: (now) => {
      if (now === playing) return
      playing = now
      mix.gain.setTargetAtTime(now ? 0.34 : 0, context.currentTime, now ? 0.3 : 0.12)
      if (now) beat = 0
    },
  }
}

function playBeat(context: AudioContext, out: AudioNode, noise: AudioBuffer, beat: number, at: number): void {
  const bar = BARS[Math.floor(beat / 4)] as Bar
  const place = beat % 4
  pluck(context, out, bar.bass[place] ?? 38, at, 0.42, 0.5, 'triangle', 620)
  if (place === 1 || place === 3) brush(context, out, noise, at, 0.1, 0.13)
  brush(context, out, noise, at + BEAT * SWING, 0.05, 0.07)
  const strikes = place === 0 || (place === 1 && beat % 8 > 4)
  if (!strikes) return
  const late = place === 0 ? 0 : BEAT * SWING
  for (const note of bar.chord) pluck(context, out, note, at + late, place === 0 ? 0.7 : 0.3, 0.11, 'sine', 2400)
}

function pluck(
  context: AudioContext,
  out: AudioNode,
  note: number,
  at: number,
  seconds: number,
  loud: number,
  shape: OscillatorType,
  dark: number,
): void {
  const voice = context.createOscillator()
  const filter = context.createBiquadFilter()
  const gain = context.createGain()
  voice.type = shape
  voice.frequency.value = 440 * 2 ** ((note - 69) / 12)
  filter.frequency.value = dark
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.015)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
  voice.connect(filter).connect(gain).connect(out)
  voice.start(at)
  voice.stop(at + seconds + 0.03)
}

function brush(
  context: AudioContext,
  out: AudioNode,
  noise: AudioBuffer,
  at: number,
  seconds: number,
  loud: number,
): void {
  const voice = context.createBufferSource()
  const filter = context.createBiquadFilter()
  const gain = context.createGain()
  voice.buffer = noise
  filter.type = 'highpass'
  filter.frequency.value = 5200
  gain.gain.setValueAtTime(loud, at)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
  voice.connect(filter).connect(gain).connect(out)
  voice.start(at, Math.random() * 0.5)
  voice.stop(at + seconds + 0.02)
}
