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
  /** The e-mail address of the provider's test user. */
  readonly email: string
  /** The user's groups at the provider. */
  readonly groups: readonly string[]
  /** Follows the provider's pages like a browser; returns the query with which the provider redirects back. */
  signIn(url: string, browser: Browser): Promise<string>
  /** Confirms the sign-out at the provider; returns the URL to which the provider redirects. */
  signOut(url: string, browser: Browser): Promise<URL>
}

/** The redirect URLs and the credentials of the test client. */
export interface ClientSettings {
  readonly redirectUri: string
  readonly clientId: string
  readonly clientSecret: string
  readonly signedOutUri: string
  readonly backChannelLogoutUri: string
  /** The URL of the client's keys, if the client authenticates with keys instead of a secret. */
  readonly jwksUri?: string
}

interface Program {
  readonly command: string
  readonly args: (folder: string) => readonly string[]
  readonly env?: (folder: string) => Readonly<Record<string, string>>
  readonly prepare: (folder: string) => Promise<unknown>
  /** The URL that responds once the provider is ready. */
  readonly readyUrl: string
}

/** Starts a program in a folder of its own. The program stops when the stack is disposed of. */
export const serve = async (
  { command, args, env, prepare, readyUrl }: Program,
  stack: AsyncDisposableStack,
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-provider-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await prepare(folder)
  const child = spawn(command, args(folder), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env?.(folder) },
  })
  let output = ''
  child.stderr.on('data', chunk => {
    output = (output + chunk).slice(-2000)
  })
  const exited = once(child, 'exit')
  stack.defer(async () => {
    child.kill('SIGKILL')
    await exited
  })
  await until(`${command} serves`, async () => {
    if (child.exitCode !== null) throw new Error(`${command} exited: ${output}`)
    return fetch(readyUrl).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return folder
}
