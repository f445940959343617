import { ServerOff } from 'lucide-react'
import { formatMoment } from '../../../lib/dates.ts'
import { countLabel } from '../../management/table/table-rules.ts'
import { brokenGamesHref } from '../health-rules.ts'
import type { DownHost } from './list-broken-games.server.ts'

/** One line for each host that fails as a whole. Its games stay public. */
export function DownHosts({ hosts }: { hosts: DownHost[] }) {
  if (!hosts.length) return null
  return (
    <section className="console-card down-hosts" aria-labelledby="down-hosts">
      <h2 id="down-hosts">Hosts that do not work</h2>
      <p>Several games on each of these hosts fail in the same way. That alone does not quarantine a game.</p>
      <ul>
        {hosts.map(({ host, since, checkedAt, detail, games }) => (
          <li key={host}>
            <ServerOff aria-hidden="true" />
            <div>
              <b>{host}</b> since <time dateTime={since.toISOString()}>{formatMoment(since)}</time>: {detail}
              <p className="quiet">
                {countLabel(games)}, last checked {formatMoment(checkedAt)}.{' '}
                <a className="text-link" href={brokenGamesHref({ host })}>
                  Show its failed games
                </a>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
