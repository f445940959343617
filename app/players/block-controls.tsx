import { Ban } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { opens } from '../ui/floating/opens.ts'
import { BLOCK_WORDS, blockHref, profileHref } from './player-rules.ts'
import { useBlock } from './use-block.ts'

type Props = {
  username: string
  /** Called after a change, instead of reloading the page data. */
  onChanged?: () => Promise<void>
}

/** A button that unblocks a player. `next`: where it leads without JavaScript. */
export function Unblock({ username, onChanged, next = profileHref(username) }: Props & { next?: string }) {
  const { isBusy, unblock } = useBlock(username, onChanged)
  return (
    <BlockForm username={username} isWanted={false} next={next} send={unblock}>
      <Button type="submit" disabled={isBusy} aria-label={`Unblock ${username}`}>
        {isBusy ? 'Unblocking...' : 'Unblock'}
      </Button>
    </BlockForm>
  )
}

/**
 * Blocks a player after a question that explains the effect. `asks`: the page was requested with the question open.
 * Without JavaScript, the first button links to that page.
 */
export function Block({ username, onChanged, asks: asksAtFirst = false }: Props & { asks?: boolean }) {
  const { isBusy, block } = useBlock(username, onChanged)
  const [asks, setAsks] = useState(asksAtFirst)
  const link = useRef<HTMLAnchorElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const wasAsked = useRef(asks)
  useEffect(() => {
    // The focused element was removed.
    if (asks && !wasAsked.current) words.current?.focus()
    if (!asks && wasAsked.current) link.current?.focus()
    wasAsked.current = asks
  }, [asks])

  if (!asks) {
    return (
      <ButtonLink
        ref={link}
        look="quiet"
        href={profileHref(username, { asks: true })}
        onClick={opens(() => setAsks(true))}
      >
        <Ban aria-hidden="true" /> Block
      </ButtonLink>
    )
  }
  return (
    <div className="block-question" ref={words} tabIndex={-1} role="group" aria-label={`Block ${username}?`}>
      <p>
        <strong>Block {username}?</strong> {BLOCK_WORDS}
      </p>
      <div className="buttons">
        <BlockForm username={username} isWanted next={profileHref(username)} send={block}>
          <Button look="destructive" type="submit" disabled={isBusy}>
            {isBusy ? 'Blocking...' : `Block ${username}`}
          </Button>
        </BlockForm>
        <ButtonLink look="quiet" href={profileHref(username)} onClick={opens(() => setAsks(false))}>
          Cancel
        </ButtonLink>
      </div>
    </div>
  )
}

/** Works without JavaScript, too. */
function BlockForm({
  username,
  isWanted,
  next,
  send,
  children,
}: {
  username: string
  isWanted: boolean
  next: string
  send: () => void
  children: ReactNode
}) {
  const sendByScript = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form method="post" action={blockHref(username)} onSubmit={sendByScript}>
      <input type="hidden" name="blocked" value={isWanted ? 'yes' : 'no'} />
      <input type="hidden" name="next" value={next} />
      {children}
    </form>
  )
}
