import { ArrowLeft } from 'lucide-react'
import { href, useLocation } from 'react-router'
import { nextPath } from '../../accounts/next-path.ts'

/** Adds the page of the console to which a page's back link leads to the page's address. */
export function withBack(address: string, back: string): string {
  return back === href('/admin/games') ? address : `${address}?${new URLSearchParams({ back })}`
}

/** Returns the page in `?back=`, or `otherwise` if it is missing or no page of the console. */
export function backIn(search: string, otherwise: string = href('/admin/games')): string {
  const back = nextPath(new URLSearchParams(search).get('back'))
  return back.startsWith('/admin/') ? back : otherwise
}

/** Link back to the page of the console that the operator came from; to the table of all games if that is unknown. */
export function BackLink({ otherwise }: { otherwise?: string }) {
  const { search } = useLocation()
  const back = backIn(search, otherwise)
  const isTable = back.split('?')[0] === href('/admin/games')
  return (
    <a className="back-link" href={back}>
      <ArrowLeft aria-hidden="true" />{' '}
      {back === href('/admin/games') ? 'All games' : isTable ? 'Back to the games' : 'Back'}
    </a>
  )
}
