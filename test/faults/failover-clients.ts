import { setTimeout as delay } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { claimInput } from '#test/fixture.ts'
import type { Account } from './workspaces.ts'

interface RequestCounts {
  readonly requests: number
  readonly acknowledged: number
  /** The number of requests that got an error or no response. */
  readonly failed: number
  /** The longest time without an acknowledgement, in milliseconds. */
  readonly longestPause: number
}

/** Several clients that create claims. Each retries a claim with the same key until it is acknowledged. */
export interface ClaimClients extends AsyncDisposable {
  count(): RequestCounts
  /** Returns the number of failed requests of each kind. */
  failures(): Readonly<Record<string, number>>
  /** Resolves once this number of claims is acknowledged. */
  untilAcknowledged(count: number): Promise<void>
  /** Stops the clients; returns the acknowledged ids by claim key. */
  stop(): Promise<ReadonlyMap<string, string>>
}

/** The pause between attempts, in milliseconds. */
const retryDelay = 20

export const startClaimClients = async (url: string, accounts: readonly Account[]): Promise<ClaimClients> => {
  const dispatcher = new Agent({ connections: 2 * accounts.length })
  const idsByKey = new Map<string, string>()
  const failures: Record<string, number> = {}
  let [requestCount, failureCount, longestPause, lastAcknowledgedAt, stopping] = [0, 0, 0, performance.now(), false]

  const post = async (path: string, headers: Record<string, string>, body: object): Promise<string | undefined> => {
    requestCount += 1
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    const reply = await fetch(url + path, { ...request, dispatcher }).catch((error: Error) => error)
    if (!(reply instanceof Error) && reply.ok) return reply.text()
    failureCount += 1
    const failure =
      reply instanceof Error
        ? String((reply.cause as Error | undefined)?.message ?? reply.message)
        : `${reply.status} ${await reply.text()}`
    const kind = failure.replaceAll(/req_\w+/g, '…').slice(0, 200)
    failures[kind] = (failures[kind] ?? 0) + 1
    await delay(retryDelay)
    return undefined
  }
  const retryUntilOk = async (path: string, headers: Record<string, string>, body: object): Promise<string> => {
    for (;;) {
      const text = await post(path, headers, body)
      if (text !== undefined) return text
    }
  }

  const work = async ({ clientId, clientSecret }: Account): Promise<void> => {
    const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const { access_token: token } = JSON.parse(await retryUntilOk('/api/v1/auth/token', {}, credentials))
    for (let i = 0; !stopping; i++) {
      const claimKey = `${clientId}-${i}`
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': claimKey }
      const text = await retryUntilOk('/api/v1/governance/evidence/claims', headers, claimInput(claimKey))
      idsByKey.set(claimKey, JSON.parse(text).claim?.id ?? JSON.parse(text).id)
      longestPause = Math.max(longestPause, performance.now() - lastAcknowledgedAt)
      lastAcknowledgedAt = performance.now()
    }
  }
  const working = Promise.all(accounts.map(work))
  const stop = async () => {
    stopping = true
    await working
    return idsByKey
  }
  return {
    count: () => ({ requests: requestCount, acknowledged: idsByKey.size, failed: failureCount, longestPause }),
    failures: () => failures,
    async untilAcknowledged(count) {
      while (idsByKey.size < count) await delay(retryDelay)
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      await dispatcher.close()
    },
  }
}
