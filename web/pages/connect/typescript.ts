import type { ExampleValues, StepName } from './steps.ts'

const field = (name: string, value: string | undefined): string => (value ? `\n    ${name}: '${value}',` : '')

/** The examples as one module for Node or Bun, in parts. Later parts use the declarations of earlier ones. */
export const typescriptSteps = (values: ExampleValues): Readonly<Record<StepName, string>> => {
  const { base, clientId, requirementId, packageId, eventKind, eventType } = values
  return {
    token: `const base = '${base}'

const tokenResponse = await fetch(base + '/api/v1/auth/token', {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: '${clientId}',
    client_secret: process.env.CLIENT_SECRET ?? '',
  }),
})
if (!tokenResponse.ok) throw new Error(await tokenResponse.text())
const { access_token } = await tokenResponse.json()

// The key makes a call safe to repeat after a broken connection: it takes effect only once.
const call = async (method: string, path: string, body?: object, key?: string) => {
  const response = await fetch(base + path, {
    method,
    headers: {
      authorization: 'Bearer ' + access_token,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
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
const uploadResponse = await fetch(base + upload.path, {
  method: upload.method,
  headers: { authorization: 'Bearer ' + access_token },
  body: form,
})
if (!uploadResponse.ok) throw new Error(await uploadResponse.text())
console.log(await uploadResponse.json())`,
    event: `const receipt = 'receipt-' + Date.now()
const event = await call(
  'POST',
  '/api/v1/governance/submissions/packages/${packageId}/events',
  {
    eventKind: '${eventKind}',
    occurredAt: new Date().toISOString(),
    eventSnapshot: { channel: 'portal', reference: receipt },
    sourceEventKey: receipt,
    reason: "callback of the regulator's portal",
  },
  receipt,
)
console.log(event.statusAfter)`,
    webhook: `const webhook = await call(
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
// The response is the only place with the signing secret: store it.
console.log(Object.keys(webhook))`,
  }
}
