import type { ComponentProps } from 'react'
import { usePlayer } from '../accounts/use-player.ts'

/** A field in which a signed-in player's name stands at first; on a page that everybody shares. */
export function NameInput(input: ComponentProps<'input'>) {
  return <Known input={input} of="name" />
}

/** The same with the address. */
export function EmailInput(input: ComponentProps<'input'>) {
  return <Known input={input} of="email" />
}

function Known({ input, of }: { input: ComponentProps<'input'>; of: 'name' | 'email' }) {
  const player = usePlayer()
  const known = player && (of === 'name' ? player.fullName || player.username : player.email)
  return <input {...input} defaultValue={input.defaultValue ?? known ?? undefined} />
}
