import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'

type List = {
  /** Prefix of the options' ids, such as `games` for `games-0`. */
  id: string
  /** The number of options. */
  count: number
  /** Identifies the current set of options. When it changes, the choice is reset. */
  of: unknown
  /** The element around the field. The hook handles its key events. */
  box: RefObject<HTMLElement | null>
  /**
   * If true, one option is always active, initially the first. Otherwise no option is active initially, or between the
   * last option and the first.
   */
  alwaysOne?: boolean
}

/**
 * Manages the options of a combobox (WAI-ARIA's pattern). The arrow keys and the pointer choose an option, Enter clicks
 * it, and the focus stays in the field. `active` is the id of the chosen option, for the field's
 * `aria-activedescendant`. `optionProps(row)` returns the props of an option.
 */
export function useCombobox({ id, count, of, box, alwaysOne = false }: List) {
  const start = alwaysOne ? 0 : -1
  const [choice, setChoice] = useState({ of, row: start })
  const chosen = choice.of === of ? choice.row : start
  const active = chosen >= 0 && chosen < count ? `${id}-${chosen}` : undefined

  const move = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const option = active && event.key === 'Enter' && document.getElementById(active)
    if (event.isComposing || !((step && count) || option)) return
    event.preventDefault()
    if (option) return option.click()
    const places = count - start
    const row = ((chosen - start + step! + places) % places) + start
    setChoice({ of, row })
    document.getElementById(`${id}-${row}`)?.scrollIntoView({ block: 'nearest' })
  })
  // Add the listener before paint: a user may press a key as soon as the list is visible.
  useLayoutEffect(() => {
    const input = box.current
    input?.addEventListener('keydown', move)
    return () => input?.removeEventListener('keydown', move)
  }, [box])

  const optionProps = (row: number) => ({
    id: `${id}-${row}`,
    role: 'option',
    tabIndex: -1,
    'aria-selected': row === chosen,
    onPointerMove: () => setChoice({ of, row }),
  })
  return { active, optionProps }
}
