import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '#test/identity-provider.ts'
import { until } from '#test/until.ts'

/** A real identity provider on loopback. */
export interface ServedProvider extends AsyncDisposable {
  readonly issuer: string
  /** The address of the person it knows. */
  readonly email: string
  /** The person's groups there. */
  readonly groups: readonly string[]
  /** Goes through its pages like a browser. Returns the query with which it sends the browser back. */
  signIn(url: string, browser: Browser): Promise<string>
  /** Confirms the sign-out there. Returns the address to which it sends the browser. */
  signOut(url: string, browser: Browser): Promise<URL>
}

/** The addresses to which the test's client returns, and its credentials. */
export interface ClientSettings {
  readonly redirectUri: string
  readonly clientId: string
  readonly clientSecret: string
  readonly signedOutUri: string
  readonly backChannelLogoutUri: string
  /** The address of the client's keys, if it authenticates with them instead of the secret. */
  readonly jwksUri?: string
}

interface Program {
  readonly command: string
  readonly args: (folder: string) => readonly string[]
  readonly env?: (folder: string) => Readonly<Record<string, string>>
  readonly prepare: (folder: string) => Promise<unknown>
  /** Responds once it is ready. */
  readonly ready: string
}

/** Starts a program in a folder of its own, and ends it with the stack. */
export const serve = async (
  { command, args, env, prepare, ready }: Program,
  stack: AsyncDisposableStack,
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-provider-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await prepare(folder)
  const child = spawn(command, args(folder), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env?.(folder) },
  })
  let said = ''
  child.stderr.on('data', chunk => {
    said = (said + chunk).slice(-2000)
  })
  const ended = once(child, 'exit')
  stack.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await until(`${command} serves`, async () => {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${said}`)
    return fetch(ready).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return folder
}
