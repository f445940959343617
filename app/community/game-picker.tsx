import { Gamepad2, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { HiddenValue } from '../forms/hidden-value.tsx'
import { FieldError, TextField } from '../ui/field.tsx'
import { focusIfLost } from '../ui/focus-if-lost.ts'
import { useScript } from '../ui/use-script.ts'
import type { PickedGame } from './post-form-values.ts'
import { type GameSearch, useGameSearch } from './use-game-search.ts'

type Props = {
  name: string
  /** The last piece of the address of the game that is picked at first. */
  defaultValue?: string | undefined
  /** Its title, where it is known. */
  title?: string | undefined
  error?: string | undefined
}

/** Beside the game that a form sends: how it is called, for whoever comes back to what they had typed. */
export const GAME_TITLE = 'gameTitle'

/** The game that a post is about: searched for, then picked; without script its name is typed. */
export function GamePicker({ name, defaultValue = '', title, error }: Props) {
  const hasScript = useScript()
  const [picked, setPicked] = useState<PickedGame | null>(
    defaultValue ? { slug: defaultValue, title: title || defaultValue } : null,
  )
  const place = useRef<HTMLDivElement>(null)
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
    focusIfLost(() => place.current?.querySelector<HTMLElement>('input:not([type=hidden]), button'))
  }
  return (
    <div ref={place}>
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
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = useGameSearch(typed)
  const { hits } = found
  const chosen = hits[at] ?? hits[0]
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // Enter here never sends the form.
    if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen) onPick(chosen)
    } else if (event.key === 'Escape' && typed) {
      event.preventDefault()
      event.stopPropagation()
      setTyped('')
    } else if (step && hits.length) {
      event.preventDefault()
      setAt((at + step + hits.length) % hits.length)
    }
  }
  return (
    <div>
      <TextField
        label="Game"
        hint="optional"
        {...(error !== undefined && { error })}
        placeholder="Search games"
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}-${hits.indexOf(chosen)}`}
        autoComplete="off"
        value={typed}
        onKeyDown={keys}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
        }}
      />
      {hits.length > 0 && (
        <div className="picker-list" id={`${id}-list`} role="listbox" aria-label="Games">
          {hits.map((hit, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are heard by the field, which keeps the focus
            <div
              key={hit.slug}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={hit === chosen}
              onPointerMove={() => setAt(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onPick(hit)}
            >
              <img src={hit.picture} alt="" width="72" height="40" loading="lazy" />
              <span>{hit.title}</span>
            </div>
          ))}
        </div>
      )}
      <p className="picker-says" role="status">
        {sentenceOf(found, typed)}
      </p>
    </div>
  )
}

function sentenceOf({ state, hits }: GameSearch, typed: string): string {
  if (state === 'failed') return 'Search is out of breath. Try again in a moment.'
  return state === 'found' && !hits.length ? `No games found matching "${typed}"` : ''
}
