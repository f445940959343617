import { ChevronRight, CircleHelp, Flag, LifeBuoy, ScrollText } from 'lucide-react'
import { href } from 'react-router'

const LINKS = [
  { label: 'Contact Support', to: href('/contact'), Icon: LifeBuoy },
  { label: 'Guidelines', to: href('/terms'), Icon: ScrollText },
  { label: 'FAQ', to: href('/help'), Icon: CircleHelp },
  { label: 'Report Issue', to: href('/feedback'), Icon: Flag },
]

/** Links to help, next to the board. */
export function NeedHelp() {
  return (
    <aside className="text-card need-help" aria-labelledby="need-help">
      <h2 id="need-help">Need Help?</h2>
      <p>Most answers are in the FAQ.</p>
      <ul>
        {LINKS.map(({ label, to, Icon }) => (
          <li key={label}>
            <a href={to}>
              <Icon aria-hidden="true" />
              <span>{label}</span>
              <ChevronRight aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </aside>
  )
}
