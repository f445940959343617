import { expect, test } from 'vitest'
import { insertBridge } from './insert-bridge.ts'

const BRIDGE = '<script src="/play/bridge.js"></script>'
const inserted = (page: string) => insertBridge(Buffer.from(page)).toString()

test.each([
  ['a head', '<!doctype html><html><head>|<title>A</title><script>a</script></head></html>'],
  ['attributes and capitals', '<!DOCTYPE HTML>\n<HTML lang=de><HEAD data-x="<script>">|<SCRIPT>a</SCRIPT></HEAD>'],
  ['no head', '<!doctype html><html lang="en">|<title>A</title><body><script>a</script></body></html>'],
  ['neither head nor html', '<!doctype html>|<title>A</title><script>a</script>'],
  ['only a script in its body', '<!doctype html><body><p>Hi</p><script>a</script>', '<!doctype html>|<body>'],
  ['no doctype', '|<p>Hi</p><script>a</script>'],
  ['nothing', '|'],
  ['a script before its head', '<!doctype html>|<script>a</script><html><head></head></html>'],
  ['a comment with a script first', '<!-- <head><script>a</script> --><!doctype html><html><head>|<script>a</script>'],
  ['a comment between doctype and head', '<!doctype html><!-- <head> --><html><head>|</head>'],
  ['lines that end as on Windows', '<!doctype html>\r\n<html>\r\n<head>|\r\n<script>\r\na</script></head></html>'],
  ['a byte order mark', '\ufeff<!doctype html><html><head>|<script>a</script></head></html>'],
  ['a policy of its own', '<!doctype html><head>|<meta http-equiv="Content-Security-Policy" content="script-src x">'],
  ['a base', '<!doctype html><head>|<base href="https://evil.example/"><script src="a.js"></script>'],
  ['letters of several bytes', '<!doctype html><!-- 火とランプ --><html><head>|<title>ランプ</title></head></html>'],
])('a page with %s gets the bridge before everything else', (_, page, start = page) => {
  const [before, after] = start.split('|') as [string, string]
  const result = inserted(page.replace('|', ''))
  expect(result).toContain(`${before}${BRIDGE}${after}`)
  expect(result.replace(BRIDGE, '')).toBe(page.replace('|', ''))
})

test('a page that begins with the bridge stays as it is, and one whose own script has that name does not', () => {
  const ours = `<!doctype html><head>${BRIDGE}<script>a</script></head>`
  expect(inserted(ours)).toBe(ours)
  expect(inserted('<!doctype html><head><script src="bridge.js"></script></head>')).toContain(`<head>${BRIDGE}`)
  expect(inserted(`<!doctype html><head><script>a</script>${BRIDGE}</head>`)).toContain(`<head>${BRIDGE}<script>a`)
})

test.each(['utf16le', 'big'])('a page in UTF-16 (%s) stays readable', (order) => {
  const bytes = Buffer.from('\ufeff<!doctype html><html><head><title>火</title><script>a</script></head>', 'utf16le')
  const page = order === 'big' ? bytes.swap16() : bytes
  const result = Buffer.from(insertBridge(page))
  const text = (order === 'big' ? result.swap16() : result).toString('utf16le')
  expect(text).toContain(`<head>${BRIDGE}<title>火</title>`)
})

test('bytes of another encoding are not touched', () => {
  const page = Buffer.from('<!doctype html><meta charset="windows-1252"><title>caf\xe9</title>', 'latin1')
  expect(insertBridge(page).includes(Buffer.from('caf\xe9</title>', 'latin1'))).toBe(true)
})

test('a page that is nested very deeply still gets the bridge', () => {
  expect(inserted(`<!doctype html><html><head></head><body>${'<div>'.repeat(60_000)}`)).toContain(`<head>${BRIDGE}`)
})
