/**
 * Sound for every bundled game: short sounds for games without any, and one stored switch for all sound, whichever
 * engine plays it.
 */
const SWITCH_KEY = 'sound'

type Shape = OscillatorType | 'noise'
/** Shape, start and end pitch (Hz), duration (s), loudness, and delay (s). */
type Note = [shape: Shape, from: number, to: number, seconds: number, loud: number, after?: number]

const SOUNDS = {
  tick: [['triangle', 740, 690, 0.05, 0.16]],
  slide: [['noise', 1300, 700, 0.11, 0.16]],
  join: [
    ['triangle', 392, 392, 0.12, 0.2],
    ['triangle', 587, 587, 0.16, 0.16, 0.05],
  ],
  flap: [
    ['noise', 700, 1500, 0.12, 0.2],
    ['sine', 300, 520, 0.1, 0.16],
  ],
  point: [
    ['sine', 784, 784, 0.1, 0.18],
    ['sine', 1175, 1175, 0.2, 0.16, 0.07],
  ],
  hit: [['square', 330, 250, 0.07, 0.1]],
  bounce: [['triangle', 220, 440, 0.09, 0.2]],
  whoosh: [['noise', 400, 1800, 0.3, 0.14]],
  shoot: [['square', 880, 220, 0.09, 0.06]],
  land: [
    ['noise', 260, 120, 0.18, 0.4],
    ['sine', 120, 70, 0.16, 0.3],
  ],
  burn: [['noise', 300, 220, 0.14, 0.16]],
  crash: [
    ['noise', 700, 90, 0.6, 0.5],
    ['sawtooth', 160, 40, 0.5, 0.2],
  ],
  win: [
    ['triangle', 523, 523, 0.16, 0.2],
    ['triangle', 659, 659, 0.16, 0.2, 0.1],
    ['triangle', 784, 784, 0.16, 0.2, 0.2],
    ['triangle', 1047, 1047, 0.4, 0.2, 0.3],
  ],
  lose: [
    ['triangle', 392, 384, 0.2, 0.2],
    ['triangle', 311, 300, 0.24, 0.2, 0.16],
    ['triangle', 233, 215, 0.44, 0.2, 0.34],
  ],
} satisfies Record<string, Note[]>

export type SoundName = keyof typeof SOUNDS

let isOn = localStorage.getItem(SWITCH_KEY) !== 'off'
let own: AudioContext | null = null
let noise: AudioBuffer | null = null
const masters = new Map<BaseAudioContext, GainNode>()

/** Routes the output of every engine through our gain node, which the switch mutes. */
export function captureAudioContexts(): void {
  // Called with `this` below, so it is not unbound.
  // oxlint-disable-next-line typescript/unbound-method
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode, ...rest: number[]) => AudioNode
  const passing = function (this: AudioNode, to: AudioNode, ...rest: number[]) {
    return connect.call(this, to instanceof AudioDestinationNode ? masterOf(to.context) : to, ...rest)
  }
  const masterOf = (context: BaseAudioContext): GainNode => {
    const known = masters.get(context)
    if (known) return known
    const made = context.createGain()
    made.gain.value = isOn ? 1 : 0
    connect.call(made, context.destination)
    masters.set(context, made)
    return made
  }
  AudioNode.prototype.connect = passing as typeof AudioNode.prototype.connect
}

export const isSoundOn = (): boolean => isOn

export function switchSound(): void {
  isOn = !isOn
  localStorage.setItem(SWITCH_KEY, isOn ? 'on' : 'off')
  for (const [context, master] of masters) master.gain.setTargetAtTime(isOn ? 1 : 0, context.currentTime, 0.02)
}

/**
 * Plays a short sound with its frequencies multiplied by `pitch`. Silent before the first input, as browsers require.
 */
export function play(name: SoundName, pitch = 1): void {
  if (!isOn || !navigator.userActivation?.hasBeenActive) return
  own ??= new AudioContext()
  if (own.state === 'suspended') void own.resume()
  for (const note of SOUNDS[name]) playNote(own, note as Note, pitch)
}

function playNote(context: AudioContext, [shape, from, to, seconds, loud, after = 0]: Note, pitch: number): void {
  const start = context.currentTime + after
  const gain = context.createGain()
  gain.gain.setValueAtTime(0.0001, start)
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  gain.connect(context.destination)
  const slide = (param: AudioParam) => {
    param.setValueAtTime(from * pitch, start)
    param.exponentialRampToValueAtTime(to * pitch, start + seconds)
  }
  let voice: AudioScheduledSourceNode
  if (shape === 'noise') {
    const source = (voice = context.createBufferSource())
    source.buffer = noise ??= makeNoise(context)
    const filter = context.createBiquadFilter()
    filter.type = 'bandpass'
    slide(filter.frequency)
    source.connect(filter).connect(gain)
  } else {
    const source = (voice = context.createOscillator())
    source.type = shape
    slide(source.frequency)
    source.connect(gain)
  }
  voice.start(start)
  voice.stop(start + seconds + 0.02)
}

function makeNoise(context: AudioContext): AudioBuffer {
  const made = context.createBuffer(1, context.sampleRate, context.sampleRate)
  const samples = made.getChannelData(0)
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1
  return made
}
