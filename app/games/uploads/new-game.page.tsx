import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { href, redirect } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { Checkbox, FormError, TextField } from '../../ui/fields/field.tsx'
import { approvedGameHosts } from '../feeds/providers/frame-hosts.server.ts'
import type { Route } from './+types/new-game.page'
import { AboutFields } from './about-fields.tsx'
import { gameAdded } from './game-added.server.ts'
import { newZipRules, urlGameRules } from './new-game-rules.ts'
import { submitUrlGame, submitZipGame } from './submit-new-game.server.ts'
import { sendZip } from './upload-progress.ts'
import { ZipField } from './zip-field.tsx'
import '../../accounts/operators/console.css'
import '../management/edit/edit-form.css'
import '../management/edit/managed-game.css'
import './uploads.css'

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const isUrl = new URL(request.url).searchParams.get('from') === 'url'
  return { isUrl, approved: isUrl ? [...approvedGameHosts()] : [] }
}

/** Adds a game from a zip or by URL (docs/product.md#own-games). */
export async function action({ request }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  if (isMultipart(request)) await limit('uploads', request)
  const result = await (isMultipart(request) ? submitZipGame(request, operator) : submitUrlGame(request, operator))
  return result.refused ?? gameAdded(request, result.id)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const answer = await sendForm(
    () =>
      isMultipart(request)
        ? sendZip<Awaited<ReturnType<typeof serverAction>>>(request, href('/admin/games/new/zip'))
        : serverAction(),
    { failedTitle: 'Not added' },
  )
  return 'next' in answer && typeof answer.next === 'string' ? redirect(answer.next) : answer
}

function isMultipart(request: Request): boolean {
  return /^multipart\//i.test(request.headers.get('content-type') ?? '')
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: 'Add a game',
    description: 'Add a game of your own.',
    path: href('/admin/games/new'),
    noindex: true,
  })
}

/** Adds an operator's own game. It is pending review, so that the operator can test it first. */
export default function NewGamePage({ loaderData: { isUrl, approved } }: Route.ComponentProps) {
  const here = href('/admin/games/new')
  return (
    <div className="new-game">
      <a className="back-link" href={href('/admin/games')}>
        <ArrowLeft aria-hidden="true" /> All games
      </a>
      <h1>Add a game</h1>
      <nav className="tabs console-tabs" aria-label="Where the game is">
        <a href={here} aria-current={isUrl ? undefined : 'page'}>
          From a zip
        </a>
        <a href={`${here}?from=url`} aria-current={isUrl ? 'page' : undefined}>
          From a URL
        </a>
      </nav>
      {isUrl ? <UrlForm approved={approved} /> : <ZipForm />}
    </div>
  )
}

function ZipForm() {
  const form = useForm(newZipRules)
  return (
    <Form of={form} className="managed-form" encType="multipart/form-data" inert={form.isBusy}>
      <fieldset className="console-card">
        <legend className="sr-only">The game</legend>
        <ZipField error={form.errors.zip} />
        <p className="quiet managed-note">
          The zip must contain everything that the game needs: this portal serves the game in a sandbox that loads
          nothing from other sites. Web exports from Unity, Godot, Construct, GameMaker and Phaser work unchanged.
        </p>
        <AboutFields field={form.field} />
      </fieldset>
      <Send form={form} busy="Uploading..." />
    </Form>
  )
}

function UrlForm({ approved }: { approved: string[] }) {
  const form = useForm(urlGameRules)
  const url = form.field('url')
  const [host, setHost] = useState(() => hostIn(url.defaultValue))
  const isApproved = host !== null && approved.includes(host)
  return (
    <Form of={form} className="managed-form" inert={form.isBusy}>
      <fieldset className="console-card">
        <legend className="sr-only">The game</legend>
        <TextField
          {...given(url)}
          label="URL of the game"
          hint="https"
          inputMode="url"
          spellCheck={false}
          placeholder="https://games.example.com/my-game/"
          onChange={({ target }) => setHost(hostIn(target.value))}
          required
        />
        {isApproved ? (
          <p className="quiet managed-note" role="status">
            Games from {host} are approved already.
          </p>
        ) : (
          <Checkbox {...given(form.box('approve'))}>
            Pages of this site may frame games from {host ? <strong>{host}</strong> : 'the host of this URL'}
          </Checkbox>
        )}
        <AboutFields field={form.field} />
      </fieldset>
      <Send form={form} busy="Adding..." />
    </Form>
  )
}

function Send({ form, busy }: { form: { id: string; isBusy: boolean; error: string | undefined }; busy: string }) {
  return (
    <div className="managed-save">
      <FormError error={form.error} />
      <Submit of={form} look="primary" busy={busy}>
        Add the game
      </Submit>
      <span className="quiet">It is not public until you publish it.</span>
    </div>
  )
}

function hostIn(text = ''): string | null {
  const url = URL.parse(text.trim())
  return url?.protocol === 'https:' ? url.host : null
}

function given<Field extends { error: string | undefined }>({ error, ...field }: Field) {
  return { ...field, ...(error !== undefined && { error }) }
}
