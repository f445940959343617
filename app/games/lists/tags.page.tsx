import { href, redirect } from 'react-router'
import { pageMeta } from '../../site/page-meta.ts'
import { type Missing, notFound } from '../../server/http/responses.server.ts'
import { cacheHeaders } from '../../server/cache/cache-headers.server.ts'
import { siteOf } from '../../site/use-site.ts'
import { cached, cachedByKey } from '../../server/cache/data-cache.server.ts'
import { ClearLink } from '../../ui/floating/clear-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SectionHeader } from '../../ui/section-header.tsx'
import type { Route } from './+types/tags.page'
import { GameGrid } from '../cards/game-grid.tsx'
import { describeTag, shownTags, tagKey } from '../arrangement/known-tags.ts'
import { tagsHref } from '../catalogue/games-href.ts'
import { listOfferedTags } from './offered-tags.server.ts'
import { listTagged } from './list-games.server.ts'
import { isSameTag, parseTags, TAGGED_LIMIT, TAGS_SHOWN } from '../catalogue/tags.ts'
import './list-text.css'

export const headers = () => cacheHeaders('games')

export async function loader({ request }: Route.LoaderArgs) {
  const given = parseTags(new URL(request.url).searchParams.get('tags') ?? '')
  const tags = shownTags(given)
  if (given.length && !tags.length) throw notFound(NO_TAG, cacheHeaders('games'))
  if (given.some((tag) => tagKey(tag) !== tag.toLowerCase())) throw redirect(tagsHref(tags), 301)
  const wanted = tags.map((tag) => tag.toLowerCase())
  const offered = await cached('offered tags', ['games'], listOfferedTags)
  // Before a tag is chosen, show games of the tags listed first.
  const shown = wanted.length ? wanted : offered.slice(0, TAGS_SHOWN).map((tag) => tag.toLowerCase())
  const games = await cachedByKey('tagged games', shown.join(','), ['games'], () => listTagged(shown, TAGGED_LIMIT))
  return { tags, offered, games, description: tags.length === 1 ? describeTag(tags[0]!) : '' }
}

const NO_TAG: Missing = {
  name: 'Tag not found',
  title: 'Tag not found',
  text: 'This tag has no page. Plenty of others do.',
  action: { label: 'All tags', href: href('/tags') },
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const tags = loaderData?.tags ?? []
  const named = tags.length ? tags : (loaderData?.offered ?? []).slice(0, TAGS_SHOWN)
  return pageMeta(site, {
    title: tags.length ? `Games tagged ${tags.join(', ')} | ${site.name}` : `Tagged Games | ${site.name}`,
    description: loaderData?.description || `Find free browser games by tag at ${site.name}: ${named.join(', ')}.`,
    path: tagsHref(tags),
    noindex: tags.length > 1 || (tags.length === 1 && !(loaderData && loaderData.games.length)),
  })
}

export default function TagsPage({ loaderData }: Route.ComponentProps) {
  const { tags, offered, description } = loaderData
  const games = loaderData.games
  const isChosen = (tag: string) => tags.some((chosen) => isSameTag(chosen, tag))
  const others = tags.filter((tag) => !offered.some((known) => isSameTag(known, tag)))
  const hidden = offered.slice(TAGS_SHOWN)
  const chip = (tag: string) => (
    <li key={tag}>
      <a
        className="chip chip-large"
        rel="nofollow"
        href={tagsHref(isChosen(tag) ? tags.filter((chosen) => !isSameTag(chosen, tag)) : [...tags, tag])}
        aria-current={isChosen(tag) ? 'true' : undefined}
      >
        {tag}
      </a>
    </li>
  )
  const clear = (
    <ClearLink className="button button-secondary button-small" href={href('/tags')}>
      Clear all
    </ClearLink>
  )
  return (
    <>
      <h1>Tagged Games</h1>
      {description && (
        <p className="list-text" dir="auto">
          {description}
        </p>
      )}
      <nav className="filters" aria-label="Tags">
        <ul className="chips">{[...offered.slice(0, TAGS_SHOWN), ...others].map(chip)}</ul>
        {hidden.length > 0 && (
          <details className="more-tags" open={hidden.some(isChosen) || undefined}>
            <summary className="button button-secondary button-small">
              <span className="when-closed">Show More ({hidden.length})</span>
              <span className="when-open">Show Less</span>
            </summary>
            <ul className="chips">{hidden.map(chip)}</ul>
          </details>
        )}
      </nav>
      {tags.length > 0 && games.length > 0 && (
        <div className="chosen-tags">
          <p>
            Selected Tags: <strong>{tags.join(', ')}</strong>
          </p>
          {clear}
        </div>
      )}
      {tags.length === 0 && (
        <EmptyState title="Select tags to find games">
          Choose one or more above: games with any of them are listed, most played first.
        </EmptyState>
      )}
      {tags.length > 0 && !games.length && (
        <EmptyState title="No games found with selected tags" action={clear}>
          Try selecting different tags or fewer tags
        </EmptyState>
      )}
      {tags.length === 0 && games.length > 0 && <SectionHeader title="Most played" />}
      {games.length > 0 && <GameGrid games={games} />}
    </>
  )
}
