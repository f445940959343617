import { ArrowLeft, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { HiddenValue } from '../../../forms/hidden-value.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { useCombobox } from '../../../ui/fields/use-combobox.ts'
import { useScript } from '../../../ui/use-script.ts'
import { listCategories } from '../../arrangement/known-categories.ts'
import { listIn } from './edit-rules.ts'

type Props = {
  name: string
  defaultValue?: string | undefined
  error?: string | undefined
  /** Instead of the one for a game, which must have a category. */
  hint?: string
}

const LABEL = 'Categories'

const categoryNames = () => listCategories().map(({ name }) => name)

/** The categories of a game, best first: chips and a list with search. Without JavaScript, a text field with commas. */
export function CategoriesField(props: Props) {
  const hasScript = useScript()
  if (hasScript) return <CategoryPicker {...props} />
  return (
    <div>
      <TextField
        {...props}
        label={LABEL}
        hint={props.hint ? `${props.hint}, separated by commas` : 'required, separated by commas, best first'}
      />
      <details className="managed-note quiet">
        <summary>All categories</summary>
        {categoryNames().join(', ')}
      </details>
    </div>
  )
}

function CategoryPicker({ name, defaultValue = '', error, hint }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState(() => listIn(defaultValue))
  const [typed, setTyped] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const chips = useRef<HTMLOListElement>(null)
  const term = (typed ?? '').trim().toLowerCase()
  const found = categoryNames().filter((one) => !chosen.includes(one) && one.toLowerCase().includes(term))
  const hits = typed === null ? [] : found
  const { active, optionProps } = useCombobox({
    id,
    count: hits.length,
    of: `${term} ${chosen.join()}`,
    box,
    alwaysOne: true,
  })
  const input = () => box.current?.querySelector<HTMLElement>('input[role=combobox]')
  const add = (category: string) => {
    setChosen([...chosen, category])
    setTyped('')
    input()?.focus()
  }
  const remove = (category: string) => {
    setChosen(chosen.filter((one) => one !== category))
    input()?.focus()
  }
  const moveUp = (at: number) => {
    setChosen(chosen.toSpliced(at - 1, 2, chosen[at]!, chosen[at - 1]!))
    // The button moves with its chip; at the front there is none.
    queueMicrotask(() => {
      const moved = chips.current?.children[at - 1]?.querySelector<HTMLElement>('button')
      moved?.focus()
    })
  }
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // Enter here never sends the form.
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'ArrowDown' && typed === null) setTyped('')
    if (event.key === 'Escape' && typed !== null) {
      event.preventDefault()
      event.stopPropagation()
      setTyped(null)
    }
    const last = chosen.at(-1)
    if (event.key === 'Backspace' && !typed && last) remove(last)
  }

  return (
    <div
      ref={box}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setTyped(null)
      }}
    >
      <HiddenValue name={name} value={chosen.join(', ')} />
      <TextField
        label={LABEL}
        hint={hint ?? (chosen.length ? `required, best first: ${chosen[0]}` : 'required, best first')}
        {...(error !== undefined && { error })}
        placeholder="Add a category"
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active}
        autoComplete="off"
        value={typed ?? ''}
        onKeyDown={keys}
        onFocus={() => setTyped(typed ?? '')}
        onChange={({ target }) => setTyped(target.value)}
      />
      {typed !== null && (
        <div className="category-options" id={`${id}-list`} role="listbox" aria-label={LABEL}>
          {hits.map((category, row) => (
            // The field handles the keys of its options.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
            <div
              key={category}
              {...optionProps(row)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => add(category)}
            >
              {category}
            </div>
          ))}
          {!hits.length && <p>There is no other category with “{typed}”</p>}
        </div>
      )}
      {chosen.length > 0 && (
        <ol className="category-chips" aria-label="Categories of the game, best first" ref={chips}>
          {chosen.map((category, at) => (
            <li key={category} className="chip chip-large">
              {at > 0 && (
                <button
                  type="button"
                  aria-label={`Move ${category} before ${chosen[at - 1]}`}
                  onClick={() => moveUp(at)}
                >
                  <ArrowLeft aria-hidden="true" />
                </button>
              )}
              <span>{category}</span>
              <button type="button" aria-label={`Remove ${category}`} onClick={() => remove(category)}>
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
