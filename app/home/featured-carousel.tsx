import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Card } from '../games/cards/card.server.ts'
import { GameCard } from '../games/cards/game-card.tsx'
import { Bulbs } from '../ui/bulbs.tsx'
import { SectionHeader } from '../ui/section-header.tsx'
import { useDragScroll } from '../ui/use-drag-scroll.ts'

/** A wide screen shows this many games at once, so the browser loads their pictures at once. */
const FIRST = 4

/** Shows the featured games in a row with arrows. There is one bulb per game, lit while the game is visible. */
export function FeaturedCarousel({ title, games }: { title: string; games: Card[] }) {
  const row = useRef<HTMLUListElement>(null)
  const [view, setView] = useState({ first: 0, visible: Math.min(FIRST, games.length), atStart: true, atEnd: false })
  useDragScroll(row)

  useEffect(() => {
    const list = row.current
    if (!list) return
    const measure = () => setView(viewOf(list))
    measure()
    list.addEventListener('scroll', measure, { passive: true })
    const resized = new ResizeObserver(measure)
    resized.observe(list)
    return () => {
      list.removeEventListener('scroll', measure)
      resized.disconnect()
    }
  }, [])

  const turn = (pages: 1 | -1) => {
    const list = row.current
    const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches
    list?.scrollBy({ left: pages * list.clientWidth * 0.8, behavior: smooth ? 'smooth' : 'auto' })
  }

  return (
    <section aria-labelledby="featured" aria-roledescription="carousel">
      <SectionHeader id="featured" title={title}>
        {games.length > 0 && (
          <>
            <Bulbs count={games.length} from={view.first} lit={view.visible} />
            <span className="carousel-arrows needs-script">
              <button
                type="button"
                className="icon-button"
                aria-label="Previous"
                aria-disabled={view.atStart}
                onClick={() => turn(-1)}
              >
                <ChevronLeft aria-hidden="true" />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label="Next"
                aria-disabled={view.atEnd}
                onClick={() => turn(1)}
              >
                <ChevronRight aria-hidden="true" />
              </button>
            </span>
          </>
        )}
      </SectionHeader>
      {games.length === 0 && <p>No featured games available.</p>}
      <ul className="row row-wide" ref={row}>
        {games.map((game, at) => (
          <li key={game.id}>
            <GameCard game={game} eager={at < FIRST} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function viewOf(list: HTMLElement) {
  const frame = list.getBoundingClientRect()
  const whole = Array.from(list.children, (item) => {
    const { left, right } = item.getBoundingClientRect()
    return left >= frame.left - 8 && right <= frame.right + 8
  })
  return {
    first: Math.max(0, whole.indexOf(true)),
    visible: whole.filter(Boolean).length,
    atStart: list.scrollLeft < 8,
    atEnd: list.scrollLeft + list.clientWidth > list.scrollWidth - 8,
  }
}
