import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'

type List = {
  /** The id of an option is this and its number: `games-0`. */
  id: string
  /** How many options there are. */
  count: number
  /** Changes when the list has other options, of which none has been chosen yet. */
  of: unknown
  /** Around the field, whose keys it hears. */
  box: RefObject<HTMLElement | null>
  /** One option is always chosen, at first the first one. Otherwise none is at first, nor between the last and the first. */
  alwaysOne?: boolean
}

/**
 * The options of a combobox (WAI-ARIA's pattern): the arrow keys and the pointer choose one, Enter clicks it, and the focus stays in the
 * field. `active` is the id of the chosen option, for the field's `aria-activedescendant`; `optionProps` are for the option of a number.
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
  // Before the list is painted: whoever sees it may press a key.
  useLayoutEffect(() => {
    const hears = box.current
    hears?.addEventListener('keydown', move)
    return () => hears?.removeEventListener('keydown', move)
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
