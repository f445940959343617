import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readSiteTexts, SiteTextError, siteQuestions, siteText } from './site-text.server.ts'

Object.assign(process.env, { ENV_FILE: 'none', SITE_NAME: '<b>Lamp & Co</b>', SITE_URL: 'https://lamps.example' })

const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-content-'))
const file = path.join(folder, 'about.md')
beforeEach(() => cpSync('content', folder, { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true }))

const broken = () => {
  try {
    readSiteTexts(folder)
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(SiteTextError)
    return (error as Error).message
  }
}

test('the site’s name and URL are inserted as text, never as markup', () => {
  const { title, html } = siteText('about')
  expect(title).toBe('About <b>Lamp & Co</b>')
  expect(html).toContain('&#x3C;b>Lamp &#x26; Co&#x3C;/b> is a small cinema')
  expect(siteText('privacy-policy').html).toContain('(https://lamps.example)')
  for (const name of ['about', 'privacy-policy', 'terms', 'cookie-policy', 'how-to-play', 'help'] as const)
    expect(siteText(name).html, name).not.toMatch(/[{}]|%7B/)
})

test('steps, keys, buttons and topics are rendered as the front matter declares', () => {
  const { html } = siteText('how-to-play')
  expect(html).toMatch(/<ol>\s*<li>Find a game/)
  expect(html).toContain('<li class="keys"><kbd>Esc</kbd> leave fullscreen</li>')
  expect(html).toContain('<li>Press <kbd>/</kbd> anywhere to search.</li>')
  expect(html).toContain('<p><a href="/games" class="button button-primary button-large">Browse Games</a></p>')
  expect(siteText('help').html).toContain('<a class="chip chip-large" href="#playing">Playing</a>')
  expect(siteText('help').html).toContain('<h2 id="playing">Playing</h2>')
})

test('each question of the help page has a plain-text answer', () => {
  const { questions } = siteQuestions('help')
  expect(questions.length).toBeGreaterThan(20)
  for (const { question, answer } of questions) expect(answer, question).toMatch(/^[A-Z].{20,}[.]$/)
  expect(questions[4]).toEqual({
    question: 'I forgot my password.',
    answer:
      'Enter your email address, and you will get an email with a link for choosing a new one. This signs you out on all other devices.',
  })
})

test('texts about ads are correct without ads', () => {
  const { html } = siteText('cookie-policy')
  expect(html).toContain('<p>So there is no cookie banner.</p>')
  expect(html).not.toContain('ad network that pays')
  expect(siteText('about').html).toContain('<li><strong>Private by default.</strong>')
  expect(siteText('about').html).not.toContain('Private where we can be')
})

test('scripts and external pictures are removed from a text', () => {
  const head = '---\ntitle: A\ndescription: B\n---\n'
  writeFileSync(file, `${head}Hi <script>alert(1)</script> ![x](https://a.example/x.png) [l](javascript:alert(1))`)
  const { tree } = readSiteTexts(folder).get('about')!
  expect(JSON.stringify(tree)).not.toMatch(/script|a\.example/)
})

test('a missing or invalid text is reported in one line', () => {
  expect(broken()).toBeNull()
  rmSync(file)
  expect(broken()).toBe('content/about.md cannot be read: ENOENT')
  const cases: [string | Buffer, string][] = [
    ['# About', 'does not begin with --- and its title'],
    ['---\ndescription: B\n---\nText', 'has no title'],
    ['---\ntitle: A\n---\nText', 'has no description'],
    [
      '---\ntitle: A\ndescription: B\ncolour: red\n---\nText',
      'has a line in its head that is neither title nor description: colour: red',
    ],
    ['---\ntitle: A\ndescription: B\n---\n<!-- nothing -->', 'has no text'],
    ['---\ntitle: A\ndescription: B\n---\nBy {name}', 'has {name}, which has no value'],
    ['---\ntitle: A {x}\ndescription: B\n---\nText', 'has {x}, which has no value'],
    [Buffer.from('---\ntitle: A\ndescription: B\n---\nT\xe9xt', 'latin1'), 'is not UTF-8'],
    ['x'.repeat(200_001), 'is longer than 200000 bytes'],
  ]
  for (const [text, why] of cases) {
    writeFileSync(file, text)
    expect(broken()).toBe(`content/about.md ${why}`)
  }
})

test('Windows line endings are accepted', () => {
  writeFileSync(file, readFileSync('content/about.md', 'utf8').replaceAll('\n', '\r\n'))
  expect(broken()).toBeNull()
})
