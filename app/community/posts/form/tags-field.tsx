import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { HiddenValue } from '../../../forms/hidden-value.tsx'
import { limitedLength } from '../../../lib/text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { useScript } from '../../../ui/use-script.ts'
import { POST_FORM_MESSAGES, tagsIn } from './post-form-rules.ts'
import { TAG_MAX, TAGS_MAX } from '../../post-rules.ts'

type Props = { name: string; defaultValue?: string | undefined; error?: string | undefined }

/** The tags of a post as chips, which Enter, a comma or a button adds. Without JavaScript, a text field with commas. */
export function TagsField(props: Props) {
  const hasScript = useScript()
  if (hasScript) return <TagChips {...props} />
  return <TextField {...withError(props)} label="Tags" hint={`up to ${TAGS_MAX}, separated by commas`} />
}

const withError = ({ error, ...field }: Props) => ({ ...field, ...(error !== undefined && { error }) })

function TagChips({ name, defaultValue = '', error }: Props) {
  const [tags, setTags] = useState(() => tagsIn(defaultValue).slice(0, TAGS_MAX))
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  // A tag that is typed but not added yet is sent, too.
  const value = [...tags, typed].filter(Boolean).join(',')

  function add() {
    const found = tagsIn(typed)
    if (!found.length) return setTyped('')
    const all = tagsIn([...tags, ...found].join(','))
    const fault = faultOf(all, all.length - tags.length)
    setWrong(fault)
    if (fault) return
    setTags(all)
    setTyped('')
  }
  function remove(tag: string) {
    setTags(tags.filter((one) => one !== tag))
    setWrong(undefined)
    input.current?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = tags.at(-1)
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && !typed && last) remove(last)
  }

  return (
    <div>
      <HiddenValue name={name} value={value} />
      <TextField
        {...withError({ name: '', error: wrong ?? error })}
        isAlert={wrong !== undefined}
        ref={input}
        name={undefined}
        label="Tags"
        hint={`${tags.length}/${TAGS_MAX} tags used`}
        value={typed}
        placeholder="Add a tag"
        autoComplete="off"
        enterKeyHint="done"
        onKeyDown={keys}
        onChange={({ target }) => {
          setTyped(target.value)
          setWrong(undefined)
        }}
      >
        <Button size="small" className="field-add" onClick={add} disabled={!typed.trim()}>
          <Plus aria-hidden="true" /> Add<span className="sr-only"> tag</span>
        </Button>
      </TextField>
      {tags.length > 0 && (
        <ul className="tag-chips" aria-label="Tags of the post">
          {tags.map((tag) => (
            <li key={tag} className="chip chip-large">
              <span>{tag}</span>
              <button type="button" aria-label={`Remove ${tag}`} onClick={() => remove(tag)}>
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Returns the error message for tags, of which `more` are new, or undefined. */
function faultOf(tags: string[], more: number): string | undefined {
  if (tags.some((tag) => limitedLength(tag.slice(0, 20 * TAG_MAX)) > TAG_MAX)) return POST_FORM_MESSAGES.tagLong
  if (tags.length > TAGS_MAX) return POST_FORM_MESSAGES.tagsMany
  return more ? undefined : POST_FORM_MESSAGES.tagTwice
}
