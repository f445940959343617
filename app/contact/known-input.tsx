import type { ComponentProps } from 'react'
import { usePlayer } from '../accounts/use-player.ts'
import { Own } from '../ui/own.tsx'

/** A field in which a signed-in player's name stands at first; on a page that everybody shares. */
export function NameInput(input: ComponentProps<'input'>) {
  return (
    <Own>
      <Known input={input} of="name" />
    </Own>
  )
}

/** The same with the address. */
export function EmailInput(input: ComponentProps<'input'>) {
  return (
    <Own>
      <Known input={input} of="email" />
    </Own>
  )
}

function Known({ input, of }: { input: ComponentProps<'input'>; of: 'name' | 'email' }) {
  const player = usePlayer()
  const known = player && (of === 'name' ? player.fullName || player.username : player.email)
  return <input {...input} defaultValue={input.defaultValue ?? known ?? undefined} />
}
