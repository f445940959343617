export function beginBuild(): () => void
export function checkBuild(): void
