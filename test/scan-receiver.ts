/** A server that records the requests of `probata push findings` and returns the configured responses. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'

export interface SentScan {
  readonly category?: string
  readonly isComplete: boolean
  readonly findings: readonly { readonly sourceFingerprint: string; readonly title: string }[]
  readonly untouched?: readonly string[]
  readonly scanId?: string
  readonly part?: number
  readonly parts?: number
  readonly confirmRemediations?: number
}

export interface PushResult {
  readonly out: string
  readonly err: string
  readonly status: number | null
}

interface PushEnvironment {
  readonly env?: Readonly<Record<string, string>>
  /** Called with the standard error output as it arrives. */
  onError?(text: string): void
}

/** Runs `probata push findings` on a file, against an install. */
export const runPush = async (
  file: string,
  options: readonly string[],
  { url, clientId, secret }: { readonly url: string; readonly clientId: string; readonly secret: string },
  { env: extraEnv, onError }: PushEnvironment = {},
): Promise<PushResult> => {
  const env = {
    PATH: process.env.PATH,
    PROBATA_URL: url,
    PROBATA_CLIENT_ID: clientId,
    PROBATA_CLIENT_SECRET: secret,
    ...extraEnv,
  }
  const args = ['src/main.ts', 'push', 'findings', file, ...options]
  const root = join(import.meta.dirname, '..')
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const status = new Promise<number | null>(resolve => child.once('close', resolve))
  if (onError) child.stderr.on('data', bytes => onError(String(bytes)))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out: stdout.trim(), err: stderr.trim(), status: await status }
}

const zeroCounts = { created: 0, seenAgain: 0, reopened: 0, remediated: 0, withheld: 0, returned: 0 }

export interface ScanReceiver extends AsyncDisposable {
  readonly url: string
  /** Returns the scans that were sent since the last call. */
  takeScans(): SentScan[]
  /** Sets the fields of the next responses that are not zero. */
  answer(outcome: object): void
}

export const openReceiver = async (): Promise<ScanReceiver> => {
  let receivedScans: SentScan[] = []
  let outcome = {}
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url?.endsWith('/auth/token')) {
      request.resume()
      response.end(JSON.stringify({ access_token: 'token', token_type: 'Bearer', expires_in: 900 }))
      return
    }
    receivedScans.push((await json(request)) as SentScan)
    response.end(JSON.stringify({ ...zeroCounts, ...outcome }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeScans() {
      const scans = receivedScans
      receivedScans = []
      return scans
    },
    answer(next) {
      outcome = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
