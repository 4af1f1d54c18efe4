import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, iso, minute } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient, scanned, unique } from '#test/findings-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let client: FindingsClient

before(async () => {
  p = await boot()
  client = await createFindingsClient(p)
})
after(() => p[Symbol.asyncDispose]())

const statuses = ['open', 'in_progress', 'remediated', 'resolved', 'accepted', 'invalidated'] as const
type Status = (typeof statuses)[number]
const moves = ['start', 'remediate', 'resolve', 'accept', 'invalidate', 'reopen'] as const
type Move = (typeof moves)[number]

/** Restates the flow, independently of the program's table. */
const expected: Readonly<Record<Status, Partial<Record<Move, Status>>>> = {
  open: { start: 'in_progress', remediate: 'remediated', accept: 'accepted', invalidate: 'invalidated' },
  in_progress: { remediate: 'remediated', accept: 'accepted', invalidate: 'invalidated', reopen: 'open' },
  remediated: { resolve: 'resolved', accept: 'accepted', invalidate: 'invalidated', reopen: 'open' },
  resolved: { reopen: 'open' },
  accepted: { reopen: 'open' },
  invalidated: { reopen: 'open' },
}

const until = () => iso(p.clock.now() + 30 * day)

const bodyOf = async (move: Move): Promise<Readonly<Record<string, unknown>>> => {
  if (move === 'accept') return { until: until() }
  return move === 'resolve' ? { claimId: await client.accepted() } : {}
}

const makeMove = async (person: string, id: string, move: Move) => {
  const response = await client.move(person, id, move, { ...(await bodyOf(move)) })
  assert.equal(response.status, 200, `${move}: ${response.text}`)
  return response.body
}

/** The moves that lead to each status. */
const movesTo: Readonly<Record<Status, readonly Move[]>> = {
  open: [],
  in_progress: ['start'],
  remediated: ['remediate'],
  resolved: ['remediate', 'resolve'],
  accepted: ['accept'],
  invalidated: ['invalidate'],
}

const contributorMoves: ReadonlySet<Move> = new Set(['start', 'remediate', 'reopen'])

const findingIn = async (status: Status): Promise<string> => {
  const { id } = await client.finding()
  for (const move of movesTo[status]) await makeMove(contributorMoves.has(move) ? 'contributor' : 'reviewer', id, move)
  return id
}

const eventsOf = async (id: string): Promise<string[]> => {
  const rows = await p.sql(`select type from outbox_event where body::json #>> '{data,finding,id}' = $1 order by id`, [
    id,
  ])
  return rows.map(({ type }) => String(type).replace('finding.', ''))
}

describe('every move in every status', () => {
  for (const status of statuses)
    test(status, async () => {
      const claimId = await client.accepted()
      for (const move of moves) {
        const id = await findingIn(status)
        const before = (await eventsOf(id)).length
        const body = move === 'accept' ? { until: until() } : move === 'resolve' ? { claimId } : {}
        const { status: code, body: response } = await client.move('reviewer', id, move, body)
        const to = expected[status][move]
        assert.deepEqual([code, response.status], to ? [200, to] : [422, undefined], `${status} ${move}`)
        const { status: now, moves: possible } = await client.get('auditor', `/findings/${id}`)
        assert.equal(now, to ?? status)
        assert.deepEqual(
          possible.map(({ move }: { move: string }) => move),
          moves.filter(name => expected[to ?? status][name]),
        )
        const closed = to && ['resolved', 'accepted', 'invalidated'].includes(to)
        const events = to ? ['updated', 'status_changed', ...(closed ? ['closed'] : [])] : []
        assert.deepEqual((await eventsOf(id)).slice(before), events)
        if (!to) assert.match(response.message, new RegExp(`^The finding is ${status}; ${move} is not possible now`))
      }
    })
})

test('each move requires its roles', async () => {
  const allowed: Readonly<Record<Move, readonly string[]>> = {
    start: ['admin', 'reviewer', 'contributor'],
    remediate: ['admin', 'reviewer', 'contributor'],
    resolve: ['admin', 'reviewer'],
    accept: ['admin', 'reviewer'],
    invalidate: ['admin', 'reviewer'],
    reopen: ['admin', 'reviewer', 'contributor'],
  }
  for (const move of moves)
    for (const person of ['admin', 'reviewer', 'contributor', 'auditor']) {
      const status = statuses.find(from => expected[from][move]) ?? 'open'
      const id = await findingIn(status)
      const { moves: shownMoves } = await client.get(person, `/findings/${id}`)
      const shown = shownMoves.find((shownMove: { move: Move }) => shownMove.move === move)
      const { status: code } = await client.move(person, id, move, await bodyOf(move))
      assert.equal(code, allowed[move].includes(person) ? 200 : 403, `${person} ${move}`)
      assert.deepEqual(shown, { move, ...(!allowed[move].includes(person) && { whyNot: 'role' }) })
    }
})

describe('four eyes', () => {
  const closingMoves = async () => [
    ['resolve', { claimId: await client.accepted() }] as const,
    ['accept', { until: until() }] as const,
    ['invalidate', {}] as const,
  ]

  for (const person of ['admin', 'reviewer'])
    test(`${person}: a person who remediated a finding cannot close it in any of the three ways`, async () => {
      const { id } = await client.finding()
      await makeMove(person, id, 'remediate')
      for (const [move, body] of await closingMoves()) {
        const { status, body: response } = await client.move(person, id, move, body)
        assert.deepEqual([status, response.error], [403, 'forbidden_resource'], move)
        assert.match(response.message, /four eyes/)
      }
      const shown = (await client.get(person, `/findings/${id}`)).moves
      const ownMoves = shown.filter(({ whyNot }: { whyNot?: string }) => whyNot === 'hand')
      assert.deepEqual(
        ownMoves.map(({ move }: { move: string }) => move),
        ['resolve', 'accept', 'invalidate'],
      )
      assert.equal((await makeMove('second.reviewer', id, 'resolve')).status, 'resolved')
    })

  test('a remediator still cannot close a finding after it is reopened and another person remediates it', async () => {
    const { id } = await client.finding()
    await makeMove('admin', id, 'remediate')
    await makeMove('admin', id, 'reopen')
    for (const [move, body] of (await closingMoves()).slice(1))
      assert.equal((await client.move('admin', id, move, body)).status, 403, move)
    await makeMove('contributor', id, 'remediate')
    assert.equal((await client.move('admin', id, 'resolve', { claimId: await client.accepted() })).status, 403)
    await makeMove('reviewer', id, 'accept')
    await makeMove('contributor', id, 'reopen')
    await makeMove('contributor', id, 'remediate')
    assert.equal((await client.move('admin', id, 'resolve', { claimId: await client.accepted() })).status, 403)
  })

  test('a resolved finding that comes back is a new occurrence', async () => {
    const { id, openedAt } = await client.finding()
    await makeMove('admin', id, 'remediate')
    await makeMove('reviewer', id, 'resolve')
    const { dueAt, openedAt: reopenedAt } = await makeMove('contributor', id, 'reopen')
    assert.ok(reopenedAt > openedAt)
    assert.equal(dueAt, iso(Date.parse(reopenedAt) + 30 * day))
    await makeMove('reviewer', id, 'remediate')
    assert.equal((await client.move('reviewer', id, 'resolve', await bodyOf('resolve'))).status, 403)
    assert.equal((await makeMove('admin', id, 'resolve')).status, 'resolved')
  })

  test('the creator and secret holders of the service account that remediated a finding cannot close it', async () => {
    const source = unique('scanner')
    await client.scan(source, true, scanned('one'))
    await client.scan(source, true)
    const { findings } = await client.get('admin', `/findings?sourceModuleKey=${source}`)
    const [{ id, status }] = findings
    assert.equal(status, 'remediated')
    assert.equal((await client.move('admin', id, 'resolve', await bodyOf('resolve'))).status, 403)
    assert.equal((await makeMove('reviewer', id, 'resolve')).status, 'resolved')
  })

  test('a person cannot use their own claim as proof', async () => {
    const id = await client.remediated()
    const ownClaim = await client.ask('admin', 'POST', '/claims', {
      ...{ claimKey: unique('own'), title: 'Own proof', subjectModuleKey: 'a', subjectResourceType: 'a' },
      ...{ subjectResourceId: 'a', sourceModuleKey: 'a', sourceResourceType: 'a', sourceResourceId: 'a' },
    })
    assert.equal(ownClaim.status, 201, ownClaim.text)
    const claimId = ownClaim.body.id
    await client.decide(claimId, 'approve')
    assert.equal((await client.move('admin', id, 'resolve', { claimId })).status, 403)
    await client.must(201, 'contributor', 'POST', `/findings/${id}/claims`, { claimId })
    assert.equal((await client.move('admin', id, 'resolve')).status, 403)
    await client.must(201, 'contributor', 'POST', `/findings/${id}/claims`, { claimId: await client.accepted() })
    assert.equal((await client.move('admin', id, 'resolve')).status, 200)
  })

  test('a workspace can let people close their own findings, and the audit trail marks each case', async () => {
    const globex = await createFindingsClient(p, 'globex')
    await globex.must(200, 'admin', 'PATCH', '/settings', { selfDecision: true })
    const { id } = await globex.finding()
    await globex.must(200, 'admin', 'POST', `/findings/${id}/remediate`)
    await globex.must(200, 'admin', 'POST', `/findings/${id}/invalidate`)
    const { history } = await globex.get('auditor', `/findings/${id}/history`)
    assert.deepEqual([history[0].action, history[0].detail], ['finding.invalidate', 'self-decided'])
  })
})

describe('proof', () => {
  test('a finding cannot be resolved without an accepted claim', async () => {
    const id = await client.remediated()
    assert.equal((await client.move('reviewer', id, 'resolve')).status, 422)
    const submitted = await client.claim(unique('submitted'))
    assert.equal((await client.move('reviewer', id, 'resolve', { claimId: submitted })).status, 422)
    await client.must(201, 'contributor', 'POST', `/findings/${id}/claims`, { claimId: submitted })
    assert.equal((await client.move('reviewer', id, 'resolve')).status, 422)
    assert.equal((await client.move('reviewer', id, 'resolve', { claimId: 'gec_x' })).status, 404)
    await client.decide(submitted, 'approve')
    assert.equal((await client.move('admin', id, 'resolve')).body.status, 'resolved')
  })

  test('resolving with a named claim links it; the proof of a closed finding cannot change', async () => {
    const id = await client.remediated()
    const claimId = await client.accepted()
    assert.equal((await client.move('reviewer', id, 'resolve', { claimId })).status, 200)
    const { claims } = await client.get('auditor', `/findings/${id}`)
    assert.deepEqual(
      claims.map((claim: { claimId: string; status: string }) => [claim.claimId, claim.status]),
      [[claimId, 'accepted']],
    )
    assert.equal((await client.ask('admin', 'DELETE', `/findings/${id}/claims/${claimId}`)).status, 422)
    const other = { claimId: await client.accepted() }
    assert.equal((await client.ask('admin', 'POST', `/findings/${id}/claims`, other)).status, 422)
  })

  test('claims are linked once, and can be removed', async () => {
    const { id } = await client.finding()
    const claimId = await client.accepted()
    const path = `/findings/${id}/claims`
    const { addedBy, ...linked } = await client.must(201, 'contributor', 'POST', path, { claimId })
    assert.deepEqual([linked.claimId, addedBy], [claimId, (await client.people()).contributor])
    assert.equal((await client.ask('admin', 'POST', path, { claimId })).status, 409)
    assert.equal((await client.ask('admin', 'POST', path, { claimId: 'gec_x' })).status, 404)
    assert.equal((await client.ask('auditor', 'POST', path, { claimId })).status, 403)
    assert.equal((await client.ask('auditor', 'DELETE', `${path}/${claimId}`)).status, 403)
    const [{ claimCount, acceptedClaimCount }] = (await client.get('auditor', '/findings?limit=1')).findings
    assert.deepEqual([claimCount, acceptedClaimCount], [1, 1])
    await client.must(204, 'contributor', 'DELETE', `${path}/${claimId}`)
    assert.equal((await client.ask('contributor', 'DELETE', `${path}/${claimId}`)).status, 404)
    assert.deepEqual((await client.get('auditor', `/findings/${id}`)).claims, [])
    const { history } = await client.get('contributor', `/findings/${id}/history`)
    const actions = history.map(({ action, detail }: { action: string; detail: string | null }) => [action, detail])
    assert.deepEqual(actions, [
      ['finding.proof.remove', claimId],
      ['finding.proof.add', claimId],
      ['finding.create', null],
    ])
  })
})

describe('acceptance', () => {
  test('an acceptance needs a reason and an end within three years', async () => {
    const { id } = await client.finding()
    for (const invalid of [
      {},
      { until: 'soon' },
      { until: iso(p.clock.now()) },
      { until: iso(p.clock.now() + 1100 * day) },
    ])
      assert.equal((await client.move('reviewer', id, 'accept', invalid)).status, 400)
    assert.equal((await client.move('reviewer', id, 'accept', { until: until(), reason: 'no' })).status, 400)
    assert.equal((await client.move('reviewer', id, 'invalidate', { reason: 'no' })).status, 400)
    const end = until()
    assert.equal((await client.move('reviewer', id, 'accept', { until: end })).body.acceptedUntil, end)
  })

  test('a finding whose acceptance ends is overdue immediately, then reopened with its old due date', async () => {
    const { id, dueAt } = await client.finding()
    const longerAccepted = await client.finding()
    const soon = iso(p.clock.now() + 10 * minute)
    assert.equal((await client.move('reviewer', id, 'accept', { until: soon })).status, 200)
    await makeMove('reviewer', longerAccepted.id, 'accept')
    const isOverdue = async () => (await client.get('auditor', `/findings/${id}`)).isOverdue
    assert.equal(await isOverdue(), false)
    await p.system.runJob('reopen-accepted-findings')
    assert.equal((await client.get('auditor', `/findings/${id}`)).status, 'accepted')
    p.clock.advance(10 * minute)
    assert.equal(await isOverdue(), true)
    const { findings } = await client.get('auditor', '/findings?status=accepted&overdue=true')
    assert.equal(findings.map((finding: { id: string }) => finding.id).join(), id)
    const before = (await eventsOf(id)).length
    assert.equal(await p.system.runJob('reopen-accepted-findings'), 1)
    assert.equal(await p.system.runJob('reopen-accepted-findings'), 0)
    const shown = await client.get('auditor', `/findings/${id}`)
    assert.deepEqual([shown.status, shown.acceptedUntil, shown.dueAt], ['open', null, dueAt])
    assert.deepEqual((await eventsOf(id)).slice(before), ['updated', 'status_changed'])
    assert.equal((await client.get('auditor', `/findings/${longerAccepted.id}`)).status, 'accepted')
    const [entry] = (await client.get('auditor', `/findings/${id}/history`)).history
    assert.deepEqual(
      [entry.action, entry.actor.kind, entry.actor.id, entry.detail],
      ['finding.reopen', 'system', 'reopen-accepted-findings', 'its acceptance ended'],
    )
  })
})
