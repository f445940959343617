import { ArrowLeft, ExternalLink } from 'lucide-react'
import { href } from 'react-router'
import { requireStaff } from '../../accounts/operators/require-staff.server.ts'
import { runOperatorForm, type Submission } from '../../accounts/operators/run-operator-form.server.ts'
import { Form, Submit, useForm } from '../../forms/form.tsx'
import { fieldText, refuseIntent } from '../../forms/read-form.ts'
import { RefusedNote } from '../../forms/refused-note.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { formatMoment } from '../../lib/dates.ts'
import { countOf } from '../../lib/text.ts'
import { limit } from '../../server/http/rate-limit.server.ts'
import { formOf } from '../../server/http/request-body.server.ts'
import { idOf, notFound } from '../../server/http/responses.server.ts'
import { pageMeta } from '../../site/page-meta.ts'
import { siteOf } from '../../site/use-site.ts'
import { Checkbox, FormError } from '../../ui/fields/field.tsx'
import { NO_MANAGED_GAME } from '../management/edit/load-game-editor.server.ts'
import { findManagedGame } from '../management/managed-game.server.ts'
import { managedGameHref } from '../management/management-rules.ts'
import type { Route } from './+types/versions.page'
import { chooseVersion, deleteVersion, listVersions } from './game-versions.server.ts'
import { newVersionRules, versionIdRules } from './new-game-rules.ts'
import { previewHref } from './preview-token.server.ts'
import { sizeOf } from './size-of.ts'
import { submitVersion } from './submit-version.server.ts'
import { sendZip } from './upload-progress.ts'
import { isUploaded, versionHref } from './version-address.ts'
import { ZipField } from './zip-field.tsx'
import '../../accounts/operators/console.css'
import '../management/edit/edit-form.css'
import '../management/edit/managed-game.css'
import './uploads.css'

export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request, 'games')
  const id = idOf(params.id, NO_MANAGED_GAME)
  const game = await findManagedGame(id)
  if (!game || !isUploaded(game)) throw notFound(NO_MANAGED_GAME)
  const versions = (await listVersions(id)).map((version) => ({
    ...version,
    preview: previewHref(versionHref(version.id)),
  }))
  return { id, title: game.title, versions }
}

/** Uploads a version of a game, makes one current, or deletes one. */
export async function action({ request, params }: Route.ActionArgs) {
  const operator = await requireStaff(request, 'games')
  const gameId = idOf(params.id, NO_MANAGED_GAME)
  const redirectTo = href('/admin/games/:id/versions', params)
  if (isMultipart(request)) {
    await limit('uploads', request)
    return submitVersion({ request, operator, gameId, redirectTo })
  }
  const form = await formOf(request)
  const submission: Submission = { request, form, redirectTo }
  switch (fieldText(form, 'intent')) {
    case 'choose':
      return runOperatorForm(submission, {
        rules: versionIdRules,
        done: 'This is now the current version',
        run: ({ id }) => chooseVersion(operator, gameId, id),
      })
    case 'delete':
      return runOperatorForm(submission, {
        rules: versionIdRules,
        done: 'Version deleted',
        run: ({ id }) => deleteVersion(operator, gameId, id),
      })
    default:
      return refuseIntent()
  }
}

export function clientAction({ request, params, serverAction }: Route.ClientActionArgs) {
  return sendForm(
    () =>
      isMultipart(request)
        ? sendZip<Awaited<ReturnType<typeof serverAction>>>(request, href('/admin/games/:id/versions/zip', params))
        : serverAction(),
    { failedTitle: 'Not changed' },
  )
}

function isMultipart(request: Request): boolean {
  return /^multipart\//i.test(request.headers.get('content-type') ?? '')
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  return pageMeta(siteOf(matches), {
    title: `Versions of ${loaderData?.title ?? 'a game'}`,
    description: 'Manage all versions of a game.',
    path: href('/admin/games/:id/versions', params),
    noindex: true,
  })
}

type Version = Route.ComponentProps['loaderData']['versions'][number]

/** The versions of an uploaded game, newest first. */
export default function VersionsPage({ loaderData: { id, title, versions } }: Route.ComponentProps) {
  return (
    <div className="new-game">
      <a className="back-link" href={managedGameHref(id)}>
        <ArrowLeft aria-hidden="true" /> <span dir="auto">{title}</span>
      </a>
      <h1>Versions</h1>
      <RefusedNote />
      <NewVersion />
      <ol className="game-versions">
        {versions.map((version) => (
          <li key={version.id} className="console-card">
            <VersionHead version={version} />
            <div className="console-card-decisions">
              <a className="button button-secondary" href={version.preview} target="_blank" rel="noopener">
                Try it <ExternalLink aria-hidden="true" />
                <span className="sr-only"> in a new tab</span>
              </a>
              {!version.isCurrent && (
                <>
                  <ChooseForm id={version.id} />
                  <DeleteForm id={version.id} />
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

function VersionHead({ version: { archive, files, bytes, root, isCurrent, createdAt } }: { version: Version }) {
  return (
    <div>
      <h2 dir="auto">{archive}</h2>
      <p className="status-line quiet">
        {isCurrent && <span className="chip version-current">Current</span>}
        <span>
          <time dateTime={createdAt.toISOString()}>{formatMoment(createdAt)}</time>, {countOf(files, 'file')},{' '}
          {sizeOf(bytes)}
          {root && (
            <>
              , from its folder <span dir="auto">{root}</span>
            </>
          )}
        </span>
      </p>
    </div>
  )
}

function NewVersion() {
  const form = useForm(newVersionRules)
  const { error: _, ...draft } = form.box('draft')
  return (
    <Form of={form} className="console-card version-form" encType="multipart/form-data" inert={form.isBusy}>
      <h2>Upload a new version</h2>
      <ZipField error={form.errors.zip} />
      <Checkbox {...draft}>Upload as a draft: visitors still get the current version</Checkbox>
      <FormError error={form.error} />
      <div>
        <Submit of={form} look="primary" busy="Uploading...">
          Upload
        </Submit>
      </div>
    </Form>
  )
}

function ChooseForm({ id }: { id: number }) {
  const form = useForm(versionIdRules, { intent: 'choose' })
  return (
    <Form of={form} className="console-form">
      <input type="hidden" name="id" value={id} />
      <Submit of={form} busy="Changing...">
        Make current
      </Submit>
      <FormError error={form.error} />
    </Form>
  )
}

function DeleteForm({ id }: { id: number }) {
  const form = useForm(versionIdRules, { intent: 'delete' })
  return (
    <details className="console-more">
      <summary className="button button-quiet">Delete...</summary>
      <Form of={form}>
        <input type="hidden" name="id" value={id} />
        <p>Its files are deleted, unless another version has the same ones. This cannot be undone.</p>
        <FormError error={form.error} />
        <div>
          <Submit of={form} look="destructive" busy="Deleting...">
            Delete this version
          </Submit>
        </div>
      </Form>
    </details>
  )
}
