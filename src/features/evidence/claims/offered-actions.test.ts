import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { iso, minute } from '#lib/clock.ts'
import { createRounds, question } from '#test/claim-rounds.ts'
import { textFile } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let rounds: ReturnType<typeof createRounds>
let people: Readonly<Record<string, string>>
/** A requirement of two approvals. */
let evidenceRequirementId: string

const everyone = ['admin', 'reviewer', 'second.reviewer', 'contributor', 'auditor']

const setSelfDecision = async (selfDecision: boolean) => {
  const { status, text } = await client.ask('admin', 'PATCH', '/settings', { selfDecision })
  assert.equal(status, 200, text)
}
const setRole = async (person: string, role: string) => {
  const { status, text } = await client.ask('admin', 'PATCH', `/people/${people[person]}`, { role })
  assert.equal(status, 200, text)
}

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  rounds = createRounds(p, client)
  people = await client.people()
  const requirement = { requirementKey: 'offered', title: 'Needs two', status: 'active', reviewersRequired: 2 }
  evidenceRequirementId = (await client.ask('admin', 'POST', '/evidence-requirements', requirement)).body.id
  await setSelfDecision(true)
})
after(() => p[Symbol.asyncDispose]())

const claimBy = (person: string) => rounds.claimOf(person, { evidenceRequirementId })

/** Announces a file as the person, which makes them a contributor. */
const contribute = async (person: string, id: string) => {
  const { bytes } = textFile('part of the claim')
  const { status, text } = await client.ask(person, 'POST', '/attachments/upload-intents', {
    ...{ claimId: id, originalFilename: 'a.txt', contentType: 'text/plain', byteSize: bytes.length },
    checksumSha256: 'a'.repeat(64),
  })
  assert.equal(status, 201, text)
}

/** A claim of the administrator with a reviewer who contributed to it, as someone who was an administrator then. */
const claimOfTwo = async () => {
  const id = await claimBy('admin')
  await p.sql('update evidence_claim set makers = array[$2] where id = $1', [id, people['second.reviewer']])
  return id
}

const scenarios: Readonly<Record<string, () => Promise<string>>> = {
  'a new claim': () => claimBy('contributor'),
  'a claim of an administrator': () => claimBy('admin'),
  'a claim with a file of an administrator': async () => {
    const id = await claimBy('contributor')
    await contribute('admin', id)
    return id
  },
  'a claim of a service account': () => client.claim(rounds.nextKey(), { evidenceRequirementId }),
  'a claim that a reviewer approved': async () => {
    const id = await claimBy('contributor')
    await rounds.decide(id, 'approve')
    return id
  },
  'a claim of two people': claimOfTwo,
  'a claim of two people that a third approved': async () => {
    const id = await claimOfTwo()
    await rounds.decide(id, 'approve')
    return id
  },
  'a claim with a question of a reviewer': async () => {
    const id = await claimBy('contributor')
    await rounds.ask(id)
    return id
  },
  'a claim with a question of an administrator': async () => {
    const id = await client.claim(rounds.nextKey(), { evidenceRequirementId })
    await rounds.ask(id, 'admin')
    return id
  },
  'a claim with an answer': async () => {
    const id = await claimBy('contributor')
    await rounds.ask(id)
    await rounds.must('admin', id, 'answer', { answer: 'All of them.' })
    return id
  },
  'a rejected claim': async () => {
    const id = await claimBy('contributor')
    await rounds.decide(id, 'reject')
    return id
  },
  'an expired claim': async () => {
    const id = await rounds.claimOf('contributor', { validUntil: iso(p.clock.now() + minute) })
    p.clock.advance(2 * minute)
    await p.system.runJob('expire-claims')
    return id
  },
}

const verbs = ['approve', 'reject', 'ask', 'answer', 'withdraw-question'] as const
type Verb = (typeof verbs)[number]

/** The actions that the claim offers to the person, and the digest that they saw. */
const offersOf = async (person: string, id: string) => {
  const { review, mayAsk, mayAnswer, mayWithdrawQuestion, reviewedDigest, claimKey } = await rounds.read(id, person)
  const { claims } = await client.get(person, `/claims?claimKey=${claimKey}`)
  const { deciders: _, ...eligibility } = review
  const [listed] = claims
  for (const [field, value] of Object.entries(eligibility)) assert.equal(listed[field], value, `${field} of the list`)
  const offered: Readonly<Record<Verb, boolean>> = {
    ...{ approve: review.mayApprove, reject: review.mayDecide, ask: mayAsk, answer: mayAnswer },
    'withdraw-question': mayWithdrawQuestion,
  }
  return { offered, reviewedDigest, whyNot: review.whyNot }
}

const statusOf = async (person: string, id: string, verb: Verb, reviewedDigest: string): Promise<string> => {
  const bodies = {
    ...{ approve: { reviewedDigest }, reject: { reviewedDigest }, ask: { question } },
    ...{ answer: { answer: 'All of them.' }, 'withdraw-question': {} },
  }
  const { status, body } = await rounds.act(person, id, verb, bodies[verb])
  return status === 200 ? 'permitted' : `refused ${status} ${body.code}`
}

/** Tries everything that is not offered on one claim, which stays as it is, and the rest on a new one each. */
const compare = async (person: string, make: () => Promise<string>) => {
  const id = await make()
  const { offered, reviewedDigest } = await offersOf(person, id)
  for (const verb of verbs.filter(one => !offered[one]))
    assert.match(
      await statusOf(person, id, verb, reviewedDigest),
      /^refused 4(03|22)/,
      `${person}: ${verb} is not offered`,
    )
  for (const verb of verbs.filter(one => offered[one])) {
    const fresh = await make()
    const { reviewedDigest: digest } = await offersOf(person, fresh)
    assert.equal(await statusOf(person, fresh, verb, digest), 'permitted', `${person}: ${verb} is offered`)
  }
}

for (const selfDecision of [true, false])
  describe(`with self-decision ${selfDecision ? 'on' : 'off'}`, () => {
    before(() => setSelfDecision(selfDecision))
    for (const [name, make] of Object.entries(scenarios))
      test(`${name} offers each person exactly what the server permits`, async () => {
        for (const person of everyone) await compare(person, make)
      })
  })

describe('a contributor', () => {
  before(() => setSelfDecision(true))

  test('may not approve after another contributor, and learns why', async () => {
    const id = await claimOfTwo()
    await rounds.decide(id, 'approve', 'admin')
    const { offered, reviewedDigest, whyNot } = await offersOf('second.reviewer', id)
    assert.deepEqual([offered.approve, offered.reject, whyNot], [false, true, 'self_decided'])
    assert.deepEqual(await rounds.needs(id, 'claim_review', everyone.slice(0, 3)), [false, true, false])
    const refusal = await statusOf('second.reviewer', id, 'approve', reviewedDigest)
    assert.equal(refusal, 'refused 403 claim.self_decided_before')
    assert.equal(await statusOf('second.reviewer', id, 'reject', reviewedDigest), 'permitted')
  })

  test('is offered what their role permits after it changes', async () => {
    const asked: string[] = []
    for (let count = 0; count < verbs.length; count++) {
      const id = await claimBy('contributor')
      await rounds.ask(id)
      asked.push(id)
    }
    await setRole('contributor', 'reviewer')
    try {
      await compare('contributor', () => claimBy('admin'))
      await compare('contributor', async () => asked.pop() ?? '')
    } finally {
      await setRole('contributor', 'contributor')
    }
  })
})

test('a claim with the maximum number of questions offers no further one', async () => {
  const id = await claimBy('contributor')
  for (let count = 0; count < 20; count++) {
    await rounds.ask(id)
    await rounds.must('reviewer', id, 'withdraw-question')
  }
  const { offered, reviewedDigest } = await offersOf('reviewer', id)
  assert.equal(offered.ask, false)
  assert.equal(await statusOf('reviewer', id, 'ask', reviewedDigest), 'refused 422 claim.too_many_questions')
})

test('everyone who is offered as a reviewer can be assigned', async () => {
  for (const make of [claimOfTwo, scenarios['a claim that a reviewer approved'] ?? claimOfTwo]) {
    const id = await make()
    const { deciders } = (await rounds.read(id)).review
    assert.ok(deciders.length > 0)
    for (const { id: reviewerId, name } of deciders)
      assert.equal((await rounds.act('admin', id, 'assign', { reviewerId })).status, 200, name)
  }
})

test('My work, also of deputies, has only claims on which the person may act', async () => {
  const body = { deputyId: people.reviewer, always: true, absentFrom: null, absentUntil: null }
  assert.equal((await client.ask('admin', 'PUT', `/people/${people['second.reviewer']}/deputy`, body)).status, 200)
  for (const name of Object.keys(scenarios)) {
    const id = await scenarios[name]?.()
    await client.ask('admin', 'POST', `/claims/${id}/assign`, { reviewerId: people['second.reviewer'] })
  }
  for (const person of ['admin', 'reviewer', 'second.reviewer', 'contributor']) {
    const { work } = await client.get(person, '/my-work?limit=200')
    const claims = work.filter(({ kind }: { kind: string }) => /^claim_/.test(kind))
    assert.ok(claims.length > 0, person)
    for (const { id, kind } of claims) {
      const { offered } = await offersOf(person, id)
      assert.ok(kind === 'claim_review' ? offered.approve : offered.answer, `${person}: ${kind}`)
    }
  }
})
