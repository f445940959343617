import path from 'node:path'
import { styleText } from 'node:util'
import type { Config } from './config.server.ts'

/** Announces that the portal is running: with a few lines on a terminal, with one line in a log. */
export function greet({ siteName, siteUrl, dataDir, databaseUrl }: Config, games: number | string): void {
  const title = `${siteName} is open at ${siteUrl}`
  const near = path.relative(process.cwd(), dataDir)
  const data = databaseUrl ? 'PostgreSQL at DATABASE_URL' : near.startsWith('..') ? dataDir : near
  if (!process.stdout.isTTY) {
    writeLine(title, { url: siteUrl, games, data })
    return
  }
  const quiet = (text: string) => styleText('gray', text)
  const strong = (text: string) => styleText('bold', text)
  process.stdout.write(
    [
      '',
      `  ${styleText('yellow', '● ● ●')}  ${strong(siteName)} is open at ${strong(siteUrl)}`,
      '',
      `  ${quiet('Games')}  ${games}`,
      `  ${quiet('Data')}   ${data}`,
      `  ${quiet('Ctrl+C closes it')}`,
      '',
      '',
    ].join('\n'),
  )
}

export function sayGoodbye({ siteName }: Config): void {
  const title = `${siteName} is closed`
  if (process.stdout.isTTY) process.stdout.write(`${title}\n`)
  else writeLine(title)
}

/** Writes a log line whatever the log level is. */
function writeLine(message: string, fields: Record<string, unknown> = {}): void {
  const line = { level: 'info', time: new Date().toISOString(), message, ...fields }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** Returns a warning if sign-in with Google is enabled without a mail server, otherwise null. */
export function googleWarning({ google, smtp }: Pick<Config, 'google' | 'smtp'>): string | null {
  if (!google || smtp) return null
  return (
    'GOOGLE_CLIENT_ID is set without SMTP_URL: addresses are not confirmed, ' +
    'so somebody can sign up with the address of another, who then cannot sign in with Google. Set SMTP_URL'
  )
}
