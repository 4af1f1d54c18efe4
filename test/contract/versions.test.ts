import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isMutation, operationsOf } from '#http/operation.ts'
import { endpoints } from '#src/features.ts'
import { claimInput } from '#test/fixture.ts'
import { createSubmissionsClient, type SubmissionsClient, submissions } from '#test/submissions/submissions-client.ts'
import { type ApiResponse, boot, type Probata } from '#test/system.ts'

const requirements = '/api/workspace/evidence-requirements'
const reason = 'requested by a version test'

let p: Probata
let client: SubmissionsClient
let packageId: string

before(async () => {
  p = await boot({ env: { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  client = await createSubmissionsClient(p)
  packageId = await client.package(await client.requirement())
})
after(() => p[Symbol.asyncDispose]())

let recordCount = 0
const requirement = async (): Promise<{ id: string; etag: string }> => {
  const body = { requirementKey: `VER-${++recordCount}`, title: 'Access review', reason }
  return (await p.call('POST', requirements, { cookie: client.cookie, body })).body
}

interface ChangeOptions {
  readonly ifMatch?: string
  readonly key?: string
}

const retitle = (id: string, title: string, { ifMatch, key }: ChangeOptions = {}): Promise<ApiResponse> =>
  p.call('PATCH', `${requirements}/${id}`, {
    cookie: client.cookie,
    body: { title, reason },
    ...(key && { key }),
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  })

const strongTag = /^"[\w-]{22}"$/

test('every change of a record named by an id in the path accepts If-Match, except these', () => {
  const withoutIfMatch = operationsOf(endpoints).filter(
    operation => isMutation(operation) && operation.path.includes('{') && !operation.detail,
  )
  // These operations do not accept If-Match. Some records are created and ended as a whole and never changed: a bundle,
  // a session, a link, a calendar URL. Erasing words of the trail and uploading the file of a version happen only once.
  // For a guest's verdict on a frozen claim, for the choice for a kind of notification and for the link that stops
  // mails, the last request applies. Comments and views are changed only by their makers. The moments of an occurrence
  // are merged. The list also contains running a job, opening a file as a guest, and the requests and tokens of an
  // identity provider.
  assert.deepEqual(
    withoutIfMatch.map(({ endpoint }) => endpoint.name),
    [
      'markRoomClaim',
      'markRoomItem',
      'openRoomItem',
      'unsubscribeByOneClick',
      'cancelEvidenceExport',
      'setNotificationChoice',
      'renamePasskey',
      'removePasskey',
      'endSession',
      'eraseAuditFields',
      'revokeCalendarFeed',
      'updateComment',
      'deleteComment',
      'removeComment',
      'cancelEvidenceExport',
      'revokeInvitation',
      'runJob',
      'setNotificationDefault',
      'uploadPolicyFile',
      'revokeProvisioningToken',
      'rotateProvisioningToken',
      'updateSavedView',
      'deleteSavedView',
      'backChannelLogout',
      'updateSubmissionOccurrence',
      'searchScim',
      'createScimGroup',
      'searchScimGroups',
      'replaceScimGroup',
      'patchScimGroup',
      'deleteScimGroup',
      'createScimUser',
      'searchScimUsers',
      'replaceScimUser',
      'patchScimUser',
      'deleteScimUser',
    ],
  )
})

test('people see the version of each record in its ETag, in the record and in lists', async () => {
  const webhook = { url: 'http://127.0.0.1:9/hook', events: ['*'], description: 'Ticket system' }
  await client.must(201, 'POST', '/webhooks', webhook)
  const token = await p.token('acme-scanner')
  await p.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput('versioned') })
  await requirement()
  const lists = {
    claims: 'claims',
    'evidence-requirements': 'requirements',
    packages: 'submissionPackages',
    'submission-requirements': 'submissionRequirements',
    people: 'people',
    'service-accounts': 'serviceAccounts',
    webhooks: 'webhooks',
  }
  for (const [path, plural] of Object.entries(lists)) {
    const { body } = await p.call('GET', `/api/workspace/${path}`, { cookie: client.cookie })
    const [{ id, etag }] = body[plural]
    const detailResponse = await p.call('GET', `/api/workspace/${path}/${id}`, { cookie: client.cookie })
    assert.match(etag, strongTag, path)
    assert.deepEqual([detailResponse.headers.get('etag'), detailResponse.body.etag], [etag, etag], path)
  }
  for (const path of ['settings', 'webhook-settings', 'identity-provider']) {
    const { headers, body } = await p.call('GET', `/api/workspace/${path}`, { cookie: client.cookie })
    assert.match(body.etag, strongTag, path)
    assert.equal(headers.get('etag'), body.etag, path)
  }
})

test('service accounts find it in the ETag of the detail, in its body, in lists and in the response to a creation', async () => {
  const token = await p.token('acme-scanner')
  const creation = await p.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput('with-etag') })
  const claims = '/api/v1/governance/evidence/claims'
  const detail = await p.call('GET', `${claims}/${creation.body.id}`, { token })
  const list = await p.call('GET', claims, { token })
  const [first] = list.body.claims
  assert.match(detail.body.etag, strongTag)
  assert.deepEqual([creation.body.etag, first.etag, detail.headers.get('etag')], Array(3).fill(detail.body.etag))
  const packageDetail = await p.call('GET', `${submissions}/packages/${packageId}`, { token: client.token })
  const packageList = await p.call('GET', `${submissions}/packages`, { token: client.token })
  assert.deepEqual(
    [packageDetail.headers.get('etag'), packageList.body.submissionPackages[0].etag],
    [packageDetail.body.etag, packageDetail.body.etag],
  )
})

test('only responses have the version: events, the trail and the stored record do not', async () => {
  const token = await p.token('acme-scanner')
  const creation = await p.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput('sealed') })
  const { etag: _, ...claim } = creation.body
  const [event] = await p.sql(`select body from outbox_event where body like '%${claim.id}%' limit 1`)
  const [storedRow] = await p.sql(`select record from evidence_claim where id = '${claim.id}'`)
  const [row] = await p.sql(`select record::jsonb ->> 'afterDigest' as digest from audit_event
    where resource_id = '${claim.id}' and action = 'evidence.claim.create'`)
  assert.equal(storedRow?.record, JSON.stringify(claim))
  assert.deepEqual(JSON.parse(String(event?.body)).data, { claim })
  assert.match(String(row?.digest), /^[0-9a-f]{64}$/)
})

const withSuffix = (etag: string, suffix: string) => `${etag.slice(0, -1)}${suffix}"`

test('a tag rewritten by a compressing proxy counts as the original version', async () => {
  const forms = [
    (etag: string) => `W/${etag}`,
    (etag: string) => withSuffix(etag, '-gzip'),
    (etag: string) => `"other", W/${withSuffix(etag, '-gzip')}`,
    ...['-br', '-deflate', '-zstd', '--gzip', ';gzip', ':br'].map(suffix => (etag: string) => withSuffix(etag, suffix)),
  ]
  let { id, etag } = await requirement()
  for (const [index, form] of forms.entries()) {
    const response = await retitle(id, `Behind proxy ${index}`, { ifMatch: form(etag) })
    assert.equal(response.status, 200, form(etag))
    const staleChange = await retitle(id, 'Not this', { ifMatch: form(etag) })
    assert.equal(staleChange.status, 412, form(etag))
    etag = response.body.etag
  }
  for (const ifMatch of ['-lzma', '-gzip-gzip', '---gzip', 'gzip', '-gzip '].map(suffix => withSuffix(etag, suffix)))
    assert.ok([400, 412].includes((await retitle(id, 'Not this', { ifMatch })).status), ifMatch)
})

test('RFC 9110 section 13.1.1: a list matches any of its tags; `*` matches any version; other tags match nothing; a malformed one is a 400', async () => {
  const { id, etag } = await requirement()
  const otherTag = '"another-version"'
  for (const ifMatch of [otherTag, `W/${otherTag}`, `${otherTag}, ""`, '""']) {
    const rejection = await retitle(id, 'Not this', { ifMatch })
    assert.deepEqual([rejection.status, rejection.body.error], [412, 'precondition_failed'], ifMatch)
    assert.equal(rejection.headers.get('etag'), etag)
  }
  for (const ifMatch of ['', 'x', etag.slice(1), `${etag} ${otherTag}`, `*, ${etag}`, `w/${etag}`]) {
    const rejection = await retitle(id, 'Not this', { ifMatch })
    assert.deepEqual([rejection.status, rejection.body.issues?.[0].path], [400, ['If-Match']], ifMatch)
  }
  const response = await retitle(id, 'One of these', { ifMatch: `${otherTag} ,, "a,b",${etag},` })
  assert.deepEqual([response.status, response.body.title], [200, 'One of these'])
  assert.notEqual(response.body.etag, etag)
  assert.equal((await retitle(id, 'Any', { ifMatch: '*' })).status, 200)
  assert.equal((await retitle(id, 'Any version')).status, 200)
  for (const ifMatch of ['*', etag])
    assert.equal((await retitle('ger_00000000000000000000000000', 'Nothing there', { ifMatch })).status, 404)
})

test('exactly one of many simultaneous changes with one version is made', async () => {
  const { id, etag } = await requirement()
  const titles = Array.from({ length: 12 }, (_, i) => `Title ${i}`)
  const responses = await Promise.all(titles.map(title => retitle(id, title, { ifMatch: etag })))
  const successes = responses.filter(({ status }) => status === 200)
  assert.deepEqual([successes.length, responses.filter(({ status }) => status === 412).length], [1, 11])
  const { body } = await p.call('GET', `${requirements}/${id}`, { cookie: client.cookie })
  assert.deepEqual(body, successes[0]?.body)
})

test('a repeat under its key gets the first response; a 412 is never stored', async () => {
  const { id, etag } = await requirement()
  const options = { ifMatch: etag, key: 'retitle-1' }
  const first = await retitle(id, 'Once', options)
  const repeat = await retitle(id, 'Once', options)
  assert.deepEqual([first.status, repeat.status, repeat.text], [200, 200, first.text])
  assert.equal(repeat.headers.get('idempotency-replayed'), 'true')
  assert.equal((await retitle(id, 'Twice', { ifMatch: etag, key: 'retitle-2' })).status, 412)
  const secondChange = await retitle(id, 'Twice', { ifMatch: first.body.etag, key: 'retitle-2' })
  assert.deepEqual([secondChange.status, secondChange.body.title], [200, 'Twice'])
})

test('a decision based on an earlier version of a reassigned claim is rejected', async () => {
  const token = await p.token('acme-scanner')
  const claim = await p.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput('handed-on') })
  const path = `/claims/${claim.body.id}`
  const claimBefore = await client.must(200, 'GET', path)
  const nextReviewer = claimBefore.review.deciders.find(({ id }: { id: string }) => id !== claimBefore.reviewerId)
  await client.must(200, 'POST', `${path}/assign`, { reviewerId: nextReviewer.id })
  const rejection = await p.call('POST', `/api/workspace${path}/approve`, {
    cookie: client.cookie,
    headers: { 'if-match': claimBefore.etag },
    body: { reviewedDigest: claimBefore.reviewedDigest, reason },
  })
  const { changed, current } = rejection.body
  assert.deepEqual([rejection.status, changed.action], [412, 'evidence.claim.assign'])
  assert.deepEqual(current, await client.must(200, 'GET', path))
})

test('a 412 says who changed the current record; a service account without the scope to read it learns nothing', async () => {
  const staleVersion = { 'if-match': '"of-long-ago"' }
  const body = { eventKind: 'reviewed', occurredAt: '2026-01-01T00:00:00Z', eventSnapshot: {}, reason }
  const changeAs = (token: string, path: string, over: object = {}) =>
    p.call('POST', `${submissions}${path}`, { token, headers: staleVersion, body: { ...body, ...over } })
  await client.must(200, 'PATCH', `/packages/${packageId}`, { title: 'Another title' })
  const { people } = await client.must(200, 'GET', '/people')
  const admin = people.find(({ role }: { role: string }) => role === 'admin')
  const conflicts = [
    await changeAs(client.token, `/packages/${packageId}/events`),
    await changeAs(client.token, '/events', { packageId }),
  ]
  for (const { status, body: conflict, headers } of conflicts) {
    assert.equal(status, 412)
    const { etag, ...current } = conflict.current
    assert.deepEqual([etag, current], [headers.get('etag'), await client.get(packageId)])
    const { action, by } = conflict.changed
    assert.deepEqual([action, by], ['submission.package.update', { kind: 'person', id: admin.id }])
    assert.match(headers.get('etag') ?? '', strongTag)
  }
  const writeOnlyToken = await p.token('acme-portal', 'governance.submissions:write')
  const writeOnlyResponse = await changeAs(writeOnlyToken, `/packages/${packageId}/events`)
  assert.deepEqual(
    [writeOnlyResponse.status, Object.keys(writeOnlyResponse.body)],
    [412, ['error', 'message', 'requestId']],
  )
  assert.equal((await client.events(packageId)).length, 1, 'nothing was recorded')
})
