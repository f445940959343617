import { DELIVERY_EVERY } from './tuning.ts'

const HOURS = {
  gold: {
    top: '#27405c',
    high: '#6f7f8c',
    low: '#e39a63',
    horizon: '#fbd08a',
    sun: '#fff0bf',
    far: '#c9805f',
    middle: '#8d5450',
    near: '#4f3a48',
    wall: '#22262f',
    wallLight: '#3a3a42',
    rim: '#f3b06c',
    stars: 0,
  },
  coral: {
    top: '#1f304b',
    high: '#65566a',
    low: '#d96f50',
    horizon: '#f7ac68',
    sun: '#ffd9a0',
    far: '#b0604f',
    middle: '#743f45',
    near: '#3f2d3b',
    wall: '#1c2029',
    wallLight: '#34323b',
    rim: '#ee8f5e',
    stars: 0.15,
  },
  blue: {
    top: '#0e1a2c',
    high: '#1d3a54',
    low: '#587383',
    horizon: '#e7a878',
    sun: '#ffcf98',
    far: '#4f6470',
    middle: '#33495a',
    near: '#1f3141',
    wall: '#121a25',
    wallLight: '#25303d',
    rim: '#c98f6b',
    stars: 0.55,
  },
  night: {
    top: '#08101c',
    high: '#10233a',
    low: '#25465a',
    horizon: '#8f7460',
    sun: '#f6e3c0',
    far: '#2b4454',
    middle: '#1e3344',
    near: '#142433',
    wall: '#0c131d',
    wallLight: '#1d2936',
    rim: '#8aa0a6',
    stars: 1,
  },
  dawn: {
    top: '#1d3c56',
    high: '#5c7f8f',
    low: '#d7a98c',
    horizon: '#fde0ad',
    sun: '#fff4d2',
    far: '#b08d80',
    middle: '#6f6468',
    near: '#3e434e',
    wall: '#1e2530',
    wallLight: '#363d47',
    rim: '#f0c08e',
    stars: 0.1,
  },
} as const

export type Palette = { [Name in keyof (typeof HOURS)['gold']]: Name extends 'stars' ? number : string }

const ORDER: readonly Palette[] = [HOURS.gold, HOURS.coral, HOURS.blue, HOURS.night, HOURS.dawn]

/** Returns the colours at a position. The evening advances with each delivery. */
export function paletteAt(x: number): Palette {
  const hour = Math.max(0, x) / DELIVERY_EVERY
  const from = ORDER[Math.floor(hour) % ORDER.length] as Palette
  const to = ORDER[(Math.floor(hour) + 1) % ORDER.length] as Palette
  const part = Math.max(0, (hour % 1) * 2 - 1)
  const eased = part * part * (3 - 2 * part)
  if (eased === 0) return from
  const mixed = { ...from, stars: from.stars + (to.stars - from.stars) * eased }
  for (const name of Object.keys(from) as (keyof Palette)[]) {
    if (name !== 'stars') mixed[name] = mix(from[name], to[name], eased)
  }
  return mixed
}

/** Interpolates two colours formatted as #rrggbb. */
export function mix(from: string, to: string, part: number): string {
  const start = parseInt(from.slice(1), 16)
  const end = parseInt(to.slice(1), 16)
  const channel = (shift: number) => {
    const low = (start >> shift) & 255
    return Math.round(low + (((end >> shift) & 255) - low) * part)
  }
  return `#${((channel(16) << 16) | (channel(8) << 8) | channel(0)).toString(16).padStart(6, '0')}`
}

export function fade(colour: string, alpha: number): string {
  return `${colour}${Math.round(Math.max(0, Math.min(1, alpha)) * 255)
    .toString(16)
    .padStart(2, '0')}`
}

/** Colours that stay the same at every hour. */
export const PAINT = {
  ink: '#0d131c',
  cream: '#f6ead2',
  amber: '#ffc24a',
  amberDeep: '#d98a1f',
  coral: '#ff6a4c',
  windows: ['#ffd98f', '#ffc266', '#f7a95a', '#ffe7bb'],
  leather: '#a8643a',
  steel: '#8d9aa3',
  brick: '#6d4238',
} as const
