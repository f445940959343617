import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AVATAR_BYTES } from '../../app/accounts/profile/profile-rules.ts'
import { createDraft } from '../../app/blog/editor/drafts.server.ts'
import { BLOG_PICTURE_FORM } from '../../app/blog/blog-pictures.server.ts'
import { MEDIA_BYTES } from '../../app/community/post-rules.ts'
import { addressGroup } from '../../app/server/http/client-address.server.ts'
import { clearAttemptsOf } from '../../app/server/http/count-attempts.server.ts'
import { findFreePort } from '../fixtures/database.ts'
import { type Actor, createActor, NOT_NEW } from '../fixtures/players.ts'
import { type Certificate, createCertificate, findProgram } from '../fixtures/private-ca.ts'
import { type BuiltPortal, startBuiltPortal } from './built-portal.ts'

/** The files in docs/proxies, each in front of the built portal (docs/operating.md#behind-a-proxy). */

const SITE = 'https://games.example'
const folder = mkdtempSync(path.join(os.tmpdir(), 'playhall-proxies-'))
const canSign = Boolean(findProgram('openssl'))
let portal: BuiltPortal
let operator: Actor
let certificate: Certificate
let proxy: ChildProcess | null = null

beforeAll(async () => {
  portal = await startBuiltPortal({ SITE_URL: SITE })
  if (canSign) certificate = createCertificate(folder, 'games.example')
  chmodSync(folder, 0o755)
})
beforeEach(async () => {
  operator = await createActor({ ...NOT_NEW, role: 'operator' })
  // All requests through a proxy come from the same address.
  await clearAttemptsOf('post', addressGroup('127.0.0.1'))
})
afterEach(async () => {
  if (proxy && proxy.exitCode === null) {
    const ended = once(proxy, 'exit')
    proxy.kill('SIGTERM')
    await ended
  }
  proxy = null
})
afterAll(async () => {
  await portal?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(!canSign || !findProgram('nginx'))(
  'uploads of the documented sizes pass docs/proxies/nginx.conf',
  async () => {
    const port = await findFreePort()
    const server = documented('nginx.conf')
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('/etc/ssl/games.example/fullchain.pem', certificate.cert)
      .replace('/etc/ssl/games.example/privkey.pem', certificate.key)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
      mkdirSync(path.join(folder, kind), { recursive: true })
      return `${kind}_temp_path ${path.join(folder, kind)};`
    })
    const file = write(
      'nginx.conf',
      `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/nginx.pid; error_log stderr; events {}
     http { access_log off; ${temporary.join(' ')}\n${server}}`,
    )
    await expectUploads('nginx', ['-c', file, '-p', folder, '-e', 'stderr'], port)
  },
)

test.skipIf(!canSign || !findProgram('caddy'))(
  'uploads of the documented sizes pass docs/proxies/Caddyfile',
  async () => {
    const port = await findFreePort()
    const site = documented('Caddyfile').replace(
      'games.example {',
      `games.example:${port} {\n\ttls ${certificate.cert} ${certificate.key}`,
    )
    const file = write('Caddyfile', `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
    await expectUploads('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port)
  },
)

test.skipIf(!canSign || !findProgram('haproxy'))(
  'uploads of the documented sizes pass docs/proxies/haproxy.cfg',
  async () => {
    const port = await findFreePort()
    const pem = write(
      'games.example.pem',
      `${readFileSync(certificate.cert, 'utf8')}${readFileSync(certificate.key, 'utf8')}`,
    )
    const file = write(
      'haproxy.cfg',
      documented('haproxy.cfg')
        .replace('bind :443', `bind 127.0.0.1:${port}`)
        .replace('/etc/haproxy/games.example.pem', pem),
    )
    await expectUploads('haproxy', ['-f', file, '-db'], port)
  },
)

/** Runs a proxy and uploads through it a profile picture, a post's picture and a blog picture of the maximum size. */
async function expectUploads(program: string, args: string[], port: number): Promise<void> {
  let output = ''
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const running = spawn(findProgram(program)!, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  proxy = running
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (piece: Buffer) => (output += piece))
  const home = async () => (await send(port, '/').catch(() => null))?.status
  while ((await home()) !== 200) {
    if (running.exitCode !== null) throw new Error(`${program} exited: ${output}`)
    await sleep(50)
  }
  const draft = await createDraft()
  const post = { type: 'discussion', title: `Through ${program}`, content: 'A picture through a proxy.' }
  expect(await upload(port, '/account/avatar', { picture: await picture(AVATAR_BYTES) })).toBe(200)
  expect(await upload(port, '/community/new', { ...post, media: await picture(MEDIA_BYTES) }, 'text/html')).toBe(303)
  const alt = 'A door'
  const large = await picture(BLOG_PICTURE_FORM.maxBytes)
  expect(await upload(port, `/admin/blog/${draft}/pictures`, { picture: large, alt })).toBe(200)
}

/** A picture in a file of exactly this many bytes. */
async function picture(bytes: number): Promise<File> {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(Buffer.concat([png, Buffer.alloc(bytes - png.length)]))], 'a.png', {
    type: 'image/png',
  })
}

async function upload(port: number, to: string, fields: Record<string, string | File>, accept = 'application/json') {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const sent = new Response(form)
  const headers = { accept, origin: SITE, cookie: operator.cookie, 'content-type': sent.headers.get('content-type')! }
  return (await send(port, to, { method: 'POST', headers }, Buffer.from(await sent.bytes()))).status
}

async function send(port: number, to: string, options = {}, body?: Buffer): Promise<{ status: number }> {
  const { ca } = certificate
  const { headers = {} } = options as { headers?: Record<string, string> }
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: to,
        servername: 'games.example',
        ca: readFileSync(ca),
        agent: false,
        ...options,
        headers: { ...headers, host: 'games.example', ...(body && { 'content-length': body.length }) },
      },
      (answer) => answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0 })),
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

/** A documented file, pointed at the test's portal. */
function documented(name: string): string {
  return readFileSync(path.join('docs/proxies', name), 'utf8').replace('127.0.0.1:3000', new URL(portal.url).host)
}

function write(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}
