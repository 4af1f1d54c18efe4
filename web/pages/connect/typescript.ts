import type { Chosen, StepName } from './steps.ts'

const field = (name: string, value: string | undefined): string => (value ? `\n    ${name}: '${value}',` : '')

/** One module for Node or Bun, in parts; each uses what earlier ones declare. */
export const typescriptSteps = (chosen: Chosen): Readonly<Record<StepName, string>> => {
  const { base, clientId, requirementId, packageId, eventKind, eventType } = chosen
  return {
    token: `const base = '${base}'

const taken = await fetch(base + '/api/v1/auth/token', {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: '${clientId}',
    client_secret: process.env.CLIENT_SECRET ?? '',
  }),
})
if (!taken.ok) throw new Error(await taken.text())
const { access_token } = await taken.json()

// The key identifies the call: repeated after a broken connection, it happens once.
const call = async (method: string, path: string, body?: object, key?: string) => {
  const answer = await fetch(base + path, {
    method,
    headers: {
      authorization: 'Bearer ' + access_token,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}`,
    requirements: `const { requirements } = await call('GET', '/api/v1/governance/evidence/requirements?status=active')
console.log(requirements)`,
    claim: `const run = 'nightly-backup-' + Date.now()
const claim = await call(
  'POST',
  '/api/v1/governance/evidence/claims',
  {${field('evidenceRequirementId', requirementId)}
    claimKey: run,
    title: 'Backup report of last night',
    subjectModuleKey: 'controls',
    subjectResourceType: 'control',
    subjectResourceId: 'CTL-7',
    sourceModuleKey: 'external',
    sourceResourceType: 'report',
    sourceResourceId: run,
    sourceSnapshot: { system: 'vault-3', job: 'nightly' },
    claimSnapshot: { restored: true },
    reason: 'pushed by the nightly backup',
  },
  run,
)
console.log(claim.id)`,
    upload: String.raw`const bytes = new TextEncoder().encode('restored 12 of 12 databases\n')
const digest = await crypto.subtle.digest('SHA-256', bytes)
const { upload } = await call('POST', '/api/v1/governance/evidence/attachments/upload-intents', {
  claimId: claim.id,
  originalFilename: 'report.txt',
  contentType: 'text/plain',
  byteSize: bytes.length,
  checksumSha256: Buffer.from(digest).toString('hex'),
  reason: 'the report of the nightly backup',
})
const form = new FormData()
form.set(upload.fieldName, new File([bytes], 'report.txt', { type: 'text/plain' }))
const uploaded = await fetch(base + upload.path, {
  method: upload.method,
  headers: { authorization: 'Bearer ' + access_token },
  body: form,
})
if (!uploaded.ok) throw new Error(await uploaded.text())
console.log(await uploaded.json())`,
    event: `const receipt = 'receipt-' + Date.now()
const event = await call(
  'POST',
  '/api/v1/governance/submissions/packages/${packageId}/events',
  {
    eventKind: '${eventKind}',
    occurredAt: new Date().toISOString(),
    eventSnapshot: { channel: 'portal', reference: receipt },
    sourceEventKey: receipt,
    reason: 'callback of the portal of the regulator',
  },
  receipt,
)
console.log(event.statusAfter)`,
    webhook: `const subscribed = await call(
  'POST',
  '/api/v1/webhooks',
  {
    url: 'https://hooks.example.com/probata',
    events: ['${eventType}'],
    description: 'Decisions for the ticket system',
    reason: 'the ticket system follows decisions',
  },
  'subscribe-' + Date.now(),
)
// Its signing secret is shown only here: store it.
console.log(Object.keys(subscribed))`,
  }
}
