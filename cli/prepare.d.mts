export function beginBuild(): () => void
export function checkBuild(): void
export const environment: NodeJS.ProcessEnv
export function install(): Promise<void>
export function installAll(): Promise<void>
export function isBuilt(): boolean
export function quit(error: Error): never
