/**
 * `npm run demo`: starts Probata on a throw-away data directory and acts as its users do, step by step, over HTTP.
 * With `--exit` it ends after the last step: status 0, or 1 when a step failed.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DemoServer, startDemoServer } from './server.ts'
import { workspace } from './workspace.ts'

type Json = Record<string, unknown>

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

let steps = 0
const step = (title: string): void => print(`\n${++steps}. ${title}`)
const show = (label: string, value: unknown): void => print(`   ${label.padEnd(12)} ${value}`)

/** Calls the interface and insists on the status. */
const call = async (server: DemoServer, status: number, method: string, path: string, init: RequestInit = {}) => {
  const response = await fetch(server.url + path, { method, ...init })
  const text = await response.text()
  show(`${method}`, `${path.split('?')[0]} → ${response.status}`)
  assert.equal(response.status, status, text)
  return { headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}

const json = (headers: Record<string, string>, body: Json): RequestInit => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** A real report: what this checkout's source files are, each with its digest, as a backup system would write it. */
const writeReport = async (): Promise<Buffer<ArrayBuffer>> => {
  const root = join(import.meta.dirname, '..', 'src')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const lines = files.sort().map(async file => `${sha256(await readFile(file))}  ${file.slice(root.length + 1)}`)
  return Buffer.from(`Backup report, ${new Date().toISOString()}\n${(await Promise.all(lines)).join('\n')}\n`)
}

const run = async (server: DemoServer): Promise<void> => {
  const evidence = '/api/v1/governance/evidence'

  step('The backup system takes a token')
  const { body: issued } = await call(server, 200, 'POST', '/api/v1/auth/token', {
    headers: { authorization: `Basic ${btoa(`acme-backup:${server.secretOf('acme-backup')}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  show('scope', issued.scope)
  show('expires in', `${issued.expires_in} seconds`)
  const machine = { authorization: `Bearer ${issued.access_token}` }

  step('It asks which evidence is required')
  const { body: listed } = await call(server, 200, 'GET', `${evidence}/requirements?status=active`, {
    headers: machine,
  })
  for (const { requirementKey, title } of listed.requirements) show(requirementKey, title)
  const required = listed.requirements.find((one: Json) => one.requirementKey === 'BKP-01')
  assert.ok(required)

  step('It creates a claim for the nightly backup, safe to repeat under its key')
  const night = new Date().toISOString().slice(0, 10)
  const request = json(
    { ...machine, 'idempotency-key': `nightly-backup-${night}` },
    {
      evidenceRequirementId: required.id,
      claimKey: `backup-${night}`,
      title: `Backup report of ${night}`,
      subjectModuleKey: 'controls',
      subjectResourceType: 'control',
      subjectResourceId: 'CTL-BACKUP',
      sourceModuleKey: 'external',
      sourceResourceType: 'report',
      sourceResourceId: `vault-3/${night}`,
      sourceSnapshot: { system: 'vault-3', job: 'nightly', run: night },
      claimSnapshot: { result: 'complete' },
      reason: 'Pushed by the nightly backup after its last step.',
    },
  )
  const { body: claim } = await call(server, 201, 'POST', `${evidence}/claims`, request)
  show('claim', claim.id)
  show('status', claim.status)
  show('valid until', claim.validUntil)
  const again = await call(server, 201, 'POST', `${evidence}/claims`, request)
  assert.deepEqual(again.body, claim)
  show('repeated', `the same claim, Idempotency-Replayed: ${again.headers.get('idempotency-replayed')}`)

  step('It announces the report and uploads it')
  const report = await writeReport()
  const { body: announced } = await call(
    server,
    201,
    'POST',
    `${evidence}/attachments/upload-intents`,
    json(machine, {
      claimId: claim.id,
      originalFilename: `backup-${night}.txt`,
      contentType: 'text/plain',
      byteSize: report.length,
      checksumSha256: sha256(report),
      reason: 'The report that the backup system wrote.',
    }),
  )
  const form = new FormData()
  form.append(announced.upload.fieldName, new Blob([report], { type: 'text/plain' }), announced.intent.originalFilename)
  const { body: uploaded } = await call(server, 201, 'POST', announced.upload.path, { headers: machine, body: form })
  show('file', `${uploaded.attachment.originalFilename}, ${uploaded.attachment.byteSize} bytes`)
  show('sha256', uploaded.attachment.checksumSha256)

  step('Rita signs in and reads what she is to decide')
  const signedIn = await call(
    server,
    200,
    'POST',
    '/api/workspace/session',
    json({}, { email: 'rita@acme.example', password: server.secretOf('rita@acme.example') }),
  )
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { body: seen } = await call(server, 200, 'GET', `/api/workspace/claims/${claim.id}`, { headers: { cookie } })
  show('source', JSON.stringify(seen.sourceSnapshot))
  show('files', seen.attachments.length)
  show('can', seen.actions.join(' or '))
  show('digest', seen.reviewedDigest)

  step('She approves; the decision carries the digest of what she saw')
  const { body: decided } = await call(
    server,
    200,
    'POST',
    `/api/workspace/claims/${claim.id}/approve`,
    json({ cookie }, { reviewedDigest: seen.reviewedDigest, reason: 'The report is complete and its digests match.' }),
  )
  show('status', decided.status)
  assert.equal(decided.status, 'accepted')

  step('Accepted proof is frozen: another file is refused')
  const { body: refused } = await call(
    server,
    422,
    'POST',
    `${evidence}/attachments/upload-intents`,
    json(machine, {
      claimId: claim.id,
      originalFilename: 'late.txt',
      contentType: 'text/plain',
      byteSize: 4,
      checksumSha256: sha256('late'),
      reason: 'A file that comes too late.',
    }),
  )
  show('error', refused.error)
  show('message', refused.message)

  step('Anybody who may read opens the file again; the bytes are those that were sent')
  const query = new URLSearchParams({ claimId: claim.id, artifactId: uploaded.attachment.artifactId })
  const { body: opened } = await call(server, 200, 'GET', `${evidence}/attachments/open?${query}`, { headers: machine })
  const bytes = Buffer.from(opened.content.dataBase64, 'base64')
  assert.ok(bytes.equals(report))
  show('sha256', sha256(bytes))

  step('Every step is in the audit trail')
  const auditor = await call(
    server,
    200,
    'POST',
    '/api/workspace/session',
    json({}, { email: 'ada@acme.example', password: server.secretOf('ada@acme.example') }),
  )
  const { body: trail } = await call(server, 200, 'GET', '/api/workspace/audit?limit=12', {
    headers: { cookie: auditor.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
  })
  for (const { createdAt, action, outcome, actorKind } of trail.auditEvents.toReversed())
    show(createdAt.slice(11, 23), `${action} ${outcome === 'done' ? '' : `(${outcome}) `}by ${actorKind}`)
}

const main = async (): Promise<void> => {
  print('Starting Probata on a throw-away data directory …')
  await using server = await startDemoServer(workspace)
  print(`Probata serves on ${server.url}`)
  await run(server)
  print('\nAll steps passed.')
  if (process.argv.includes('--exit')) return
  print(`
The server goes on. Sign in as its first administrator (one use):
  ${server.signInLink}
Rita, reviewer:  rita@acme.example  ${server.secretOf('rita@acme.example')}
API reference:   ${server.url}/docs
Ctrl-C ends it and removes its data.`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), server.ended])
}

try {
  await main()
  process.exit(0)
} catch (error) {
  print(`\nA step failed: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
