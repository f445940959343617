let isOurs = false

/** Reloads the page. Reloads by React Router itself are prevented (app/shell/link-navigation.tsx). */
export function reloadPage(): void {
  isOurs = true
  location.reload()
}

/** Whether the page is being reloaded by `reloadPage`. */
export const isReloading = (): boolean => isOurs
