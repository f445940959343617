import type { ComponentProps } from 'react'
import { usePlayer } from '../accounts/use-player.ts'

/**
 * An input that contains a signed-in player's name at first. It is filled in the browser, because the page is the same
 * for everybody.
 */
export function NameInput(input: ComponentProps<'input'>) {
  return <Known input={input} of="name" />
}

/** The same with the player's email address. */
export function EmailInput(input: ComponentProps<'input'>) {
  return <Known input={input} of="email" />
}

function Known({ input, of }: { input: ComponentProps<'input'>; of: 'name' | 'email' }) {
  const player = usePlayer()
  const known = player && (of === 'name' ? player.fullName || player.username : player.email)
  return <input {...input} defaultValue={input.defaultValue ?? known ?? undefined} />
}
