import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { href } from 'react-router'
import { send, SendError } from '../../forms/send.ts'
import { upload } from '../../forms/upload.ts'
import { focusIfLost } from '../../ui/floating/focus-if-lost.ts'
import { showToast } from '../../ui/floating/toast.tsx'
import { AVATAR_MESSAGES } from './profile-rules.ts'
import { preparePicture } from './prepare-picture.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

/** An upload in progress; `share` is the fraction that has been sent, from 0 to 1. */
type Upload = { preview: string; share: number }

/**
 * Changes the signed-in player's picture to a chosen or dropped file, or to one pasted anywhere on the page while
 * `container` is in front. Reports the outcome in a toast. The shell shows the new picture once it is stored.
 */
export function useAvatarUpload(container: RefObject<HTMLElement | null>) {
  const refresh = useRefresh()
  const [running, setRunning] = useState<Upload | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function change(work: () => Promise<string>): Promise<void> {
    const hasFocus = container.current?.contains(document.activeElement)
    setBusy(true)
    setError(undefined)
    try {
      const done = await work()
      await refresh()
      showToast({ title: done })
    } catch (thrown) {
      const { message, status } = thrown instanceof SendError ? thrown : { message: '', status: 0 }
      const isKnown = (Object.values(AVATAR_MESSAGES) as string[]).includes(message)
      const reason = message && (isKnown || status < 500) ? message : AVATAR_MESSAGES.failed
      setError(reason)
      // The shell reports that the session has ended.
      if (status !== 401) showToast({ title: reason, tone: 'error' })
    } finally {
      setRunning(null)
      setBusy(false)
      // The input and the button lose the focus while they are disabled, and the button may disappear.
      if (hasFocus) focusIfLost(() => container.current?.querySelector('input'))
    }
  }

  function submit(file: File | null | undefined): Promise<void> {
    return change(async () => {
      const prepared = file ? await preparePicture(file) : 'missing'
      if (typeof prepared === 'string') throw new SendError(400, AVATAR_MESSAGES[prepared])
      const show = (share: number) => setRunning({ preview: prepared.preview, share })
      show(0)
      const form = new FormData()
      form.set('picture', prepared.file, 'picture')
      await upload(href('/account/avatar'), form, show)
      return AVATAR_MESSAGES.done
    })
  }

  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0]
    // There may be two pickers, since the menu can open over the account page. The first to get the event handles it.
    if (!file || isBusy || event.defaultPrevented || !isInFront(container.current)) return
    event.preventDefault()
    void submit(file)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => pasted(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])

  return {
    running,
    isBusy,
    error,
    submit: (file: File | null | undefined) => void submit(file),
    remove: () =>
      void change(async () => {
        await send('POST', href('/account/avatar/removal'))
        return AVATAR_MESSAGES.removed
      }),
  }
}

/** Whether a picker is neither in a closed menu nor behind a dialog. */
function isInFront(container: HTMLElement | null): boolean {
  const dialog = document.querySelector('dialog:modal')
  return Boolean(container?.checkVisibility()) && (!dialog || dialog.contains(container))
}
