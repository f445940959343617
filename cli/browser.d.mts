export const INSTALL_BROWSER: string
export function canInstallBrowser(): boolean
export function findBrowser(): string | undefined
