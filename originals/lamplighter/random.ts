/** Returns numbers in [0, 1). The same seed gives the same sequence on every machine. */
export type Random = () => number

export function createRandom(seed: string): Random {
  let state = hashText(seed)
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function pickIndex(random: Random, length: number): number {
  return Math.floor(random() * length)
}

function hashText(text: string): number {
  let hash = 2166136261
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619)
  return hash
}
