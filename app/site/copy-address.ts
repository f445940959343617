import { showToast } from '../ui/floating/toast.tsx'

/**
 * Copies the address of the open page and confirms it with the toast `done`. Returns whether it succeeded. Call it only
 * in the browser.
 */
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
