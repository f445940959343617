import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { embeddedPrograms, findAccount, giveTo } from '../app/db/embedded-account.server.ts'
import { startServer, stopServer } from '../app/db/embedded-cluster.server.ts'
import { findFreePort, startTestServer, type TestServer } from './database.ts'

/** A server and a replica that streams from it, both empty. Stopping ends both. */
export async function startReplicatedServer(): Promise<{
  primary: string
  replica: string
  stop: () => Promise<void>
}> {
  const primary = await startTestServer(embeddedPrograms())
  try {
    const replica = await startReplica(primary.url)
    return {
      primary: primary.url,
      replica: replica.url,
      async stop() {
        await replica.stop()
        await primary.stop()
      },
    }
  } catch (error) {
    await primary.stop()
    throw error
  }
}

/** A copy of a running server's files, made as the manual says, and a server on it that follows the first. */
async function startReplica(primary: string): Promise<TestServer> {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'playhall-replica-')))
  chmodSync(home, 0o711)
  const folder = path.join(home, 'postgres')
  const client = new pg.Client(primary)
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.query(`select pg_backup_start('replica', fast => true)`)
  // The log of writes comes by the stream.
  cpSync(rows[0]!.data_directory, folder, {
    recursive: true,
    filter: (from) => !/\/(postmaster\.(pid|opts)|pg_wal\/.*)$/.test(from),
  })
  const { rows: labels } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  for (const name of ['archive_status', 'summaries']) mkdirSync(path.join(folder, 'pg_wal', name), { recursive: true })
  writeFileSync(path.join(folder, 'backup_label'), labels[0]!.labelfile)
  writeFileSync(path.join(folder, 'standby.signal'), '')
  chmodSync(folder, 0o700)

  const programs = embeddedPrograms()
  const account = findAccount(folder, programs)
  giveTo(account, folder)
  const { hostname, username, password, port } = new URL(primary)
  const url = Object.assign(new URL(primary), { port: String(await findFreePort()) })
  const settings = {
    port: url.port,
    listen_addresses: hostname,
    unix_socket_directories: '',
    fsync: 'off',
    // No fewer than the first has, or it refuses to follow.
    max_connections: 200,
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    // A replica of which we stop the replay is to keep what it is asked.
    max_standby_streaming_delay: -1,
  }
  const stop = async () => {
    await stopServer(folder)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const logFile = path.join(home, 'postgres.log')
    await startServer({ folder, programs, account, settings, logFile, connection: { connectionString: url.href } })
    return { url: url.href, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
