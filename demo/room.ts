import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { day, iso } from '#lib/clock.ts'
import type { DemoServer } from './server.ts'
import { call, type Headers, type Json, json, print, show, signIn, step } from './steps.ts'

const workspace = '/api/workspace'

/** Starts an external assessment of the house rules, with the claim as the answer to one clause. */
const planAudit = async (server: DemoServer, adam: Headers, claimId: string): Promise<string> => {
  const post = async (status: number, path: string, body: Json = {}) => {
    const request = json(adam, { ...body, reason: 'The yearly audit of the house rules.' })
    return (await call(server, status, 'POST', `${workspace}${path}`, request)).body
  }
  const { body: listed } = await call(server, 200, 'GET', `${workspace}/frameworks`, { headers: adam })
  const { id: frameworkId } = listed.frameworks.find(({ frameworkKey }: Json) => frameworkKey === 'HOUSE')
  const { body: session } = await call(server, 200, 'GET', `${workspace}/session`, { headers: adam })
  const [year] = String(listed.frameworks[0].createdAt).split('-')
  const period = { periodFrom: `${year}-01-01T00:00:00.000Z`, periodUntil: `${year}-12-31T00:00:00.000Z` }
  const assessmentFields = {
    assessmentKey: 'AUDIT-1',
    title: 'Audit of the house rules',
    assessorId: session.person.id,
  }
  const { id } = await post(201, '/assessments', { ...assessmentFields, ...period, frameworkId, external: true })
  await post(200, `/assessments/${id}/start`)
  const clauses = `${workspace}/frameworks/${frameworkId}/clauses`
  const { body: all } = await call(server, 200, 'GET', clauses, { headers: adam })
  const clause = all.clauses.find(({ clauseKey }: Json) => clauseKey === '1.1')
  await post(200, `/assessments/${id}/answers`, { clauseId: clause.id, result: 'conforms', claimIds: [claimId] })
  return id
}

/** Waits until the bundle is prepared, which takes a few seconds. */
const waitForBundle = async (server: DemoServer, gerda: Headers) => {
  for (let i = 0; i < 120; i++) {
    const { body } = await call(server, 200, 'GET', '/api/room/bundle', { headers: gerda })
    if (body.bundle.status === 'ready') return body
    await delay(500)
  }
  throw new Error('the bundle was not prepared within a minute')
}

/** Verifies the bundle like its recipient, with only the program and a key. */
const verifyBundle = async (bytes: Uint8Array, key: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-demo-'))
  const file = join(folder, 'bundle.asice')
  await writeFile(file, bytes)
  const main = join(import.meta.dirname, '..', 'bin', 'start.js')
  const child = spawn(process.execPath, [main, 'verify', 'bundle', file, '--key', key], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  await rm(folder, { recursive: true })
  for (const line of output.trim().split('\n')) print(`   ${line}`)
  assert.equal(status, 0, 'the bundle is not proven')
}

/** Opens a room in which an external auditor views and marks a claim, and downloads a bundle. */
export const auditInRoom = async (server: DemoServer, claimId: string): Promise<void> => {
  step('Adam opens a room for an external auditor, invites her, and prepares a bundle of its content')
  const adam = await signIn(server, 'adam@acme.example')
  const id = await planAudit(server, adam, claimId)
  const room = `${workspace}/assessments/${id}/room`
  const reasonBody = { reason: 'The auditor begins on Monday.' }
  const { body: opened } = await call(server, 201, 'POST', room, json(adam, reasonBody))
  show('claims', opened.claims)
  const expiresAt = iso(Date.parse(opened.openedAt) + 30 * day)
  const invitation = json(adam, { ...reasonBody, name: 'Gerda', email: 'gerda@audit.example', expiresAt })
  const { url } = (await call(server, 201, 'POST', `${room}/guests`, invitation)).body
  await call(server, 202, 'POST', `${room}/bundle`, json(adam, reasonBody))

  step('Gerda follows the link. She cannot mark a claim that she has not opened')
  const token = String(url).split('#')[1] ?? ''
  const { headers } = await call(server, 201, 'POST', '/api/room/enter', json({}, { token }))
  const gerda = { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  const mark = json(gerda, { mark: 'accepted', reference: 'A-17' })
  const { body: refusal } = await call(server, 422, 'POST', `/api/room/claims/${claimId}/mark`, mark)
  show('message', refusal.message)
  const { body: openedItem } = await call(server, 200, 'POST', `/api/room/items/${claimId}/open`, { headers: gerda })
  show('digest', openedItem.digest)
  const { body: marked } = await call(server, 200, 'POST', `/api/room/claims/${claimId}/mark`, mark)
  assert.equal(marked.claimDigest, openedItem.digest)

  step('She takes the proof away and verifies it at home: probata verify bundle')
  const { bundle, keys } = await waitForBundle(server, gerda)
  const response = await fetch(`${server.url}/api/room/bundles/${bundle.id}/content`, { headers: gerda })
  assert.equal(response.status, 200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  show('bundle', `${bytes.length} bytes`)
  await verifyBundle(bytes, keys.at(-1))
}
