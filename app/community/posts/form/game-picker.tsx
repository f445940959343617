import { Gamepad2, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { href } from 'react-router'
import { HiddenValue } from '../../../forms/hidden-value.tsx'
import { cleanTerm, SEARCH_DEBOUNCE_MS, type Suggestion, type Suggestions } from '../../../games/search/search-rules.ts'
import { FieldError } from '../../../ui/fields/field-frame.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { focusIfLost } from '../../../ui/floating/focus-if-lost.ts'
import { useCombobox } from '../../../ui/fields/use-combobox.ts'
import { useRead } from '../../../ui/use-read.ts'
import { useScript } from '../../../ui/use-script.ts'
import type { PickedGame } from './post-form-values.ts'

/** Suggestions shown; the header's search shows more. */
const SHOWN = 6
const NONE: Suggestion[] = []

type Props = {
  name: string
  /** The slug of the game that is picked at first. */
  defaultValue?: string | undefined
  /** Its title, if known. */
  title?: string | undefined
  error?: string | undefined
}

/** Field with the title of the picked game, so that a restored draft can show it. */
export const GAME_TITLE = 'gameTitle'

/** Picks the game that a post is about by search. Without JavaScript, a text field for its name. */
export function GamePicker({ name, defaultValue = '', title, error }: Props) {
  const hasScript = useScript()
  const [picked, setPicked] = useState<PickedGame | null>(
    defaultValue ? { slug: defaultValue, title: title || defaultValue } : null,
  )
  const container = useRef<HTMLDivElement>(null)
  if (!hasScript) {
    return (
      <TextField
        name={name}
        defaultValue={defaultValue}
        label="Game"
        hint="optional: its name"
        {...(error !== undefined && { error })}
      />
    )
  }
  const pick = (game: PickedGame | null) => {
    setPicked(game)
    focusIfLost(() => container.current?.querySelector<HTMLElement>('input:not([type=hidden]), button'))
  }
  return (
    <div ref={container}>
      <HiddenValue name={name} value={picked?.slug ?? ''} />
      <HiddenValue name={GAME_TITLE} value={picked?.title ?? ''} />
      {picked ? (
        <PickedOne game={picked} error={error} onRemove={() => pick(null)} />
      ) : (
        <GameSearchField error={error} onPick={pick} />
      )}
    </div>
  )
}

function PickedOne({
  game: { title },
  error,
  onRemove,
}: {
  game: PickedGame
  error: string | undefined
  onRemove: () => void
}) {
  return (
    <div className="field">
      <span className="field-legend">Game</span>
      <div className="picked">
        <Gamepad2 aria-hidden="true" />
        <strong>{title}</strong>
        <button type="button" className="icon-button" aria-label={`Remove ${title}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </button>
      </div>
      <FieldError error={error} />
    </div>
  )
}

function GameSearchField({ error, onPick }: { error: string | undefined; onPick: (game: PickedGame) => void }) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const term = cleanTerm(typed)
  const path = term ? `${href('/search')}?q=${encodeURIComponent(term)}` : null
  const { data, error: failure } = useRead<Suggestions>(path, SEARCH_DEBOUNCE_MS)
  const found = data?.games ?? NONE
  const hits = found.slice(0, SHOWN)
  const { active, optionProps } = useCombobox({ id, count: hits.length, of: found, box, alwaysOne: true })
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // Enter here never sends the form.
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Escape' && typed) {
      event.preventDefault()
      event.stopPropagation()
      setTyped('')
    }
  }
  return (
    <div ref={box}>
      <TextField
        label="Game"
        hint="optional"
        {...(error !== undefined && { error })}
        placeholder="Search games"
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active}
        autoComplete="off"
        value={typed}
        onKeyDown={keys}
        onChange={({ target }) => setTyped(target.value)}
      />
      {hits.length > 0 && (
        <div className="picker-list" id={`${id}-list`} role="listbox" aria-label="Games">
          {hits.map((hit, row) => (
            // An option: the text field handles its keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
            <div
              key={hit.slug}
              {...optionProps(row)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onPick(hit)}
            >
              <img src={hit.picture} alt="" width="72" height="40" loading="lazy" />
              <span>{hit.title}</span>
            </div>
          ))}
        </div>
      )}
      <p className="picker-status" role="status">
        {failure && 'Search is busy. Try again in a moment.'}
        {data && !hits.length && `No games found matching "${typed}"`}
      </p>
    </div>
  )
}
