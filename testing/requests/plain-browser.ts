import type { Element, Nodes, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { visit } from 'unist-util-visit'
import type { Answer } from '../../app/server/http/testing.server.ts'
import { type BuiltPortal, SITE, wordsOf } from '../portal/built-portal.ts'

/** Values to type, choose or tick, by the label of their field. */
type Given = Record<string, string | boolean | File>

export type PlainBrowser = ReturnType<typeof openPlainBrowser>

/**
 * A browser without script: follows links and sends forms exactly as in the markup, so that a missing field or a wrong
 * address fails a test. Text and labels must match completely unless they are patterns. Throws if the page lacks an
 * element.
 */
export function openPlainBrowser(portal: BuiltPortal, cookie = '') {
  const { address } = portal.openBrowser()
  const cookies = new Map(cookie ? [[cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1)]] : [])
  let url = new URL('/', SITE)
  let answer: Answer
  let document: Root

  async function ask(to: URL, method = 'GET', form?: FormData, isInParts = false): Promise<void> {
    const sent = form && new Response(isInParts ? form : new URLSearchParams([...form] as [string, string][]))
    answer = await portal.send(to.pathname + to.search, {
      method,
      body: sent && Buffer.from(await sent.arrayBuffer()),
      headers: {
        accept: 'text/html',
        'x-forwarded-for': address,
        referer: url.href,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(sent && { origin: SITE, 'content-type': sent.headers.get('content-type') ?? '' }),
      },
    })
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/; Max-Age=0\b/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    url = to
    const { location } = answer.headers
    if (answer.status >= 300 && answer.status < 400 && location) return ask(new URL(location, url))
    document = fromHtml(answer.text)
  }

  function find(what: string, fits: (element: Element) => boolean): Element {
    const found = all(document).find(fits)
    if (!found) throw new Error(`There is no ${what} at ${url.pathname}:\n${wordsOf(answer)}`)
    return found
  }

  function formOf(field: Element): Element {
    const id = of(field, 'form')
    return find('form', (one) => one.tagName === 'form' && (id ? of(one, 'id') === id : isWithin(field, one)))
  }

  async function send(form: Element, given: Given, button?: Element): Promise<void> {
    const [id, data] = [of(form, 'id'), new FormData()]
    const isOfForm = (element: Element) => (of(element, 'form') ? of(element, 'form') === id : isWithin(element, form))
    const fields = all(document).filter((element) => isOfForm(element) && !element.properties.disabled)
    const isGiven = new Set(Object.keys(given))
    const isChosen = (field: Element) => labelsOf(field, document).some((label) => given[label] === true)
    for (const field of fields) {
      const labels = labelsOf(field, document)
      const isRadio = of(field, 'type') === 'radio'
      // Only one radio button of a name is sent.
      if (isRadio && !isChosen(field) && fields.some((one) => of(one, 'name') === of(field, 'name') && isChosen(one)))
        continue
      const label = labels.find((one) => isGiven.delete(one) || one in given)
      const value = label === undefined ? undefined : given[label]
      if (!form.properties.noValidate && field.properties.required && !(value ?? valueOf(field)))
        throw new Error(`A browser does not send this without ${labels.join(', ')}`)
      const name = of(field, 'name')
      for (const one of name ? valuesOf(field, value) : []) data.append(name!, one)
    }
    if (isGiven.size) throw new Error(`The form has no field called ${[...isGiven].join(', ')}:\n${wordsOf(answer)}`)
    if (button && of(button, 'name')) data.append(of(button, 'name')!, of(button, 'value') ?? '')
    const to = new URL((button && of(button, 'formAction')) ?? of(form, 'action') ?? url.href, url)
    if (of(form, 'method')?.toLowerCase() === 'post')
      return ask(to, 'POST', data, of(form, 'encType') === 'multipart/form-data')
    to.search = new URLSearchParams([...data] as [string, string][]).toString()
    return ask(to)
  }

  return {
    goto: (at: string) => ask(new URL(at, SITE)),
    status: () => answer.status,
    /** The current path, query and fragment. */
    at: () => url.pathname + url.search + url.hash,
    text: () => answer.text,
    words: () => wordsOf(answer),
    /** The text of every element with one of these tags. */
    textsOf: (...tags: string[]) =>
      all(document)
        .filter(({ tagName }) => tags.includes(tagName))
        .map(nameOf),
    follow: (name: string | RegExp) =>
      ask(
        new URL(
          of(
            find(`link "${name}"`, (one) => one.tagName === 'a' && isCalled(one, name)),
            'href',
          )!,
          url,
        ),
      ),
    /** Fills in a button's form and presses it. */
    async press(name: string | RegExp, given: Given = {}): Promise<void> {
      const button = find(
        `button "${name}"`,
        (one) =>
          one.tagName === 'button' &&
          (of(one, 'type') ?? 'submit') === 'submit' &&
          !one.properties.disabled &&
          isCalled(one, name),
      )
      await send(formOf(button), given, button)
    },
    /** Fills in one field and presses Enter in it. */
    async enter(label: string, value: string): Promise<void> {
      const field = find(`field "${label}"`, (one) => labelsOf(one, document).includes(label))
      await send(formOf(field), { [label]: value })
    },
  }
}

function all(node: Nodes): Element[] {
  const found: Element[] = []
  visit(node, 'element', (element) => void found.push(element))
  return found
}

/** The value of a property; undefined if the element has none. */
function of(element: Element, name: string): string | undefined {
  const value = element.properties[name]
  return value == null ? undefined : String(value)
}

const isWithin = (element: Element, ancestor: Element) => all(ancestor).includes(element)

const UNREAD = ['script', 'style', 'svg', 'template']

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && (of(node, 'ariaHidden') === 'true' || UNREAD.includes(node.tagName))) return ''
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

const nameOf = (element: Element) => (of(element, 'ariaLabel') ?? textOf(element)).replace(/\s+/g, ' ').trim()

const isCalled = (element: Element, name: string | RegExp) =>
  typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element))

function labelsOf(field: Element, document: Root): string[] {
  if (!['input', 'select', 'textarea'].includes(field.tagName) || of(field, 'type') === 'hidden') return []
  const id = of(field, 'id')
  const labels = all(document).filter(
    (one) => one.tagName === 'label' && (isWithin(field, one) || (id !== undefined && of(one, 'htmlFor') === id)),
  )
  const own = of(field, 'ariaLabel')
  return [...labels.map(nameOf), ...(own ? [own] : [])]
}

/** A field's initial value. */
function valueOf(field: Element): string {
  if (field.tagName === 'textarea') return textOf(field).replace(/^\n/, '')
  if (field.tagName !== 'select') return of(field, 'value') ?? ''
  const options = all(field).filter(({ tagName }) => tagName === 'option')
  const chosen = options.find((one) => one.properties.selected) ?? options[0]
  return chosen ? (of(chosen, 'value') ?? nameOf(chosen)) : ''
}

/** The values that a field sends, given the input. */
function valuesOf(field: Element, given: string | boolean | File | undefined): (string | File)[] {
  if (field.tagName === 'select' && typeof given === 'string') {
    const option = all(field).find((one) => one.tagName === 'option' && nameOf(one) === given)
    if (!option) throw new Error(`There is no option ${given}`)
    return [of(option, 'value') ?? given]
  }
  if (['select', 'textarea'].includes(field.tagName)) return [(given as string | undefined) ?? valueOf(field)]
  if (field.tagName !== 'input') return []
  const type = of(field, 'type') ?? 'text'
  if (type === 'checkbox' || type === 'radio')
    return (given ?? field.properties.checked) ? [of(field, 'value') ?? 'on'] : []
  if (type === 'file') return [(given as File | undefined) ?? new File([], '')]
  return type === 'submit' || type === 'button' ? [] : [(given as string | undefined) ?? valueOf(field)]
}
