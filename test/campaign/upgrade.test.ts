import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { ClientConfig } from 'pg'
import { minute } from '#lib/clock.ts'
import { clientSecret, password } from '#test/fixture.ts'
import { authenticator, step } from '#test/newcomers.ts'
import { query } from '#test/postgres.ts'
import { boot, type Probata } from '#test/system.ts'
import { administrator, startTcpPostgres, type TcpPostgres, tcpPassword } from '#test/tcp-postgres.ts'
import { credentialsBefore as was } from '#test/upgrade/before.ts'
import { restoreInstall } from '#test/upgrade/restore-install.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { loopback } from '#test/webhooks/webhooks.ts'

/** Restores an install whose last migration is the one before the schema of new installs. */
const fill = async (asAdministrator: ClientConfig, connection: ClientConfig, owner: string): Promise<void> => {
  await query(asAdministrator, 'create role probata_app nologin')
  if (owner !== administrator) await query(asAdministrator, `grant probata_app to ${owner} with admin option`)
  await restoreInstall(connection, owner)
}

const owners: [owner: string, privilege: string][] = [
  [administrator, 'a superuser'],
  ['owner', 'not a superuser'],
]
for (const [owner, privilege] of owners)
  describe(`an install of migration 0071, whose owner is ${privilege}, is upgraded`, () => {
    let server: TcpPostgres
    let receiver: Receiver
    let p: Probata
    const reason = 'after the upgrade'
    const signIn = (name: string, over: object = {}) =>
      p.call('POST', '/api/workspace/session', { body: { email: `${name}.example`, password, ...over } })
    const cookieOf = async (name: string, over: object = {}): Promise<string> => {
      const { status, text, headers } = await signIn(name, over)
      assert.equal(status, 200, text)
      return headers.getSetCookie()[0]?.split(';')[0] ?? ''
    }
    const cookies = new Map<string, string>()
    const callAs = async (name: string, method: string, path: string, body?: object) => {
      const cookie = cookies.get(name) ?? (await cookieOf(name))
      cookies.set(name, cookie)
      return p.call(method, `/api/workspace${path}`, { cookie, ...(body && { body: { reason, ...body } }) })
    }
    const codeOfRita = () => authenticator(p.clock, was.rita.otpauthUrl)()

    before(async () => {
      server = await startTcpPostgres()
      receiver = await startReceiver()
      const asAdministrator = { connectionString: server.urlOf(administrator, 'postgres') }
      if (owner !== administrator)
        await query(asAdministrator, `create role ${owner} login createrole password '${tcpPassword}'`)
      await query(asAdministrator, `create database install owner ${owner}`)
      const database = { connectionString: server.urlOf(owner, 'install') }
      await fill(asAdministrator, database, owner)
      p = await boot({ database, provision: null, env: loopback })
      p.clock.set(was.at + minute)
      cookies.set('rita@acme', await cookieOf('rita@acme', { code: codeOfRita() }))
    })
    after(async () => {
      await p?.[Symbol.asyncDispose]()
      await receiver?.[Symbol.asyncDispose]()
      await server?.[Symbol.asyncDispose]()
    })

    test('earlier security events have a severity, and are found by it', async () => {
      const { body } = await callAs('ada@acme', 'GET', '/security-events?since=2026-11-22T12:00:00Z')
      const storageEvents = body.securityEvents.filter(({ type }: { type: string }) =>
        type.startsWith('storageOperations'),
      )
      assert.deepEqual(
        storageEvents.map(({ id, type, severity }: Record<string, string>) => [id, type, severity]),
        [
          ['sev_01M81M1GSAB5XK8QCXYZQKBK4Q', 'storageOperationsObjectMissing', 'high'],
          ['sev_01M81M1GSAB5XK8QCXYZQKBK4N', 'storageOperationsDigestMismatch', 'critical'],
        ],
      )
      const criticalEvents = await callAs('ada@acme', 'GET', '/security-events?severity=critical')
      assert.deepEqual(criticalEvents.body.securityEvents, [storageEvents[1]])
    })

    test('earlier files have no retention until it is set', async () => {
      const { body } = await callAs('ada@acme', 'GET', '/evidence-requirements')
      const [{ id, retentionYears }] = body.requirements
      assert.equal(retentionYears, null)
      assert.equal(
        (await callAs('ada@acme', 'PATCH', `/evidence-requirements/${id}`, { retentionYears: 7 })).status,
        200,
      )
      assert.equal(await p.system.runJob('extend-retention'), 0)
      const claim = await callAs('ada@acme', 'GET', `/claims/${was.claimId}`)
      assert.deepEqual(claim.body.retention, { held: false, files: [] })
    })

    test('earlier files are counted, and are in the folder', async () => {
      const { body } = await callAs('ada@acme', 'GET', '/storage/usage')
      const [folder] = body.bindings
      assert.deepEqual([body.bytes, body.files, folder.copies, folder.bytes], [4258, 2, 2, 4258])
      assert.equal((await callAs('gina@globex', 'GET', '/storage/usage')).body.files, 0)
    })

    test('people sign in with their passwords, and stay where they were signed in', async () => {
      for (const [name, workspace] of [
        ['ada@acme', 'Acme Bank'],
        ['gina@globex', 'Globex'],
      ] as const)
        assert.equal((await signIn(name)).body.organization.name, workspace)
      assert.equal((await signIn('ada@acme', { password: 'another one of them' })).status, 401)
      const session = await p.call('GET', '/api/workspace/session', { cookie: was.ada.cookie })
      assert.deepEqual([session.status, session.body.person?.id], [200, was.ada.id])
    })

    test('a second factor is required, and its app and its recovery codes work', async () => {
      const firstResponse = await signIn('rita@acme')
      assert.deepEqual([firstResponse.status, firstResponse.body.secondFactor], [401, 'totp'])
      p.clock.advance(step)
      const secondResponse = await signIn('rita@acme', { code: codeOfRita() })
      assert.deepEqual([secondResponse.status, secondResponse.body.secondFactor], [200, 'totp'])
      assert.equal((await signIn('rita@acme', { code: was.rita.recoveryCode })).status, 200)
      assert.equal((await signIn('rita@acme', { code: was.rita.recoveryCode })).status, 401)
    })

    test('service accounts keep their tokens and get new ones', async () => {
      const claims = (token: string) => p.call('GET', '/api/v1/governance/evidence/claims', { token })
      assert.equal((await claims(was.nightly.token)).body.claims.length, 1)
      for (const [client_id, client_secret] of [
        ['nightly', was.nightly.secret],
        ['acme-scanner', clientSecret],
      ]) {
        const body = { grant_type: 'client_credentials', client_id, client_secret }
        const { status, body: tokenResponse, text } = await p.call('POST', '/api/v1/auth/token', { body })
        assert.equal(status, 200, text)
        assert.equal((await claims(tokenResponse.access_token)).body.claims.length, 1)
      }
    })

    test('webhooks show their creators', async () => {
      const { ofAccount, ofPerson } = was.webhooks
      const creatorOf = async (id: string) => (await callAs('ada@acme', 'GET', `/webhooks/${id}`)).body.createdBy
      assert.deepEqual(await creatorOf(ofAccount), { kind: 'service_account', id: was.nightly.id, name: 'nightly' })
      assert.deepEqual(await creatorOf(ofPerson.id), { kind: 'person', id: was.ada.id, name: 'Ada Okafor' })
    })

    test('waiting deliveries of a webhook are sent to its new URL, signed with the earlier secret', async () => {
      const { id, secret } = was.webhooks.ofPerson
      const response = await callAs('ada@acme', 'PATCH', `/webhooks/${id}`, { url: receiver.url })
      assert.equal(response.status, 200, response.text)
      await p.system.delivery.drain()
      assert.ok(receiver.received.length > 0)
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      for (const { headers, body } of receiver.received) {
        const signedText = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
        const signature = createHmac('sha256', key).update(signedText).digest('base64')
        assert.equal(headers['webhook-signature'], `v1,${signature}`)
      }
    })

    test('people who contributed to a waiting claim cannot decide it', async () => {
      const approve = async (name: string) => {
        const { body } = await callAs(name, 'GET', `/claims/${was.claimId}`)
        const { reviewedDigest } = body
        return callAs(name, 'POST', `/claims/${was.claimId}/approve`, { reviewedDigest })
      }
      // Ada created the service account that submitted the claim, and Noor announced one of its files.
      for (const name of ['ada@acme', 'noor@acme']) {
        const { status, body } = await approve(name)
        assert.deepEqual([status, body.error], [403, 'forbidden_resource'], name)
      }
      assert.equal((await approve('rita@acme')).status, 200)
    })

    test('custodians follow from the earlier links: released if the person has a second factor', async () => {
      const { body } = await callAs('ada@acme', 'GET', '/people')
      const idOf = (name: string) => body.people.find((person: { email: string }) => person.email.startsWith(name)).id
      const custodiansOf = async (name: string) =>
        (await callAs('ada@acme', 'GET', `/people/${idOf(name)}/custodians`)).body.custodians
      const [custodianOfNoor, ...otherCustodians] = await custodiansOf('noor')
      assert.deepEqual(
        [custodianOfNoor.id, custodianOfNoor.why, custodianOfNoor.releasedBy, otherCustodians],
        [was.ada.id, 'invitation_link', null, []],
      )
      const [custodianOfRita] = await custodiansOf('rita')
      assert.deepEqual(
        [custodianOfRita.id, custodianOfRita.why, custodianOfRita.releasedBy],
        [was.ada.id, 'reset_link', 'before'],
      )
      assert.deepEqual(await custodiansOf('ada'), [])
    })

    test('neither the creator of a package nor its reviewer can approve it', async () => {
      const approve = (name: string) =>
        callAs(name, 'POST', `/packages/${was.packageId}/events`, {
          eventKind: 'approved',
          occurredAt: new Date(p.clock.now()).toISOString(),
          eventSnapshot: {},
        })
      for (const [name, pattern] of [
        ['ada@acme', /people who made or changed it cannot/],
        ['rita@acme', /people who reviewed it cannot/],
      ] as const) {
        const { status, body } = await approve(name)
        assert.equal(status, 422)
        assert.match(body.message, pattern)
      }
      // Ada is Noor's custodian, and Noor's grace period is not over.
      assert.equal((await approve('noor@acme')).status, 201)
    })

    test('domains of several workspaces must be proved; links and calendars still work', async () => {
      for (const [name, domain] of [
        ['ada@acme', 'acme.example'],
        ['gina@globex', 'globex.example'],
      ] as const) {
        const { body } = await callAs(name, 'GET', '/identity-provider')
        const [domainState] = body.identityProvider.domains
        assert.deepEqual(
          [domainState.domain, domainState.state, domainState.recordName],
          [domain, 'unproved', `_probata-challenge.${domain}`],
        )
      }
      const inspection = await p.call('POST', '/api/workspace/invitations/look', { body: { token: was.invitation } })
      assert.deepEqual([inspection.status, inspection.body.email], [200, 'new@acme.example'])
      const feed = await p.call('GET', was.rita.feed)
      assert.equal(feed.status, 200)
      assert.match(feed.text, /Register of 2026/)
    })
  })
