import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { day, hour, iso } from '#lib/clock.ts'
import { clientSecret, password } from '#test/fixture.ts'
import { startForgingProvider } from '#test/forging-provider.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'

const people = [
  ['ada', 'Ada Okafor', 'admin'],
  ['rita', 'Rita Brandt', 'reviewer'],
  ['noor', 'Noor Haddad', 'reviewer'],
  ['carlo', 'Carlo Conti', 'contributor'],
  ['ines', 'Inês Duarte', 'auditor'],
] as const

const requirements = [
  ['BKP-01', 'Nightly backup completed', 1],
  ['BKP-04', 'Restore test of a core system', 90],
  ['VUL-02', 'External vulnerability scan', 30],
  ['IAM-07', 'Review of privileged access', 90],
  ['LOG-03', 'Log integrity report', 7],
  ['BCM-01', 'Business continuity exercise', 365],
  ['TLS-05', 'Certificate inventory', 30],
  ['VEN-09', 'Assurance report of the cloud provider', 365],
  ['DEV-11', 'Static analysis of release branches', 14],
  ['PHY-02', 'Data centre access list', 90],
] as const

/** Days ago, the requirement's place, and what became of the claim. */
const history: readonly (readonly [ago: number, requirement: number, became: 'accepted' | 'rejected' | 'submitted'])[] =
  [
    [38, 5, 'accepted'],
    [36, 1, 'accepted'],
    [33, 3, 'accepted'],
    [31, 2, 'accepted'],
    [29, 6, 'rejected'],
    [28, 6, 'accepted'],
    [26, 9, 'accepted'],
    [24, 4, 'accepted'],
    [21, 8, 'accepted'],
    [17, 4, 'accepted'],
    [15, 2, 'rejected'],
    [14, 2, 'accepted'],
    [12, 8, 'rejected'],
    [10, 4, 'accepted'],
    [9, 8, 'accepted'],
    [7, 1, 'accepted'],
    [5, 3, 'accepted'],
    [3, 4, 'accepted'],
    [2, 0, 'accepted'],
    [1, 0, 'accepted'],
    [0.4, 6, 'submitted'],
    [0.3, 2, 'submitted'],
    [0.2, 0, 'submitted'],
    [0.15, 8, 'submitted'],
    [0.1, 7, 'submitted'],
    [0.05, 9, 'submitted'],
  ]

const provision = {
  organizations: [
    {
      slug: 'acme',
      name: 'Acme Bank',
      users: people.map(([name, full, role]) => ({ email: `${name}@acme.example`, name: full, password, role })),
      serviceAccounts: [
        {
          name: 'vault-3 backup',
          clientId: 'acme-backup',
          clientSecret,
          scopes: ['governance.evidence:read', 'governance.evidence:write'],
        },
        {
          name: 'BaFin portal',
          clientId: 'acme-portal',
          clientSecret,
          scopes: ['governance.submissions:read', 'governance.submissions:write'],
        },
        {
          name: 'ticket system',
          clientId: 'acme-tickets',
          clientSecret,
          scopes: ['governance.evidence:read', 'governance.submissions:read', 'webhooks:manage'],
        },
      ],
      evidenceRequirements: requirements.map(([requirementKey, title, validityDays]) => ({
        requirementKey,
        title,
        description: `Proof that the control ${requirementKey} works.`,
        status: 'active',
        validityDays,
      })),
      submissionRequirements: [
        {
          requirementKey: 'DORA-ROI',
          title: 'Register of information',
          submissionKind: 'register_filing',
          status: 'active',
          policy: { receiptsRequired: 2, requireReview: false, requireApproval: false },
        },
        {
          requirementKey: 'DORA-INC',
          title: 'Major incident notification',
          submissionKind: 'incident_notification',
          status: 'active',
        },
        {
          requirementKey: 'AML-Q',
          title: 'Quarterly AML return',
          submissionKind: 'regulatory_return',
          status: 'active',
        },
      ],
    },
  ],
}

/** How many runs the backup system had made before those of the history. */
const firstRun = 3071

/** Days from now until due, and what was recorded. */
const packages: readonly (readonly [
  requirement: number,
  key: string,
  title: string,
  due: number,
  ...kinds: string[],
])[] = [
  [0, 'ROI-2025', '2025 register', -20, 'submitted', 'receipt_received', 'receipt_received'],
  [0, 'ROI-2026', '2026 register', 26, 'reviewed', 'approved'],
  [2, 'AML-2026-Q2', 'AML return, second quarter', -12, 'submitted', 'rejected', 'resubmitted', 'receipt_received'],
  [2, 'AML-2026-Q3', 'AML return, third quarter', 4, 'submitted'],
  [2, 'AML-2026-Q4', 'AML return, fourth quarter', 60],
  [1, 'INC-0042', 'Outage of the payment gateway', -1, 'reviewed'],
  [1, 'INC-0043', 'Phishing of two employees', 2],
]

/** A running workspace with a history of 40 days, as a bank might have it. */
export interface Showcase extends AsyncDisposable {
  readonly probata: Probata
  readonly admin: string
  readonly claimId: string
  readonly packageId: string
  readonly webhookId: string
  readonly deliveryId: string
  readonly accountId: string
  readonly personId: string
  readonly requirementId: string
  readonly submissionRequirementId: string
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const attach = async (probata: Probata, token: string, claimId: string, name: string, type: string, bytes: Buffer) => {
  const evidence = '/api/v1/governance/evidence/attachments'
  const checksumSha256 = createHash('sha256').update(bytes).digest('hex')
  const announced = await probata.call('POST', `${evidence}/upload-intents`, {
    token,
    body: {
      claimId,
      originalFilename: name,
      contentType: type,
      byteSize: bytes.length,
      checksumSha256,
      reason: 'The report that the system wrote.',
    },
  })
  assert.equal(announced.status, 201, announced.text)
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const { status, text } = await probata.call('POST', announced.body.upload.path, { token, body })
  assert.equal(status, 201, text)
}

type Ask = (status: number, method: string, path: string, body?: object) => Promise<Answer>
type Answer = Awaited<ReturnType<Probata['call']>>['body']

/** Calls the workspace as somebody, with a reason, and expects a status. */
export const asPerson =
  (probata: Probata, cookie: string): Ask =>
  async (status, method, path, body) => {
    const reason = 'Decided in the weekly control meeting.'
    const answer = await probata.call(method, `/api/workspace${path}`, {
      cookie,
      ...(method !== 'GET' && { body: { reason, ...body } }),
    })
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
    return answer.body
  }

/** Starts a Probata whose clock was 40 days back, lives through those days, and ends at the present. */
export const startShowcase = async (): Promise<Showcase> => {
  await using resources = new AsyncDisposableStack()
  const env = { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8', PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_ROLES: 'api,worker' }
  const probata = resources.use(await boot({ env, provision }))
  const { issuer } = resources.use(await startForgingProvider())
  const good: Receiver = resources.use(await startReceiver())
  const failing: Receiver = resources.use(
    await startReceiver((_, response: ServerResponse) => response.writeHead(503).end('maintenance')),
  )
  const { clock } = probata
  const present = clock.now()
  const goTo = (at: number): void => clock.advance(at - clock.now())

  // Sessions and tokens are taken at present: they hold in all the days before.
  const as = Object.fromEntries(
    await Promise.all(
      people.map(async ([name]) => [name, asPerson(probata, await probata.signIn(`${name}@acme.example`))] as const),
    ),
  )
  const [backup, portal] = await Promise.all(['acme-backup', 'acme-portal'].map(id => probata.token(id)))
  goTo(present - 40 * day)
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
  const requirementId = (key: string): string => catalogue.find((one: Answer) => one.requirementKey === key).id

  const { people: persons } = await ask(200, 'GET', '/people')
  const owners = persons.filter(({ role }: Answer) => role === 'reviewer').map(({ id }: Answer) => id)
  for (const [i, { id }] of catalogue.entries())
    await ask(200, 'PATCH', `/evidence-requirements/${id}`, { ownerId: owners[i % owners.length] })

  let claimId = ''
  for (const [i, [ago, place, became]] of history.entries()) {
    goTo(present - ago * day)
    const [key, title] = requirements[place] ?? requirements[0]
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
    const report = Buffer.from(`${title}\n\nrun      ${run}\nresult   complete\nobjects  18204\nfailures 0\n`)
    await attach(probata, backup ?? '', body.id, 'report.txt', 'text/plain', report)
    if (became === 'submitted') {
      await attach(probata, backup ?? '', body.id, 'chart.png', 'image/png', onePixel)
      claimId = body.id
      continue
    }
    clock.advance(2 * hour)
    const claim = await (as.rita as Ask)(200, 'GET', `/claims/${body.id}`)
    await (as.rita as Ask)(200, 'POST', `/claims/${body.id}/${became === 'accepted' ? 'approve' : 'reject'}`, {
      reviewedDigest: claim.reviewedDigest,
      reason: became === 'accepted' ? 'The report is complete and fits the control.' : 'The report is of another host.',
    })
  }

  goTo(present - hour)
  const { submissionRequirements } = await ask(200, 'GET', '/submission-requirements')
  let packageId = ''
  for (const [place, packageKey, title, due, ...kinds] of packages) {
    const filed = ['DORA-ROI', 'DORA-INC', 'AML-Q'][place]
    const { id } = await ask(201, 'POST', '/packages', {
      submissionRequirementId: submissionRequirements.find((one: Answer) => one.requirementKey === filed).id,
      packageKey,
      title,
      dueAt: iso(present + due * day),
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
  goTo(present)
  await ask(200, 'POST', '/identity-provider', {
    issuer,
    clientId: 'probata',
    clientSecret: 'a secret of the provider',
    name: 'Acme login',
    createPeople: true,
    defaultRole: 'auditor',
    emailDomains: ['acme.example', 'leasing.acme.example'],
  })
  await until('20 deliveries', () => good.received.length >= 20)

  const [delivery] = (await ask(200, 'GET', `/webhooks/${webhookId}/deliveries`)).deliveries
  const [account] = (await ask(200, 'GET', '/service-accounts')).serviceAccounts
  const kept = resources.move()
  return {
    probata,
    admin: 'ada@acme.example',
    claimId,
    packageId,
    webhookId,
    deliveryId: delivery.id,
    accountId: account.id,
    personId: persons[0].id,
    requirementId: requirementId('VUL-02'),
    submissionRequirementId: submissionRequirements[0].id,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
