import { Ban } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { opens } from '../ui/floating/opens.ts'
import { BLOCK_WORDS, blockHref, profileHref } from './player-rules.ts'
import { useBlock } from './use-block.ts'

type Props = {
  username: string
  /** Called after a change. If it is given, the page data is not reloaded. */
  onChanged?: () => Promise<void>
}

/** A button that unblocks a player. `next` is the path to open afterwards without JavaScript. */
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
 * A button that blocks a player after a confirmation that explains the effect. `confirmsBlock` means that the page was
 * requested with the confirmation open. Without JavaScript, the first button links to that page.
 */
export function Block({
  username,
  onChanged,
  confirmsBlock: initiallyConfirms = false,
}: Props & { confirmsBlock?: boolean }) {
  const { isBusy, block } = useBlock(username, onChanged)
  const [confirmsBlock, setConfirmsBlock] = useState(initiallyConfirms)
  const link = useRef<HTMLAnchorElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const wasAsking = useRef(confirmsBlock)
  useEffect(() => {
    // The change removed the focused element.
    if (confirmsBlock && !wasAsking.current) words.current?.focus()
    if (!confirmsBlock && wasAsking.current) link.current?.focus()
    wasAsking.current = confirmsBlock
  }, [confirmsBlock])

  if (!confirmsBlock) {
    return (
      <ButtonLink
        ref={link}
        look="quiet"
        href={profileHref(username, { confirmsBlock: true })}
        onClick={opens(() => setConfirmsBlock(true))}
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
        <ButtonLink look="quiet" href={profileHref(username)} onClick={opens(() => setConfirmsBlock(false))}>
          Cancel
        </ButtonLink>
      </div>
    </div>
  )
}

/** A form that also works without JavaScript. */
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
