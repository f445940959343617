import { expect, test } from 'vitest'
import type { MarkupFormat } from '../../markup/markup.server.ts'
import { picturesOf, withStoredPaths } from './draft-pictures.server.ts'

const A = '/files/blog_pictures/old/a.webp'
const B = '/files/blog_pictures/old/b.webp'
const content = [A, B].map((src) => `<p><img src="${src}" alt="" width="8" height="6"></p>`).join('')
const changed = (source: string, format: MarkupFormat = 'markdown') => withStoredPaths({ source, format, content })

test('pictures are found by the names in the source and by their paths', () => {
  const pictures = picturesOf({ source: '![](a.png) ![](b.png)', format: 'markdown', content })
  expect([...pictures.keys()].toSorted()).toEqual([A, B, 'a.png', 'b.png'])
  expect(pictures.get('b.png')).toEqual({ src: B, width: 8, height: 6 })
  expect(pictures.get(B)).toEqual(pictures.get('b.png'))
})

test('names of pictures are replaced by their paths, however the source refers to them', () => {
  expect(changed('![a.png](a.png "b.png") and ![](<b.png>)')).toBe(`![a.png](${A} "b.png") and ![](<${B}>)`)
  expect(changed('![][one] ![](b.png)\n\n[one]: a.png')).toBe(`![][one] ![](${B})\n\n[one]: ${A}`)
  expect(changed('<img src="a.png"> ![](<b b.png>)')).toBe(`<img src="${A}"> ![](<b b.png>)`)
  expect(changed("<img src='a.png'><img alt='b' src=\"b.png\">", 'html')).toBe(
    `<img src='${A}'><img alt='b' src="${B}">`,
  )
})

test('a source is unchanged if replacing names would change more than pictures', () => {
  for (const source of [
    '![](a.png) ![](b.png) `![](a.png)`',
    '![](a.png) ![](b.png) [Open](a.png)',
    `![](${A}) ![](${B})`,
  ])
    expect(changed(source), source).toBe(source)
})
