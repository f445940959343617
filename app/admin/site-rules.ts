import { z } from 'zod/mini'
import { emailRule } from '../accounts/account-rules.ts'
import { plainText } from '../lib/plain-text.ts'
import { formatCount, lengthOf } from '../lib/text.ts'
import { bounded, lineRule, numberRule } from '../lib/text-rules.ts'
import type { SiteCopy } from '../site/site-copy.ts'
import { linesOf, readSocialLink } from '../site/site-texts.ts'

/** Texts that operators may change (docs/product.md#short-texts), for the form and its action. */

/** Maximum size of the form in bytes: URL encoding can turn a letter into six characters. */
export const SITE_BYTES = 32_768

/** At most `most` characters on at most `lines` lines; `rows` is the height of the field. */
type Field = { name: keyof SiteCopy; label: string; most: number; lines?: number; rows?: number; hint?: string }

/** The fields, grouped by where their texts appear. */
export const SITE_FIELDS: { legend: string; fields: Field[] }[] = [
  {
    legend: 'Texts',
    fields: [
      { name: 'tagline', label: 'Tagline', most: 60, hint: 'in the title of the home page' },
      { name: 'welcomeTitle', label: 'Welcome title', most: 60, lines: 2, rows: 2, hint: 'two lines at most' },
      {
        name: 'welcomeIntro',
        label: 'Welcome intro',
        most: 240,
        rows: 2,
        hint: '{site} is the name, {games} the number of games',
      },
      { name: 'footer', label: 'Footer', most: 240, rows: 2 },
    ],
  },
  {
    legend: 'How to reach you',
    fields: [
      { name: 'contactEmail', label: 'Contact email', most: 254, hint: 'shown on all pages; hidden if empty' },
      {
        name: 'socialLinks',
        label: 'Social links',
        most: 1200,
        lines: 6,
        rows: 4,
        hint: 'one per line: Name https://…',
      },
    ],
  },
  {
    legend: 'Blog',
    fields: [{ name: 'autoLinks', label: 'Automatic links in posts', most: 3, hint: 'on or off' }],
  },
  {
    legend: 'Counts on the categories page (empty: the true numbers)',
    fields: [
      { name: 'gamesCount', label: 'Games', most: 12 },
      { name: 'genresCount', label: 'Shelves', most: 12 },
      { name: 'actionCount', label: 'Action', most: 12 },
      { name: 'adventureCount', label: 'Adventure', most: 12 },
      { name: 'puzzleCount', label: 'Puzzle', most: 12 },
      { name: 'racingCount', label: 'Racing', most: 12 },
      { name: 'sportsCount', label: 'Sports', most: 12 },
      { name: 'arcadeCount', label: 'Arcade', most: 12 },
      { name: 'shootingCount', label: 'Shooting', most: 12 },
    ],
  },
]

const field = (name: keyof SiteCopy): Field =>
  SITE_FIELDS.flatMap(({ fields }) => fields).find((one) => one.name === name) as Field

const line = (name: keyof SiteCopy) => z._default(lineRule(field(name).label, field(name).most), '')

function linesRule(name: keyof SiteCopy) {
  const { label, most, lines = 1 } = field(name)
  const long = `${label} must be at most ${lines} lines and ${formatCount(most)} characters`
  return z._default(
    z.string(`${label} must be text`).check(
      bounded(most, long),
      z.overwrite((text) => linesOf(plainText(text)).join('\n')),
      z.refine((text) => lengthOf(text) <= most && linesOf(text).length <= lines, long),
    ),
    '',
  )
}

const isEmail = (text: string) => text === '' || emailRule.safeParse(text).success
const areLinks = (text: string) => linesOf(text).every((one) => readSocialLink(one) !== null)

/** Each text as it is stored; an empty one means the default. */
export const siteRules = z.object({
  seen: numberRule,
  tagline: line('tagline'),
  welcomeTitle: linesRule('welcomeTitle'),
  welcomeIntro: line('welcomeIntro'),
  footer: line('footer'),
  contactEmail: line('contactEmail').check(z.refine(isEmail, 'Please enter a valid email address')),
  socialLinks: linesRule('socialLinks').check(
    z.refine(areLinks, 'Please give a name and an address that begins with https:// on each line'),
  ),
  autoLinks: line('autoLinks').check(z.refine((text) => /^(?:on|off)?$/.test(text), 'Please enter on or off')),
  gamesCount: line('gamesCount'),
  genresCount: line('genresCount'),
  actionCount: line('actionCount'),
  adventureCount: line('adventureCount'),
  puzzleCount: line('puzzleCount'),
  racingCount: line('racingCount'),
  sportsCount: line('sportsCount'),
  arcadeCount: line('arcadeCount'),
  shootingCount: line('shootingCount'),
})
