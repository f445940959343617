import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Checkbox, Choice, TextField } from './field.tsx'
import { SelectField } from './select-field.tsx'
import { TextArea } from './text-area.tsx'

const error = 'Please write something'

test.each([
  ['text area', <TextArea key="" label="Message" name="message" error={error} />],
  ['select', <SelectField key="" label="Category" name="category" error={error} />],
  ['text field', <TextField key="" label="Subject" name="subject" error={error} />],
  [
    'checkbox',
    <Checkbox key="" name="terms" error={error}>
      I agree
    </Checkbox>,
  ],
  ['choice', <Choice key="" label="Reason" name="reason" options={[{ value: 'a', label: 'A' }]} error={error} />],
])('an invalid %s is described by its error message', (_, field) => {
  const html = renderToStaticMarkup(field)
  const id = /aria-invalid="true"[^>]* aria-describedby="([^"]+)"/.exec(html)?.[1]
  expect(id).toBeTruthy()
  expect(html.split(`<p id="${id}"`)[1]).toContain(error)
})

test('a field is described by its hint and then its error, but not by a link next to its label', () => {
  const idsOf = (field: ReactNode) => / aria-describedby="([^"]+)"/.exec(renderToStaticMarkup(field))?.[1]?.split(' ')
  expect(idsOf(<TextField label="Link" hint="optional" />)).toEqual([expect.stringMatching(/-hint$/)])
  const both = <TextArea label="Message" hint="9 left" error={error} />
  expect(idsOf(both)).toEqual([expect.stringMatching(/-hint$/), expect.stringMatching(/-error$/)])
  expect(renderToStaticMarkup(both)).toContain(`id="${idsOf(both)?.[0]}" class="field-hint">9 left<`)
  expect(idsOf(<TextField label="Password" hint={<a href="/forgot-password">Forgot password?</a>} />)).toBeUndefined()
})
