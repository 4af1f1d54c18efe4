/**
 * Implements `npm run demo`: starts Probata on a temporary data directory and performs the actions of its users over
 * HTTP, step by step. With `--exit`, it exits after the last step, with status 1 if a step failed.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { answerFramework, closeFinding } from './governance.ts'
import { acknowledgePolicy } from './policies.ts'
import { answerQuestionnaire } from './questionnaires.ts'
import { type DemoReceiver, startReceiver } from './receiver.ts'
import { auditInRoom } from './room.ts'
import { type DemoServer, startDemoServer } from './server.ts'
import { call, type Headers, type Json, json, print, sha256, show, signIn, step } from './steps.ts'
import { moveToBucket } from './storage.ts'
import { password, workspace } from './workspace.ts'

/** Creates a realistic report of a backup system: this checkout's source files with their digests. */
const writeReport = async (): Promise<Buffer<ArrayBuffer>> => {
  const root = join(import.meta.dirname, '..', 'src')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const lines = files.sort().map(async file => `${sha256(await readFile(file))}  ${file.slice(root.length + 1)}`)
  return Buffer.from(`Backup report, ${new Date().toISOString()}\n${(await Promise.all(lines)).join('\n')}\n`)
}

const evidence = '/api/v1/governance/evidence'

const requestToken = async (server: DemoServer, clientId: string): Promise<Headers> => {
  const { body: issued } = await call(server, 200, 'POST', '/api/v1/auth/token', {
    headers: { authorization: `Basic ${btoa(`${clientId}:${server.secretOf(clientId)}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  show('scope', issued.scope)
  show('expires in', `${issued.expires_in} seconds`)
  return { authorization: `Bearer ${issued.access_token}` }
}

const subscribe = async (server: DemoServer, receiver: DemoReceiver): Promise<void> => {
  step('The ticket system subscribes to events of claims and filings')
  const tickets = await requestToken(server, 'acme-tickets')
  const subscription = {
    url: receiver.url,
    events: ['evidence.claim.created', 'evidence.claim.approved', 'submission.package.status_changed'],
    description: 'A ticket for each claim and each filing',
    reason: 'The ticket system follows reviews and filings.',
  }
  const { body } = await call(server, 201, 'POST', '/api/v1/webhooks', json(tickets, subscription))
  receiver.trust(body.webhook.signingSecret)
  show('webhook', body.webhook.id)
  show('sends to', receiver.url)
  show('secret', `${body.webhook.signingSecret.slice(0, 10)}…, shown only once`)
}

const expectDelivery = async (receiver: DemoReceiver, type: string, id: string): Promise<void> => {
  step(`The ticket system received and verified ${type}`)
  const { event, deliveryId } = await receiver.received(type)
  const [[name, record] = []] = Object.entries(event.data)
  assert.equal(record?.id, id)
  show('event', event.id)
  show('delivery', deliveryId)
  show('signatures', 'X-Service-Signature and webhook-signature match the received bytes')
  show(`${name}`, `${record.id}, ${record.status}`)
}

const findRequirement = async (server: DemoServer, machine: Headers): Promise<string> => {
  step('It lists the evidence requirements')
  const { body } = await call(server, 200, 'GET', `${evidence}/requirements?status=active`, { headers: machine })
  for (const { requirementKey, title } of body.requirements) show(requirementKey, title)
  return body.requirements.find((one: Json) => one.requirementKey === 'BKP-01').id
}

const createClaim = async (server: DemoServer, machine: Headers, evidenceRequirementId: string): Promise<string> => {
  step('It creates a claim for the nightly backup, safe to repeat under its key')
  const request = json(
    { ...machine, 'idempotency-key': 'nightly-backup-3071' },
    {
      evidenceRequirementId,
      claimKey: 'backup-run-3071',
      title: 'Backup report of run 3071',
      subjectModuleKey: 'controls',
      subjectResourceType: 'control',
      subjectResourceId: 'CTL-BACKUP',
      sourceModuleKey: 'external',
      sourceResourceType: 'report',
      sourceResourceId: 'vault-3/3071',
      sourceSnapshot: { system: 'vault-3', job: 'nightly', run: 3071 },
      claimSnapshot: { result: 'complete' },
      reason: 'Pushed by the nightly backup after its last step.',
    },
  )
  const { body: claim } = await call(server, 201, 'POST', `${evidence}/claims`, request)
  show('claim', claim.id)
  show('status', claim.status)
  show('valid until', claim.validUntil)
  const repeatedResponse = await call(server, 201, 'POST', `${evidence}/claims`, request)
  assert.deepEqual(repeatedResponse.body, claim)
  show('repeated', `the same claim, Idempotency-Replayed: ${repeatedResponse.headers.get('idempotency-replayed')}`)
  return claim.id
}

const announce = (machine: Headers, claimId: string, file: Uint8Array): RequestInit =>
  json(machine, {
    claimId,
    originalFilename: 'backup-report.txt',
    contentType: 'text/plain',
    byteSize: file.length,
    checksumSha256: sha256(file),
    reason: 'The report that the backup system wrote.',
  })

const upload = async (server: DemoServer, machine: Headers, claimId: string, report: Buffer<ArrayBuffer>) => {
  step('It announces the report and uploads it')
  const intents = `${evidence}/attachments/upload-intents`
  const { body: announced } = await call(server, 201, 'POST', intents, announce(machine, claimId, report))
  const form = new FormData()
  form.append(announced.upload.fieldName, new Blob([report], { type: 'text/plain' }), announced.intent.originalFilename)
  const { body } = await call(server, 201, 'POST', announced.upload.path, { headers: machine, body: form })
  show('file', `${body.attachment.originalFilename}, ${body.attachment.byteSize} bytes`)
  show('sha256', body.attachment.checksumSha256)
  return body.attachment.artifactId
}

const review = async (server: DemoServer, claimId: string): Promise<void> => {
  step('Rita signs in and reads what she is to decide')
  const rita = await signIn(server, 'rita@acme.example')
  const { body: reviewedClaim } = await call(server, 200, 'GET', `/api/workspace/claims/${claimId}`, { headers: rita })
  show('source', JSON.stringify(reviewedClaim.sourceSnapshot))
  show('files', reviewedClaim.attachments.length)
  show('can', reviewedClaim.actions.join(' or '))
  show('digest', reviewedClaim.reviewedDigest)

  step('She approves; the decision includes the digest of what she saw')
  const decision = {
    reviewedDigest: reviewedClaim.reviewedDigest,
    reason: 'The report is complete and its digests match.',
  }
  const path = `/api/workspace/claims/${claimId}/approve`
  const { body: decided } = await call(server, 200, 'POST', path, json(rita, decision))
  show('status', decided.status)
  assert.equal(decided.status, 'accepted')
}

const tryLateFile = async (server: DemoServer, machine: Headers, claimId: string): Promise<void> => {
  step('Accepted proof is frozen: another file is rejected')
  const lateAnnouncement = announce(machine, claimId, Buffer.from('late'))
  const { body } = await call(server, 422, 'POST', `${evidence}/attachments/upload-intents`, lateAnnouncement)
  show('error', body.error)
  show('message', body.message)
}

const openFile = async (server: DemoServer, machine: Headers, query: Headers): Promise<Buffer> => {
  const path = `${evidence}/attachments/open?${new URLSearchParams(query)}`
  const { body } = await call(server, 200, 'GET', path, { headers: machine })
  return Buffer.from(body.content.dataBase64, 'base64')
}

const openAgain = async (server: DemoServer, machine: Headers, query: Headers, report: Buffer): Promise<void> => {
  step('Anyone with read access opens the file again; the bytes are those that were sent')
  const bytes = await openFile(server, machine, query)
  assert.ok(bytes.equals(report))
  show('sha256', sha256(bytes))
}

const showTrail = async (server: DemoServer): Promise<void> => {
  step('Ada, the auditor, sees every step in the trail')
  const ada = await signIn(server, 'ada@acme.example')
  const { body } = await call(server, 200, 'GET', '/api/workspace/audit?limit=40', { headers: ada })
  for (const { createdAt, action, outcome, actorKind } of body.auditEvents.toReversed())
    show(createdAt.slice(11, 23), `${action} ${outcome === 'done' ? '' : `(${outcome}) `}by ${actorKind}`)
}

const packages = '/api/workspace/packages'

const prepareFiling = async (server: DemoServer, claimId: string): Promise<string> => {
  step('Carl puts the claim into the filing that is due; Rita reviews it, Olga approves it')
  const carl = await signIn(server, 'carl@acme.example')
  const { body } = await call(server, 200, 'GET', packages, { headers: carl })
  const filings: readonly { id: string; packageKey: string; dueAt: string }[] = body.submissionPackages
  const filing = filings.find(one => one.packageKey === 'ROI-2026')
  assert.ok(filing)
  const { id, packageKey, dueAt } = filing
  show(packageKey, `due ${dueAt.slice(0, 10)}`)
  const content = { claimId, reason: 'Proof of the backups that the register names.' }
  const { body: addedContent } = await call(server, 201, 'POST', `${packages}/${id}/contents`, json(carl, content))
  show('contains', `${addedContent.claimKey}, sha256 ${addedContent.claimDigest.slice(0, 16)}…`)
  const reviewers = { reviewed: 'rita@acme.example', approved: 'olga@acme.example' }
  for (const [eventKind, email] of Object.entries(reviewers)) {
    const person = await signIn(server, email)
    const event = { eventKind, occurredAt: new Date().toISOString(), eventSnapshot: {}, reason: 'Checked by hand.' }
    const { body: recorded } = await call(server, 201, 'POST', `${packages}/${id}/events`, json(person, event))
    show('status', `${recorded.statusBefore} → ${recorded.statusAfter}`)
  }
  return id
}

/** Runs the portal as a separate program. */
const playPortal = async (server: DemoServer, packageId: string): Promise<void> => {
  step("The regulator's portal takes the filing and calls back: late, twice, and once to reject")
  const args = [server.url, 'acme-portal', server.secretOf('acme-portal'), packageId]
  const portal = spawn(process.execPath, [join(import.meta.dirname, 'portal.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [status]] = await Promise.all([text(portal.stdout), once(portal, 'exit')])
  for (const line of output.trim().split('\n')) print(`   ${line}`)
  assert.equal(status, 0, 'the portal failed')
}

const showHistory = async (server: DemoServer, packageId: string): Promise<void> => {
  step('The history of the filing: each message once, in the order in which it was logged')
  const ada = await signIn(server, 'ada@acme.example')
  const { body } = await call(server, 200, 'GET', `${packages}/${packageId}/timeline`, { headers: ada })
  for (const { at, kind, event, decision } of body.timeline) {
    if (kind === 'event')
      show(at.slice(11, 23), `${event.eventKind}: ${event.statusBefore ?? '–'} → ${event.statusAfter}`)
    if (kind === 'decision') show(at.slice(11, 23), `${decision.decision}, ${decision.claimId ?? ''}`)
  }
  const kinds = body.timeline
    .flatMap(({ event }: Json) => (event ? [Object(event).sourceEventKey] : []))
    .filter(Boolean)
  assert.equal(kinds.length, new Set(kinds).size, 'a message was recorded twice')
  const { body: filing } = await call(server, 200, 'GET', `${packages}/${packageId}`, { headers: ada })
  assert.equal(filing.submissionPackage.status, 'accepted')
  show('status', `${filing.submissionPackage.status}, ${filing.late ? 'late' : 'in time'}`)
}

const run = async (server: DemoServer, receiver: DemoReceiver, bucket: MemoryS3): Promise<void> => {
  await subscribe(server, receiver)
  step('The backup system requests a token')
  const machine = await requestToken(server, 'acme-backup')
  const requirementId = await findRequirement(server, machine)
  const claimId = await createClaim(server, machine, requirementId)
  await expectDelivery(receiver, 'evidence.claim.created', claimId)
  const report = await writeReport()
  const artifactId = await upload(server, machine, claimId, report)
  await review(server, claimId)
  await expectDelivery(receiver, 'evidence.claim.approved', claimId)
  await tryLateFile(server, machine, claimId)
  await openAgain(server, machine, { claimId, artifactId }, report)
  await answerFramework(server, requirementId)
  await closeFinding(server)
  await acknowledgePolicy(server)
  await answerQuestionnaire(server)
  await auditInRoom(server, claimId)
  const packageId = await prepareFiling(server, claimId)
  await expectDelivery(receiver, 'submission.package.status_changed', packageId)
  await playPortal(server, packageId)
  await showHistory(server, packageId)
  await moveToBucket(server, bucket, { report, open: () => openFile(server, machine, { claimId, artifactId }) })
  await showTrail(server)
}

const people = workspace.organizations.flatMap(({ users }) =>
  users.map(({ email, name, role }) => `  ${name.padEnd(20)}${role.padEnd(14)}${email}`),
)

const main = async (): Promise<void> => {
  print('Starting Probata on a temporary data directory …')
  await using server = await startDemoServer(workspace)
  print(`Probata serves on ${server.url}`)
  await using receiver = await startReceiver()
  await using bucket = await startMemoryS3()
  await run(server, receiver, bucket).catch(error => {
    if (server.log()) print(`\nThe server logged:\n${server.log()}`)
    throw error
  })
  print('\nAll steps passed.')
  if (process.argv.includes('--exit')) return
  print(`
The server continues to run. Sign in at ${server.url} with the password ${password}
${people.join('\n')}
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
