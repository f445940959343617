import { pageMeta } from '../site/page-meta.ts'
import { config } from '../server/process/config.server.ts'
import { cacheHeadersOfDay } from '../server/cache/cache-headers.server.ts'
import { siteOf } from '../site/use-site.ts'
import { cached } from '../server/cache/data-cache.server.ts'
import { siteTexts } from '../site/site-texts.server.ts'
import { organization, webSite } from '../site/structured-data.server.ts'
import type { Route } from './+types/home.page'
import { Home } from './home.tsx'
import { loadHome } from './load-home.server.ts'
import { loadHomePage } from './load-home-page.server.ts'

export const headers = () => cacheHeadersOfDay(new Date(), 'games')

export async function loader({ request }: Route.LoaderArgs) {
  const { tagline } = siteTexts()
  const { siteName } = config()
  return {
    ...(await loadHomePage(
      request,
      cached('home', ['games'], () => loadHome()),
    )),
    // Build these texts on the server. In a component, they would be part of the script of the page that most visitors
    // see first.
    metadata: {
      title: `${siteName} - ${tagline}`,
      description:
        `Play free online games in your browser at ${siteName}: puzzles, action, cars, sports and originals. ` +
        'No download, no account, just press play.',
      structured: [organization(), webSite()],
    },
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const metadata = loaderData?.metadata ?? { title: site.name, description: '' }
  return pageMeta(site, { ...metadata, path: '/', feed: '/games' })
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return <Home {...loaderData} />
}
