import { showToast } from '../ui/toast.tsx'

/** Copies the address of the page that is open, and says so with `done`; gives whether it could. For the browser. */
export async function copyAddress(done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(location.href)
  } catch {
    showToast({ title: 'The link could not be copied', text: location.href, tone: 'error' })
    return false
  }
  showToast({ title: done })
  return true
}
