import { expect, test } from 'vitest'
import { layOutMail } from './mail-layout.server.ts'

Object.assign(process.env, { SITE_NAME: 'Mara & Sons', SITE_URL: 'https://games.example' })

test('a mail names the site, links to absolute URLs and escapes markup', () => {
  const { to, subject, text, html } = layOutMail('mara@mail.example', (siteName) => ({
    subject: `Hello from ${siteName}`,
    preview: '<b>Mara</b> likes this',
    title: 'Hello, <b>Mara</b>',
    paragraphs: [`Welcome to ${siteName}.`],
    button: { label: 'Play', path: '/games?q=a&page=2' },
    footnote: 'That is all.',
  }))
  expect([to, subject]).toEqual(['mara@mail.example', 'Hello from Mara & Sons'])
  expect(text).toBe(`Mara & Sons

Hello, <b>Mara</b>

Welcome to Mara & Sons.

Play:
https://games.example/games?q=a&page=2

--
That is all.
https://games.example
`)
  for (const words of [
    '&lt;b&gt;Mara&lt;/b&gt; likes this',
    'Hello, &lt;b&gt;Mara',
    'Welcome to Mara &amp; Sons.',
    '"https://games.example/games?q=a&amp;page=2"',
  ])
    expect(html).toContain(words)
  expect(html).not.toContain('<b>')
})

test('line breaks are preserved, and a player’s text is quoted below', () => {
  const { text, html } = layOutMail('mara@mail.example', () => ({
    subject: 'Re: Lamps',
    preview: 'Lamps',
    title: 'Hello',
    paragraphs: ['In the attic.\nBeside door nine.'],
    quote: { label: 'You wrote:', text: 'Where are <they>?\n\nI looked.' },
    footnote: 'That is all.',
  }))
  expect(text).toContain('In the attic.\nBeside door nine.\n\nYou wrote:\n> Where are <they>?\n> \n> I looked.\n\n--')
  expect(html).toContain('In the attic.<br>\nBeside door nine.</p>')
  expect(html).toMatch(/<blockquote [^>]*>Where are &lt;they&gt;\?<br>\n<br>\nI looked\.<\/blockquote>/)
})
