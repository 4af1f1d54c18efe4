import assert from 'node:assert/strict'
import type { ApiResponse } from './client.ts'
import { type FindingsClient, scanned } from './findings-client.ts'
import type { Probata } from './system.ts'

type Fields = Readonly<Record<string, unknown>>

/** The outcome of a scan that changes nothing. */
export const unchangedOutcome = {
  ...{ created: 0, seenAgain: 0, reopened: 0, remediated: 0 },
  ...{ withheld: 0, returned: 0, merged: 0, otherUnits: 0 },
}

/** Returns results with the fingerprints `f0`, `f1` and so on. */
export const createResults = (count: number, from = 0): Fields[] =>
  Array.from({ length: count }, (_, i) => scanned(`f${from + i}`))

/** Sends complete scans as one client, and reads the resulting findings of a source. */
export const createScans = (p: Probata, client: FindingsClient) => {
  const send = (source: string, findings: readonly Fields[], over: Fields = {}, from = client): Promise<ApiResponse> =>
    from.machine('POST', '/findings/scan-results', { sourceModuleKey: source, isComplete: true, findings, ...over })
  const listFindings = async (source: string): Promise<readonly Record<string, string>[]> =>
    (await client.get('auditor', `/findings?sourceModuleKey=${source}&limit=200`)).findings
  return {
    send,
    async scan(source: string, findings: readonly Fields[], over: Fields = {}, from = client) {
      const { status, body, text } = await send(source, findings, over, from)
      assert.equal(status, 200, text)
      return body
    },
    listFindings: listFindings,
    /** Returns the finding with a fingerprint. Fails unless there is exactly one. */
    async findOne(source: string, fingerprint: string): Promise<Readonly<Record<string, string>>> {
      const matches = (await listFindings(source)).filter(({ sourceFingerprint }) => sourceFingerprint === fingerprint)
      assert.equal(matches.length, 1, `${matches.length} findings have the fingerprint ${fingerprint}`)
      return matches[0] ?? {}
    },
    /** Returns the fingerprint and the status of each finding, such as `f0 open`. */
    statuses: async (source: string): Promise<string[]> =>
      (await listFindings(source)).map(({ sourceFingerprint, status }) => `${sourceFingerprint} ${status}`).toSorted(),
    async lastDetail(action: string): Promise<string> {
      const [row] = await p.sql('select record from audit_event where action = $1 order by id desc limit 1', [action])
      return JSON.parse(String(row?.record)).detail
    },
  }
}
