import naughty from 'big-list-of-naughty-strings'
import { expect, test } from 'vitest'
import { readForm } from '../../../forms/read-form.ts'
import { plainText } from '../../../lib/plain-text.ts'
import { postFormRules } from './post-form-rules.ts'

const FAMILY = '👨‍👩‍👧'
const GOOD = { type: 'discussion', content: 'Ten signs.' }

function read(fields: Record<string, string | File>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...GOOD, ...fields })) form.set(name, value)
  return readForm(postFormRules, form)
}
const valueOf = (fields: Record<string, string | File>) => read(fields).values
const errorsOf = (fields: Record<string, string | File>) => read(fields).errors

test('a post requires only a type and content', () => {
  expect(valueOf({})).toEqual({
    type: 'discussion',
    title: '',
    content: 'Ten signs.',
    tags: [],
    redirectUrl: null,
    redirectTitle: '',
    game: '',
    mediaUrl: '',
  })
  expect(errorsOf({ content: '  \n\u200b ', type: 'advert' })).toEqual({
    content: 'Content is required',
    type: 'Please choose the type of post',
  })
})

test.each([
  ['content', 'a'.repeat(9), 'Content must be at least 10 characters'],
  ['content', FAMILY.repeat(9), 'Content must be at least 10 characters'],
  ['content', ` ${'a'.repeat(9)} \n`, 'Content must be at least 10 characters'],
  ['content', 'a'.repeat(10), undefined],
  ['content', FAMILY.repeat(10), undefined],
  ['content', 'a'.repeat(5000), undefined],
  ['content', 'e\u0301'.repeat(5000), undefined],
  ['content', FAMILY.repeat(1250), undefined],
  ['content', FAMILY.repeat(1251), 'Content must be less than 5000 characters'],
  ['content', `e${'\u0323'.repeat(20)}`.repeat(1000), 'Content must be less than 5000 characters'],
  ['content', 'a'.repeat(5001), 'Content must be less than 5000 characters'],
  ['content', '🎮'.repeat(5001), 'Content must be less than 5000 characters'],
  ['content', 'a'.repeat(1_000_000), 'Content must be less than 5000 characters'],
  ['title', 'a'.repeat(200), undefined],
  ['title', `  ${'🎮'.repeat(200)}  `, undefined],
  ['title', 'a'.repeat(201), 'Title must be less than 200 characters'],
  ['title', FAMILY.repeat(201), 'Title must be less than 200 characters'],
  ['redirectTitle', 'a'.repeat(100), undefined],
  ['redirectTitle', 'a'.repeat(101), 'Link title must be less than 100 characters'],
  ['tags', 'a'.repeat(20), undefined],
  ['tags', 'a'.repeat(21), 'A tag must be at most 20 characters'],
  ['tags', FAMILY.repeat(5), undefined],
  ['tags', FAMILY.repeat(6), 'A tag must be at most 20 characters'],
  ['tags', 'a,b,c,d,e', undefined],
  ['tags', 'a,b,c,d,e,f', 'You can add up to 5 tags'],
  ['tags', 'a,b,c,d,e,A, ,E', undefined],
  ['redirectUrl', 'https://example.com/a?b#c', undefined],
  ['redirectUrl', 'HTTP://EXAMPLE.com', undefined],
  ['redirectUrl', `https://example.com/${'a'.repeat(1980)}`, undefined],
  ['redirectUrl', `https://example.com/${'a'.repeat(1981)}`, 'URL must be at most 2,000 characters'],
  ['redirectUrl', `https://example.com/${'ж'.repeat(600)}`, 'URL must be at most 2,000 characters'],
  ['redirectUrl', 'a'.repeat(100_000), 'URL must be at most 2,000 characters'],
])('%s is checked against its limits, case %#', (field, text, error) => {
  expect(errorsOf({ [field]: text })?.[field as 'content']).toBe(error)
})

test.each([
  'example.com',
  'www.example.com',
  'ftp://example.com',
  'javascript:alert(1)',
  'java\u0000script:alert(1)',
  'data:text/html,a',
  '//example.com',
  'http:example.com',
  'https://',
  'https://mara@example.com',
  'https://mara:secret@example.com',
  'https://exa mple.com',
])('%j is not a valid link', (redirectUrl) => {
  expect(errorsOf({ redirectUrl })).toEqual({
    redirectUrl: 'Please enter a valid URL starting with http:// or https://',
  })
})

test('texts are normalized: line breaks only in the content, tags without duplicates', () => {
  expect(
    valueOf({
      title: ' Gate\n\u202efour ',
      content: '\tOne\r\n\r\n\r\n\r\nTwo\u0000 signs  ',
      tags: 'racing, Racing,, fast  cars \n retro',
      redirectUrl: ' https://ExämplE.com/\u202ea ',
    }),
  ).toMatchObject({
    title: 'Gate four',
    content: 'One\n\nTwo signs',
    tags: ['racing', 'fast cars', 'retro'],
    redirectUrl: 'https://xn--exmple-cua.com/a',
  })
})

test('no rule throws on hostile text, and content keeps its characters', () => {
  for (const text of naughty) {
    const fields = { title: text, tags: text, redirectUrl: text, redirectTitle: text, game: text, mediaUrl: text }
    expect(() => read(fields)).not.toThrow()
    expect(valueOf({ content: `${text} Ten signs.` })?.content).toBe(plainText(`${text} Ten signs.`))
  }
})

test('a picture may have up to 5 MB, and an empty file counts as none', () => {
  const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'a.png')
  expect(valueOf({ media: fileOf(5 << 20) })?.media).toBeInstanceOf(File)
  expect(errorsOf({ media: fileOf((5 << 20) + 1) })).toEqual({
    media: 'That picture is larger than 5 MB. Please choose a smaller one.',
  })
  expect(valueOf({ media: new File([], '') })?.media).toBeNull()
  expect(valueOf({ media: 'text' })?.media).toBeNull()
})
