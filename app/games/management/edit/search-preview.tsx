import { type ReactNode, useState } from 'react'
import { seoDescription, seoTitle } from '../../../site/page-meta.ts'
import { useSite } from '../../../site/use-site.ts'
import { gameHref } from '../../catalogue/games-href.ts'
import type { ManagedGame } from '../managed-game.server.ts'
import { FORM_NAMES } from './edit-rules.ts'

/** How a search engine may show the game's page, above the fields for it, as they are typed. */
export function SearchPreview({ game, children }: { game: ManagedGame; children: ReactNode }) {
  const site = useSite()
  const [typed, setTyped] = useState<{ title: string; description: string } | null>(null)
  const title = (typed?.title ?? game.seo_title) || `${game.title} - Play Free Online Game`
  const description =
    (typed?.description ?? game.seo_description) ||
    game.description ||
    `Play ${game.title} free in your browser, with no download.`
  const read = (fields: HTMLElement) => {
    const valueOf = (name: string) => fields.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? ''
    setTyped({ title: valueOf(FORM_NAMES.seo_title), description: valueOf(FORM_NAMES.seo_description) })
  }
  return (
    <div className="form" onInput={({ currentTarget }) => read(currentTarget)}>
      <div className="search-preview" aria-label="Preview of a search result" role="group" dir="auto">
        <small>{`${site.url.replace(/^https?:\/\//, '')}${gameHref(game.slug)}`}</small>
        <b>{seoTitle(title)}</b>
        <p>{seoDescription(description)}</p>
      </div>
      {children}
    </div>
  )
}
