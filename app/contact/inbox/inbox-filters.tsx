import type { FormEvent } from 'react'
import { href, useNavigate } from 'react-router'
import { ABOUT, INBOX_TERM_MAX, inboxHref, type InboxQuery } from '../message-rules.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { useShownQuery } from '../../ui/use-shown-query.ts'

/**
 * Filters of a list of the inbox. The form works without JavaScript; with it, the URL omits filters that are not set.
 */
export function InboxFilters({ query }: { query: InboxQuery }) {
  const navigate = useNavigate()
  const shown = useShownQuery(inboxHref(query))
  function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [about, search] = ['about', 'search'].map((name) => (form.get(name) as string).trim())
    void navigate(inboxHref({ list: query.list, about, search }))
  }
  return (
    <form
      ref={shown}
      className="inbox-filters"
      role="search"
      aria-label="Messages"
      action={href('/admin/inbox')}
      onSubmit={look}
    >
      {query.list !== 'new' && <input type="hidden" name="list" value={query.list} />}
      <SelectField key={query.about} label="About" name="about" defaultValue={query.about}>
        <option value="">Everything</option>
        {ABOUT.map(({ kind, label, options }) => (
          <optgroup key={kind} label={label}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <TextField
        label="Search messages"
        type="search"
        name="search"
        placeholder="Name, address or words"
        defaultValue={query.search}
        maxLength={INBOX_TERM_MAX}
        autoComplete="off"
        enterKeyHint="search"
      />
      <Button type="submit">Find</Button>
    </form>
  )
}
