import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ClientConfig } from 'pg'
import type { RoundResult } from './cpu.ts'
import { isShort } from './scale.ts'

// Debian installs pgbench next to the server, outside PATH.
const findPgbench = (): string => {
  const folders = (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, 'pgbench'))
  const pgbenchPath = [...folders, ...globSync('/usr/lib/postgresql/*/bin/pgbench')].find(path => existsSync(path))
  if (!pgbenchPath)
    throw new Error('pgbench is not installed: `apt-get install postgresql-contrib` or `brew install postgresql`')
  return pgbenchPath
}

interface Options {
  readonly connection: ClientConfig
  readonly script: string
  readonly clients: number
  readonly seconds: number
  readonly variables: Readonly<Record<string, string>>
  /** Settings for each session, such as `-c role=…`. */
  readonly options: string
}

/** Runs a script with prepared statements. An operation is one transaction. `{n}` in the variables is not replaced. */
export const pgbench = async ({
  connection,
  script,
  clients,
  seconds,
  variables,
  options,
}: Options): Promise<RoundResult> => {
  const variableArgs = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  // On a busy machine the first transaction may take longer than a second.
  const lengthArgs = isShort ? ['-t', '10'] : ['-T', String(seconds)]
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', ...lengthArgs, ...variableArgs, '-f', script]
  const { host, port, user, password, database } = connection
  const connectionEnv = { PGHOST: `${host}`, PGPORT: `${port}`, PGDATABASE: `${database}`, PGOPTIONS: options }
  const env = { ...connectionEnv, PGUSER: `${user}`, PGPASSWORD: `${password}` }
  const child = spawn(findPgbench(), args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const tps = /^tps = ([\d.]+)/m.exec(output)?.[1]
  const processed = /^number of transactions actually processed: (\d+)/m.exec(output)?.[1]
  if (
    status !== 0 ||
    tps === undefined ||
    processed === undefined ||
    /number of failed transactions: [1-9]/.test(output)
  )
    throw new Error(`pgbench failed: ${output}${errors}`)
  return { perSecond: Number(tps), operations: Number(processed) }
}
