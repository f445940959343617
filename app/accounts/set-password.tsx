import { href } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'

/** For who signs in with Google alone: a first password comes by mail, which proves the address. */
export function SetPassword() {
  return (
    <>
      <p>
        You sign in with Google and have no password here. To be able to sign in with one as well, have a link sent to
        your address and choose it there.
      </p>
      <ButtonLink href={href('/forgot-password')}>Set a password</ButtonLink>
    </>
  )
}
