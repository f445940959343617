import { useId } from 'react'
import type { EditConflict } from '../save-game.server.ts'
import type { PictureChoice } from './load-game-editor.server.ts'
import type { Conflict } from './merge-edit.server.ts'

type Props = { conflict: EditConflict; sentence: string | undefined; pictures: PictureChoice[] }

/**
 * Both versions of each field that differs, side by side, with the choice between them. It is part of the edit form,
 * whose fields still show the operator's own version. It gets the focus (`data-wrong`).
 */
export function ConflictPanel({ conflict, sentence, pictures }: Props) {
  return (
    <section className="conflict" aria-labelledby="conflict" tabIndex={-1} data-wrong>
      <input type="hidden" name="unsettled" value={conflict.fields.map(({ field }) => field).join(',')} />
      <h2 id="conflict">Two versions of this game</h2>
      <p>{sentence}. Your version is still in the form below, where you can change it.</p>
      {conflict.fields.map((one) => (
        <Versions key={one.field} conflict={one} theirs={conflict.by?.who ?? 'stored now'} pictures={pictures} />
      ))}
    </section>
  )
}

function Versions({ conflict, theirs, pictures }: { conflict: Conflict; theirs: string; pictures: PictureChoice[] }) {
  const version = (value: 'mine' | 'theirs') => ({
    name: `version-${conflict.field}`,
    value,
    text: conflict[value],
    picture: conflict.pictures && srcOf(conflict.pictures[value], pictures),
    isChosen: conflict.preferred === value,
  })
  return (
    <fieldset className="versions">
      <legend>{conflict.label}</legend>
      <Version {...version('mine')} label="Keep mine" by="you" />
      <Version {...version('theirs')} label="Use theirs" by={theirs} />
    </fieldset>
  )
}

/** Where this portal serves a picture. */
function srcOf(address: string | null, pictures: PictureChoice[]): string | undefined {
  return (
    pictures.find(({ value }) => value === (address ?? ''))?.src ?? (address?.startsWith('/') ? address : undefined)
  )
}

type VersionProps = {
  name: string
  value: string
  text: string
  picture: string | undefined
  isChosen: boolean
  label: string
  by: string
}

function Version({ name, value, text, picture, isChosen, label, by }: VersionProps) {
  const id = useId()
  return (
    <div className="version">
      <div className="checkbox">
        <input
          id={id}
          type="radio"
          name={name}
          value={value}
          defaultChecked={isChosen}
          aria-describedby={`${id}-text`}
        />
        <label htmlFor={id}>
          <strong>{label}</strong> <small className="quiet">{by}</small>
        </label>
      </div>
      {picture && <img src={picture} alt="" width="160" height="90" />}
      <p id={`${id}-text`} className="version-text" dir="auto">
        {text || <em className="quiet">Empty</em>}
      </p>
    </div>
  )
}
