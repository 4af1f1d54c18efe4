import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readClauseFile } from '#client/import/read.ts'
import type { DemoServer } from './server.ts'
import { call, type Headers, type Json, json, print, sha256, show, signIn, step } from './steps.ts'

const workspace = '/api/workspace'
const fileOf = (name: string): string => join(import.meta.dirname, name)

const showCoverage = async (server: DemoServer, headers: Headers, frameworkId: string): Promise<number> => {
  const path = `${workspace}/frameworks/${frameworkId}/coverage`
  const { body } = await call(server, 200, 'GET', path, { headers })
  const states: readonly { state: string; clauses: number }[] = body.states
  for (const { state, clauses } of states) if (clauses > 0) show(state, clauses)
  return states.find(({ state }) => state === 'proven')?.clauses ?? 0
}

/** Imports a framework with three clauses, one of which is proven by the existing evidence. */
export const answerFramework = async (server: DemoServer, requirementId: string): Promise<void> => {
  step("Carl imports the bank's own rules as a framework, with a control for each clause")
  const carl = await signIn(server, 'carl@acme.example')
  const framework = {
    frameworkKey: 'HOUSE',
    title: 'House rules',
    version: '1',
    status: 'active',
    reason: 'The rules that the board adopted.',
  }
  const { body: createdFramework } = await call(server, 201, 'POST', `${workspace}/frameworks`, json(carl, framework))
  const bytes = new Uint8Array(await readFile(fileOf('house-rules.csv')))
  const { clauses } = await readClauseFile({ name: 'house-rules.csv', bytes })
  const importBody = { clauses, withControls: true, reason: 'Their first edition, from its table.' }
  const imports = `${workspace}/frameworks/${createdFramework.id}/clauses`
  const { body: imported } = await call(server, 200, 'POST', imports, json(carl, importBody))
  show('clauses', imported.added)
  assert.equal(await showCoverage(server, carl, createdFramework.id), 0)

  step('The control for backups requires the proof of every night; the accepted claim proves its clause')
  const { body: listed } = await call(server, 200, 'GET', `${workspace}/controls`, { headers: carl })
  const { id } = listed.controls.find(({ controlKey }: Json) => controlKey === 'HOUSE 1.1')
  const link = { evidenceRequirementId: requirementId, reason: 'The report shows that backups run.' }
  await call(server, 201, 'POST', `${workspace}/controls/${id}/requirements`, json(carl, link))
  assert.equal(await showCoverage(server, carl, createdFramework.id), 1)
}

/** Runs `probata push findings` as a build pipeline would. */
const push = async (server: DemoServer): Promise<void> => {
  const main = join(import.meta.dirname, '..', 'bin', 'start.js')
  const reason = 'The scan of this month.'
  const child = spawn(process.execPath, [main, 'push', 'findings', fileOf('scan.sarif'), '--reason', reason], {
    env: {
      PATH: process.env.PATH,
      PROBATA_URL: server.url,
      PROBATA_CLIENT_ID: 'acme-scanner',
      PROBATA_CLIENT_SECRET: server.secretOf('acme-scanner'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  for (const line of output.trim().split('\n')) print(`   ${line}`)
  assert.equal(status, 0, 'the scan was not recorded')
}

const findings = `${workspace}/findings`

/** Sends a scanner's results, and closes one finding with a claim that another person accepted as proof. */
export const closeFinding = async (server: DemoServer): Promise<void> => {
  step('The scanner sends its results twice (probata push findings scan.sarif); each becomes one finding')
  await push(server)
  await push(server)
  const carl = await signIn(server, 'carl@acme.example')
  const { body: listed } = await call(server, 200, 'GET', `${findings}?severity=high`, { headers: carl })
  const [{ id, title, dueAt }] = listed.findings
  assert.equal(listed.findings.length, 1)
  show('finding', title)
  show('due', dueAt.slice(0, 10))

  step('Carl turns TLS 1.0 off and reports it, with the new configuration as proof; Rita accepts the proof')
  const act = (who: Headers, verb: string, reason: string, body: Json = {}) =>
    call(server, 200, 'POST', `${findings}/${id}/${verb}`, json(who, { ...body, reason }))
  await act(carl, 'remediate', 'TLS 1.2 and 1.3 only, since the change of last night.')
  const { body: claim } = await call(
    server,
    201,
    'POST',
    `${workspace}/claims`,
    json(carl, {
      claimKey: 'gateway-1-tls',
      title: 'Configuration of gateway-1 without TLS 1.0',
      subjectModuleKey: 'external',
      subjectResourceType: 'host',
      subjectResourceId: 'gateway-1',
      sourceModuleKey: 'external',
      sourceResourceType: 'configuration',
      sourceResourceId: 'gateway-1/tls',
      sourceSnapshot: { minimum: 'TLS 1.2', sha256: sha256('minimum: TLS 1.2') },
      claimSnapshot: { result: 'TLS 1.0 is refused' },
      validUntil: '2099-12-31T00:00:00.000Z',
      reason: 'The current configuration of the gateway.',
    }),
  )
  const rita = await signIn(server, 'rita@acme.example')
  const { body: seen } = await call(server, 200, 'GET', `${workspace}/claims/${claim.id}`, { headers: rita })
  const decision = { reviewedDigest: seen.reviewedDigest, reason: 'It refuses TLS 1.0.' }
  await call(server, 200, 'POST', `${workspace}/claims/${claim.id}/approve`, json(rita, decision))

  step('The finding is on Olga’s work list until she closes it with that proof')
  const olga = await signIn(server, 'olga@acme.example')
  const needsHer = async (): Promise<boolean> => {
    const { body } = await call(server, 200, 'GET', `${workspace}/my-work?kind=finding_closing`, { headers: olga })
    return body.work.some((one: Json) => one.id === id)
  }
  assert.ok(await needsHer())
  const { body: closed } = await act(olga, 'resolve', 'The proof shows it.', { claimId: claim.id })
  show('status', closed.status)
  assert.equal(closed.status, 'resolved')
  assert.ok(!(await needsHer()))
}
