import { useEffect, useRef } from 'react'

/** Returns a ref for a row that scrolls sideways on small screens. The hook scrolls the chosen item into view. */
export function useRowAtChosen(filter: string) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const chosen = row.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!row.current || !chosen) return
    const { left, width } = row.current.getBoundingClientRect()
    row.current.scrollLeft += chosen.left - left - (width - chosen.width) / 2
  }, [filter])
  return row
}
