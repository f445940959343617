import { href } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'

/**
 * For players who sign in only with Google. They set their first password through a link in an e-mail, which proves the
 * address.
 */
export function SetPassword() {
  return (
    <>
      <p>
        You sign in with Google and have no password here. To sign in with a password as well, request a link by email
        and set a password on the page that it opens.
      </p>
      <ButtonLink href={href('/forgot-password')}>Set a password</ButtonLink>
    </>
  )
}
