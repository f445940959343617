import { useState } from 'react'
import { formatCount, lengthOf } from '../lib/text.ts'
import { TextArea } from '../ui/fields/text-area.tsx'
import { MESSAGE_MAX } from './message-rules.ts'

type Props = {
  name: string
  defaultValue?: string | undefined
  error?: string | undefined
  placeholder: string
  /** Called on every input event, with whether the field has text. */
  onFilled?: (isFilled: boolean) => void
}

/** The message field. Once fewer than 500 characters are left, it shows how many. */
export function MessageField({ onFilled, ...field }: Props) {
  const [left, setLeft] = useState(MESSAGE_MAX)
  return (
    <TextArea
      {...field}
      label="Message"
      hint={left < 500 && (left < 0 ? `${formatCount(-left)} too many` : `${formatCount(left)} left`)}
      rows={7}
      required
      onInput={({ currentTarget: { value } }) => {
        setLeft(MESSAGE_MAX - lengthOf(value.slice(0, 10 * MESSAGE_MAX)))
        onFilled?.(value.trim() !== '')
      }}
    />
  )
}
