export function beginBuild(): () => void
export function checkBuild(): void
export const environment: NodeJS.ProcessEnv
export function isBuilt(): boolean
