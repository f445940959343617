import type { Cached } from './measure-cached.ts'
import type { Cold } from './measure-cold.ts'
import type { Crowd } from './measure-crowd.ts'
import type { Rendered } from './measure-rendered.ts'
import type { SignedIn } from './measure-signed-in.ts'
import type { Row, Section } from './results.ts'
import type { Spread } from './send-load.ts'

export function targets(rows: Row[]): Section {
  return { title: 'Targets', rows }
}

export function cachedTargets(games: string, pages: Cached[]): Row[] {
  return pages.map(({ name, ratio }) =>
    atLeast(`cached ${name} compared with a bare node:http server, ${games} games`, ratio.middle, 0.8),
  )
}

export function cachedSection(games: string, pages: Cached[]): Section {
  const note =
    '16 connections that accept brotli; the bare server sends the same headers and bytes. Half a second each, alternating.'
  return { title: `Cached pages, ${games} games`, note, rows: pages.map(cachedRow) }
}

export function atLeast(what: string, value: number, target: number): Row {
  return { what, value: value.toFixed(2), target: `at least ${target}`, reached: value >= target }
}

export function atMost(what: string, value: number, target: number, unit: string): Row {
  return {
    what,
    value: `${value.toFixed(unit === 'MB' ? 0 : 2)} ${unit}`,
    target: `at most ${target} ${unit}`,
    reached: value <= target,
  }
}

function cachedRow({ name, bytes, portal, bare, ratio }: Cached): Row {
  const of = (t: Cached['bare']) => `${Math.round(t.perSecond)}/s (p50 ${t.p50.toFixed(2)}, p99 ${t.p99.toFixed(2)} ms)`
  return { what: `${name}, ${bytes} bytes`, value: `${of(portal)}; bare ${of(bare)}; ratio ${spread(ratio)}` }
}

/** The median of the rounds, and the range of the middle half. */
export function spread({ middle, low, high }: Spread): string {
  return `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
}

export function renderedRow({ name, small, large, largeP99, ratio }: Rendered): Row {
  const ms = (value: number) => value.toFixed(2)
  return { what: name, value: `${ms(small)} ms → ${ms(large)} ms (p99 ${ms(largeP99)}), ${ms(ratio)} ×` }
}

export function signedInTargets({ name, ratioToVisitor, ratioToReact }: SignedIn): Row[] {
  return [
    atMost(`${name} for a player, compared with the same rows rendered for a visitor`, ratioToVisitor.middle, 1.5, '×'),
    atMost(`${name} for a player, compared with renderToString alone`, ratioToReact, 2.5, '×'),
  ]
}

export function signedInRow({ name, visitor, newcomer, player, ratioToVisitor, ratioToReact }: SignedIn): Row {
  return {
    what: name,
    value: `visitor ${spent(visitor)}; new player ${spent(newcomer)}, ${spread(ratioToVisitor)} ×; player ${spent(player)}, ${ratioToReact.toFixed(2)} × renderToString`,
  }
}

export function crowdRow({ name, perSecond, p50, p99, refused, asked }: Crowd): Row {
  const share = `${((refused / asked) * 100).toFixed(0)}% refused at once or within 5 s`
  return {
    what: name,
    value: `${perSecond.toFixed(0)} pages/s (p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms), ${share}`,
  }
}

export function coldRows({ pages, cold, warm }: Cold): Row[] {
  const value = ({ p50, p99 }: Cold['cold']) => `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`
  return [
    { what: `${pages} pages, cold database`, value: value(cold) },
    { what: 'the same pages, warm database', value: value(warm) },
  ]
}

function spent({ portal, database }: { portal: number; database: number }): string {
  return `${portal.toFixed(2)} ms (database ${database.toFixed(2)})`
}
