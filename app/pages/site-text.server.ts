import type { Topic } from './site-text-blocks.server.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Element, ElementContent, Root, RootContent } from 'hast'
import { CONTINUE, SKIP, visit } from 'unist-util-visit'
import { PROJECT_FOLDER } from '../lib/project-folder.server.ts'
import { remember } from '../lib/remember.ts'
import { config } from '../server/process/config.server.ts'
import { htmlOf, MarkupError, readMarkup, wordsOf } from '../markup/markup.server.ts'
import { siteTexts } from '../site/site-texts.server.ts'
import { BLOCKS } from './site-text-blocks.server.ts'

/**
 * The names of the site texts: Markdown in content/, which operators edit (docs/operating.md#texts-of-the-site,
 * docs/product.md#texts-in-markdown).
 */
const NAMES = ['about', 'privacy-policy', 'terms', 'cookie-policy', 'how-to-play', 'help'] as const

export type SiteTextName = (typeof NAMES)[number]

/** A site text as its page shows it. */
export type SiteText = { title: string; description: string; html: string }

export type Question = { question: string; answer: string }

/** Thrown for an invalid text, which prevents startup. The message is one line that names the file. */
export class SiteTextError extends Error {
  override name = 'SiteTextError'
}

/** A parsed file, before `{site}` and `{url}` are replaced. */
type Source = { title: string; description: string; tree: Root }

/** Reads all site texts in a folder. Throws a SiteTextError for the first text that is missing or invalid. */
export function readSiteTexts(folder = path.join(PROJECT_FOLDER, 'content')): Map<SiteTextName, Source> {
  return new Map(NAMES.map((name) => [name, readSource(folder, name)]))
}

/** Returns a text with the site's values filled in. During development, the file is read each time. */
export function siteText(name: SiteTextName): SiteText {
  const { title, description, tree } = filled(name)
  return { title, description, html: htmlOf(tree) }
}

/**
 * Returns the same as `siteText`, with the questions of the text. Each h3 is a question, and the content after it is
 * the answer, as plain text.
 */
export function siteQuestions(name: SiteTextName): SiteText & { questions: Question[] } {
  const { title, description, tree } = filled(name)
  return { title, description, html: htmlOf(tree), questions: questionsOf(tree) }
}

/** Reads this project's texts at startup, unless they have already been read. Throws a SiteTextError. */
export function checkSiteTexts(): void {
  sources()
}

function sources(): Map<SiteTextName, Source> {
  return import.meta.env?.MODE === 'development' ? readSiteTexts() : remember('site-texts', () => readSiteTexts())
}

/** An author's text is never this long, but a wrong file may be. */
const MAX_BYTES = 200_000

function readSource(folder: string, name: SiteTextName): Source {
  const file = `content/${name}.md`
  const fail: Fail = (why) => {
    throw new SiteTextError(`${file} ${why}`)
  }
  const text = readText(path.join(folder, `${name}.md`), fail).replaceAll('\r\n', '\n')
  const [, head, body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? fail('does not begin with --- and its title')
  const given = readHead(head ?? '', fail)
  const title = given.get('title') || fail('has no title')
  const description = given.get('description') || fail('has no description')
  const source = { title, description, tree: readBody(body, fail) }
  // This throws now if the text uses an unknown value.
  const tried = structuredClone(source)
  keepWhere(tried.tree, { 'with-ads': true, 'without-ads': true })
  fill(tried, Object.fromEntries(VALUES.map((value) => [value, ''])), fail)
  return source
}

type Fail = (why: string) => never

function readText(file: string, fail: Fail): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    return fail(`cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
  if (bytes.length > MAX_BYTES) fail(`is longer than ${MAX_BYTES} bytes`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return fail('is not UTF-8')
  }
}

/** Reads `name: value` lines. A line that begins with # is a comment for the editor. */
function readHead(head: string, fail: Fail): Map<string, string> {
  const lines = head.split('\n').filter((line) => line.trim() && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(title|description): *(.*)$/.exec(line) ?? []
      return name ? [name, value.trim()] : fail(`has a line in its head that is neither title nor description: ${line}`)
    }),
  )
}

function readBody(body: string, fail: Fail): Root {
  try {
    const tree = readMarkup(body, 'markdown')
    if (!wordsOf(tree).trim()) fail('has no text')
    dress(tree)
    return tree
  } catch (error) {
    if (error instanceof MarkupError) fail(`cannot be read: ${error.message}`)
    throw error
  }
}

/** Turns a paragraph that contains only a bold link into a button, and marks list items that begin with a key. */
function dress(tree: Root): void {
  visit(tree, 'element', (element) => {
    if (element.tagName === 'li' && isElement(element.children[0], 'kbd')) element.properties.className = ['keys']
    const [strong] = element.tagName === 'p' && element.children.length === 1 ? element.children : []
    const [link] = isElement(strong, 'strong') && strong.children.length === 1 ? strong.children : []
    if (!isElement(link, 'a')) return
    link.properties.className = ['button', 'button-primary', 'button-large']
    element.children = [link]
  })
}

function filled(name: SiteTextName): Source {
  const source = structuredClone(sources().get(name) as Source)
  const { siteName, siteUrl } = config()
  const { social } = siteTexts().footer
  const values = { site: siteName, url: siteUrl }
  keepWhere(source.tree, { 'with-ads': config().ads !== null, 'without-ads': config().ads === null })
  const topics = topicsOf(source.tree)
  fillBlocks(source.tree, (block) => BLOCKS[block]({ social, topics }))
  return fill(source, values, (why) => {
    throw new SiteTextError(why)
  })
}

const VALUES = ['site', 'url'] as const

/** Replaces names in braces with their values, in text and in links, where Markdown has encoded the braces. */
function fill(source: Source, values: Record<string, string>, fail: Fail): Source {
  const put = (text: string, encode: (value: string) => string) =>
    text.replace(/(?:\{|%7B)([\w-]+)(?:\}|%7D)/gi, (whole, name: string) =>
      Object.hasOwn(values, name) ? encode(values[name] as string) : fail(`has ${whole}, which has no value`),
    )
  const plain = (value: string) => value
  visit(source.tree, (node) => {
    if (node.type === 'text' && !isBlock(node.value)) node.value = put(node.value, plain)
    if (node.type === 'element' && typeof node.properties.href === 'string')
      node.properties.href = put(node.properties.href, encodeURI)
  })
  source.title = put(source.title, plain)
  source.description = put(source.description, plain)
  return source
}

/** A paragraph or list item that begins with one of these names in braces appears only if the condition holds. */
const CONDITIONS = ['with-ads', 'without-ads'] as const

function keepWhere(tree: Root, holds: Record<(typeof CONDITIONS)[number], boolean>): void {
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName !== 'p' && element.tagName !== 'li') return CONTINUE
    const [first] = element.children
    const condition =
      first?.type === 'text' ? CONDITIONS.find((name) => first.value.startsWith(`{${name}}`)) : undefined
    if (!condition || first?.type !== 'text') return CONTINUE
    first.value = first.value.slice(condition.length + 2).trimStart()
    if (holds[condition] || !parent || index === undefined) return CONTINUE
    parent.children.splice(index, 1)
    return [SKIP, index]
  })
}

const isBlock = (text: string) => Object.hasOwn(BLOCKS, text.trim().slice(1, -1))

/** Replaces each paragraph that consists of a block's name in braces with that block. */
function fillBlocks(tree: Root, make: (name: keyof typeof BLOCKS) => ElementContent[]): void {
  tree.children = tree.children.flatMap((node): RootContent[] => {
    const [only] = isElement(node, 'p') && node.children.length === 1 ? node.children : []
    const name = only?.type === 'text' && isBlock(only.value) ? only.value.trim().slice(1, -1) : null
    return name ? make(name as keyof typeof BLOCKS) : [node]
  })
}

function topicsOf({ children }: Root): Topic[] {
  const headings = children.filter((node) => isElement(node, 'h2'))
  return headings.map((heading) => ({ id: String(heading.properties.id), title: wordsOf(heading) }))
}

function questionsOf({ children }: Root): Question[] {
  const questions: Question[] = []
  // Text between a topic and its first question is not part of an answer.
  let current: Question | null = null
  for (const node of children) {
    if (node.type !== 'element') continue
    const words = wordsOf(node).replace(/\s+/g, ' ').trim()
    if (isElement(node, 'h3')) questions.push((current = { question: words, answer: '' }))
    else if (isElement(node, 'h2')) current = null
    else if (current) current.answer = `${current.answer} ${words}`.trim()
  }
  return questions
}

function isElement(node: RootContent | undefined, name: string): node is Element {
  return node?.type === 'element' && node.tagName === name
}
