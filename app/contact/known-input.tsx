import type { ComponentProps } from 'react'
import { usePlayer } from '../accounts/use-player.ts'

/**
 * An input that initially contains the signed-in player's name. The browser fills it in, because the server renders the
 * same page for everybody.
 */
export function NameInput(input: ComponentProps<'input'>) {
  return <Known input={input} of="name" />
}

/** An input that initially contains the signed-in player's email address. */
export function EmailInput(input: ComponentProps<'input'>) {
  return <Known input={input} of="email" />
}

function Known({ input, of }: { input: ComponentProps<'input'>; of: 'name' | 'email' }) {
  const player = usePlayer()
  const known = player && (of === 'name' ? player.fullName || player.username : player.email)
  return <input {...input} defaultValue={input.defaultValue ?? known ?? undefined} />
}
