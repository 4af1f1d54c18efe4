import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { day, hour, iso } from '#lib/clock.ts'
import { provision as applyFile } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { startForgingProvider } from '#test/forging-provider.ts'
import { prover, textFile } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import type { Ask, ResponseBody } from './ask.ts'
import { png } from './files.ts'
import { recordFindings } from './showcase-findings.ts'
import { showFrameworks } from './showcase-frameworks.ts'
import { firstRun, history, packages, people, provision, requirements } from './showcase-history.ts'
import { showPolicies } from './showcase-policies.ts'
import { sendPeople } from './showcase-provisioning.ts'
import { showQuestionnaires } from './showcase-questionnaires.ts'
import { fillRegisters } from './showcase-registers.ts'
import { governRisks } from './showcase-risks.ts'
import { showRoom } from './showcase-rooms.ts'

/** A running workspace with a history of 40 days, like that of a bank. */
export interface Showcase extends AsyncDisposable {
  readonly probata: Probata
  readonly admin: string
  readonly webhookId: string
  readonly requirementId: string
  /** An example record for each record page: its id, by the path segment before the id. */
  readonly records: Readonly<Record<string, string>>
}

/** Returns a function that calls the workspace API as a person, with a reason, and expects a status. */
export const asPerson =
  (probata: Probata, cookie: string): Ask =>
  async (status, method, path, body) => {
    const reason = 'Decided in the weekly control meeting.'
    const response = await probata.call(method, `/api/workspace${path}`, {
      cookie,
      ...(method !== 'GET' && { body: { reason, ...body } }),
    })
    assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
    return response.body
  }

/** Starts a Probata whose clock is 40 days behind, and creates the records of each day up to the current time. */
export const startShowcase = async (): Promise<Showcase> => {
  await using resources = new AsyncDisposableStack()
  const loopback = '127.0.0.0/8'
  const allowed = { PROBATA_WEBHOOK_ALLOW: loopback, PROBATA_OIDC_ALLOW: loopback, PROBATA_STORAGE_ALLOW: loopback }
  const env = { ...allowed, PROBATA_ROLES: 'api,worker' }
  const probata = resources.use(await boot({ env, provision }))
  const provider = resources.use(await startForgingProvider())
  provider.metadata = { token_endpoint_auth_methods_supported: ['private_key_jwt'] }
  const { issuer } = provider
  const good: Receiver = resources.use(await startReceiver())
  const failing: Receiver = resources.use(
    await startReceiver((_, response: ServerResponse) => response.writeHead(503).end('maintenance')),
  )
  const { clock } = probata
  const currentTime = clock.now()
  const goTo = (time: number): void => clock.advance(time - clock.now())

  // Sessions and tokens are issued at the current time, so they are valid on all the days before.
  const as = Object.fromEntries(
    await Promise.all(
      people.map(async ([name]) => [name, asPerson(probata, await probata.signIn(`${name}@acme.example`))] as const),
    ),
  )
  const [backup, portal] = await Promise.all(['acme-backup', 'acme-portal'].map(id => probata.token(id)))
  goTo(currentTime - 40 * day)
  const ask: Ask = (...args) => (as.ada as Ask)(...args)

  const webhook = async (url: string, description: string, events: string[]): Promise<string> =>
    (await ask(201, 'POST', '/webhooks', { url, description, events })).webhook.id
  const webhookId = await webhook(good.url, 'Tickets for claims and filings', [
    'evidence.claim.created',
    'evidence.claim.approved',
    'submission.package.status_changed',
  ])
  await webhook(failing.url, 'Data warehouse', ['evidence.claim.created'])
  const { requirements: catalogue } = await ask(200, 'GET', '/evidence-requirements?limit=200')
  const requirementId = (key: string): string => catalogue.find((one: ResponseBody) => one.requirementKey === key).id

  const { people: personRecords } = await ask(200, 'GET', '/people')
  const owners = personRecords.filter(({ role }: ResponseBody) => role === 'reviewer').map(({ id }: ResponseBody) => id)
  for (const [i, { id }] of catalogue.entries())
    await ask(200, 'PATCH', `/evidence-requirements/${id}`, { ownerId: owners[i % owners.length] })

  const unit = await ask(201, 'POST', '/units', { unitKey: 'treasury', title: 'Treasury' })
  await ask(200, 'POST', '/placements', { recordIds: [requirementId('VUL-02')], unitId: unit.id })

  const { attach } = prover(probata, () => backup ?? '')
  let claimId = ''
  for (const [i, [ago, index, outcome]] of history.entries()) {
    goTo(currentTime - ago * day)
    const [key, title] = requirements[index] ?? requirements[0]
    const run = firstRun + i
    const { status, text, body } = await probata.call('POST', '/api/v1/governance/evidence/claims', {
      token: backup ?? '',
      body: {
        evidenceRequirementId: requirementId(key),
        claimKey: `${key.toLowerCase()}-run-${run}`,
        title: `${title}, run ${run}`,
        subjectModuleKey: 'controls',
        subjectResourceType: 'control',
        subjectResourceId: key,
        sourceModuleKey: 'external',
        sourceResourceType: 'report',
        sourceResourceId: `vault-3/${run}`,
        sourceSnapshot: { system: 'vault-3', job: key.toLowerCase(), run, host: 'bkp-fra-03' },
        claimSnapshot: { result: 'complete', objects: 18_204, failures: 0, durationMinutes: 47 },
        reason: 'Pushed by the system after its last step.',
      },
    })
    assert.equal(status, 201, text)
    const report = `${title}\n\nrun      ${run}\nresult   complete\nobjects  18204\nfailures 0\n`
    await attach(body.id, textFile(report))
    if (outcome === 'submitted') {
      await attach(body.id, { name: 'chart.png', type: 'image/png', bytes: png() })
      claimId = body.id
      continue
    }
    clock.advance(2 * hour)
    const claim = await (as.rita as Ask)(200, 'GET', `/claims/${body.id}`)
    await (as.rita as Ask)(200, 'POST', `/claims/${body.id}/${outcome === 'accepted' ? 'approve' : 'reject'}`, {
      reviewedDigest: claim.reviewedDigest,
      reason:
        outcome === 'accepted' ? 'The report is complete and fits the control.' : 'The report is of another host.',
    })
  }

  goTo(currentTime - hour)
  await probata.system.runJob('create-scheduled-packages')
  const { submissionRequirements } = await ask(200, 'GET', '/submission-requirements')
  let packageId = ''
  for (const [requirementIndex, packageKey, title, due, ...kinds] of packages) {
    const requirementKey = ['DORA-ROI', 'DORA-INC', 'AML-Q'][requirementIndex]
    const { id } = await ask(201, 'POST', '/packages', {
      submissionRequirementId: submissionRequirements.find((one: ResponseBody) => one.requirementKey === requirementKey)
        .id,
      packageKey,
      title,
      dueAt: iso(currentTime + due * day),
    })
    for (const eventKind of kinds) {
      const { status, text } = await probata.call('POST', `/api/v1/governance/submissions/packages/${id}/events`, {
        token: portal ?? '',
        body: {
          eventKind,
          occurredAt: iso(clock.now() - hour),
          eventSnapshot: { channel: 'MVP portal', reference: `${packageKey}-${eventKind}` },
          reason: 'Reported by the portal.',
        },
      })
      assert.equal(status, 201, text)
    }
    if (packageKey === 'AML-2026-Q2') packageId = id
  }
  const findingId = await recordFindings({ ask, now: currentTime, ownerId: owners[0], claimId })
  await sendPeople(probata, ask)
  // The workspace has only one administrator, so the operator acts as the second person.
  const identityProvider = {
    ...{ issuer, clientId: 'probata', clientAuthentication: 'private_key_jwt', name: 'Acme login', createPeople: true },
    ...{ defaultRole: 'auditor', emailDomains: ['acme.example', 'leasing.acme.example'] },
  }
  await applyFile(probata.system.services, sections, {
    organizations: [{ slug: 'acme', name: 'Acme Bank', identityProvider }],
  })
  goTo(currentTime)
  const newestEvent = async () => (await ask(200, 'GET', '/security-events?limit=1')).securityEvents[0]
  await until(
    'report the runs that were missed in the last hour',
    async () => (await newestEvent()).type === 'jobMissed',
  )
  const bucket = resources.use(await startMemoryS3())
  bucket.clock = clock
  const cookie = await probata.signIn('ada@acme.example')
  const bindings = bindingsOf(probata, () => cookie)
  const binding = await bindings.done(bindings.create(bucket, { name: 'Frankfurt' }), 201)
  assert.equal((await bindings.done(bindings.act(binding.id, 'validate'))).passed, true)
  const { storageBindings } = await bindings.list()
  const folder = storageBindings.find(({ kind }: ResponseBody) => kind === 'folder')
  const plan = { sourceId: folder.id, targetId: binding.id, mode: 'move' }
  const migration = await ask(201, 'POST', '/storage-migrations', plan)
  await ask(200, 'POST', `/storage-migrations/${migration.id}/pause`)
  const storageHold = await ask(201, 'POST', '/storage-holds', { claimId })
  await ask(200, 'POST', `/storage-holds/${storageHold.id}/release`)
  await ask(200, 'PATCH', '/storage/quota', { bytes: 500_000_000, files: 1000 })
  const { engagementId } = await fillRegisters(ask)
  await ask(202, 'POST', '/exports', { scope: { kind: 'package', packageId }, disclose: ['reason'] })
  const exported = async () => (await ask(200, 'GET', '/exports')).evidenceExports[0]
  await until('the export is ready', async () => (await exported()).status === 'ready')
  const governance = await showFrameworks(ask, requirementId('VUL-02'))
  const tape = await ask(201, 'POST', '/controls', { controlKey: 'TAP', title: 'Tape rotation', status: 'active' })
  const retirement = { kind: 'control_retirement', resourceId: tape.id }
  const approval = await (as.carlo as Ask)(201, 'POST', '/approval-requests', retirement)
  await until('20 deliveries', () => good.received.length >= 20)

  const personOf = (name: string): string =>
    personRecords.find(({ email }: ResponseBody) => email === `${name}@acme.example`).id
  const risksAndAssessments = await governRisks({
    ...{ ada: ask, carlo: as.carlo as Ask, rita: as.rita as Ask },
    ...{ adaId: personOf('ada'), carloId: personOf('carlo'), now: currentTime },
  })
  await showRoom(probata, ask, { assessmentId: risksAndAssessments.assessment.in_progress ?? '', now: currentTime })
  const actors = { probata, ada: ask, carlo: as.carlo as Ask, now: currentTime }
  const policyPages = await showPolicies(actors)
  const questionnairePages = await showQuestionnaires(actors)
  // Inserts the coverage of earlier days, with a drop and a gap.
  await probata.sql(
    `insert into framework_coverage (organization_id, framework_id, day, applicable, proven, partly_proven, reconstructed)
     select f.organization_id, f.id, ($2::timestamptz at time zone 'UTC')::date - age, 3, case when age > 60 or age between 28 and 34 then 0 else 1 end, 0, age > 40
       from framework f, generate_series(0, 83) age where f.id = $1 and age not between 18 and 19`,
    [governance['/governance/frameworks/'], iso(currentTime)],
  )
  const [delivery] = (await ask(200, 'GET', `/webhooks/${webhookId}/deliveries`)).deliveries
  const [account] = (await ask(200, 'GET', '/service-accounts')).serviceAccounts
  const owned = resources.move()
  return {
    probata,
    admin: 'ada@acme.example',
    webhookId,
    requirementId: requirementId('VUL-02'),
    records: {
      '/open/': 'finding_remediation',
      '/open/$kind/': findingId,
      '/evidence/claims/': claimId,
      '/evidence/requirements/': requirementId('VUL-02'),
      '/governance/approvals/': approval.id,
      '/governance/findings/': findingId,
      '/governance/policies/': policyPages.policyId,
      '/governance/policy-campaigns/': policyPages.campaignId,
      '/governance/questionnaires/': questionnairePages.questionnaireId,
      '/governance/questionnaire-versions/': questionnairePages.draftId,
      '/governance/questionnaire-rounds/': questionnairePages.roundId,
      '/governance/risks/': risksAndAssessments.risk.treated ?? '',
      '/governance/assessments/': risksAndAssessments.assessment.in_progress ?? '',
      '/submissions/packages/': packageId,
      '/submissions/requirements/': submissionRequirements.find((one: ResponseBody) => one.requirementKey === 'AML-Q')
        .id,
      '/governance/registers/': 'party-engagements',
      '/governance/registers/$register/': engagementId,
      '/webhooks/': webhookId,
      '/webhooks/$webhookId/deliveries/': delivery.id,
      '/access/service-accounts/': account.id,
      '/access/people/': personRecords[0].id,
      '/access/units/': unit.id,
      '/storage/bindings/': binding.id,
      '/storage/migrations/': migration.id,
      '/storage/holds/': storageHold.id,
      '/trails/jobs/': 'expire-claims',
      '/trails/exports/': (await exported()).id,
      ...governance,
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
