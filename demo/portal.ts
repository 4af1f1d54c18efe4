/**
 * Simulates a regulator's portal as a separate program. It accepts filings and calls back like such portals do: late,
 * twice and in its own order. To run it alone: `node demo/portal.ts <url> <client id> <client secret> <package id>`.
 */
import assert from 'node:assert/strict'

/** A message of the portal about a filing. */
interface Callback {
  readonly says: string
  readonly eventKind: string
  /** The portal's message number; a repeated message has the same number. */
  readonly message: string
  /** The gateway that sends the callback; `a` by default. */
  readonly gateway?: string
  readonly detail: Readonly<Record<string, unknown>>
}

/**
 * The callbacks about a filing that is first rejected, then corrected and accepted. The first acknowledgement arrives
 * through two gateways.
 */
const story: readonly Callback[] = [
  { says: 'received the filing', eventKind: 'submitted', message: 'M-1001', detail: { channel: 'portal upload' } },
  { says: 'acknowledges', eventKind: 'receipt_received', message: 'M-1002', detail: { code: 'RCVD' } },
  {
    says: 'acknowledges again',
    eventKind: 'receipt_received',
    message: 'M-1002',
    gateway: 'b',
    detail: { code: 'RCVD' },
  },
  { says: 'rejects', eventKind: 'rejected', message: 'M-1003', detail: { code: 'RJCT', field: 'B_02.02.0050' } },
  { says: 'takes the corrected filing', eventKind: 'resubmitted', message: 'M-1004', detail: { version: 2 } },
  { says: 'acknowledges the second', eventKind: 'receipt_received', message: 'M-1005', detail: { code: 'RCVD' } },
  { says: 'accepts', eventKind: 'receipt_received', message: 'M-1006', detail: { code: 'ACPT' } },
]

interface PortalOptions {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly packageId: string
  /** Called for each callback: the portal's message, and the workspace's reaction. */
  readonly report: (says: string, reaction: string) => void
}

const takeToken = async ({ url, clientId, clientSecret }: PortalOptions): Promise<string> => {
  const response = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = (await response.json()) as { access_token?: string }
  assert.ok(token, `token: ${response.status}`)
  return token
}

const callBack = async (options: PortalOptions, token: string, callback: Callback) => {
  const { says, eventKind, message, gateway = 'a', detail } = callback
  const path = `/api/v1/governance/submissions/packages/${options.packageId}/events`
  const response = await fetch(options.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      // Derived from the portal's message number, so that a repeated message is recognized.
      'idempotency-key': `portal-${gateway}-${options.packageId}-${message}`,
    },
    body: JSON.stringify({
      eventKind,
      occurredAt: new Date().toISOString(),
      eventSnapshot: { message, ...detail },
      sourceEventKey: `portal:${message}`,
      reason: `Portal message ${message}: ${says}.`,
    }),
  })
  const body = (await response.json()) as { id?: string; statusBefore?: string; statusAfter?: string; message?: string }
  assert.ok(response.ok, `${response.status} ${body.message}`)
  options.report(says, `${response.status}, ${body.id}: ${body.statusBefore} → ${body.statusAfter}`)
}

const playPortal = async (options: PortalOptions): Promise<void> => {
  const token = await takeToken(options)
  for (const callback of story) await callBack(options, token, callback)
}

const [url = '', clientId = '', clientSecret = '', packageId = ''] = process.argv.slice(2)
const report = (says: string, reaction: string) => process.stdout.write(`the portal ${says}: ${reaction}\n`)
await playPortal({ url, clientId, clientSecret, packageId, report })
