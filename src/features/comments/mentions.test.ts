import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CommentsClient, createCommentsClient, type ShownComment } from '#test/comments-client.ts'
import { unique } from '#test/findings-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let acme: CommentsClient
const word = () => unique('comment')

before(async () => {
  p = await boot()
  acme = await createCommentsClient(p)
})
after(() => p[Symbol.asyncDispose]())

test('a mention keeps the id of the person and shows the present name', async () => {
  const claim = await acme.claim(word())
  const { mentions } = await acme.say(
    'admin',
    claim,
    `Please look, ${acme.mention('reviewer')}, ${acme.mention('reviewer')}!`,
  )
  assert.deepEqual(mentions, [{ id: acme.personIds.reviewer, name: 'reviewer of acme', seesRecord: true }])
  await acme.must(200, 'admin', 'PATCH', `/people/${acme.personIds.reviewer}`, { name: 'Renamed Reviewer' })
  assert.deepEqual(
    (await acme.listed('auditor', claim))[0]?.mentions.map(({ name }) => name),
    ['Renamed Reviewer'],
  )
  await acme.must(200, 'admin', 'PATCH', `/people/${acme.personIds.reviewer}`, { name: 'reviewer of acme' })
})

test('people who cannot see the record or cannot sign in are neither offered nor mentioned', async () => {
  const [own, other] = [await acme.newUnit(), await acme.newUnit()]
  const requirement = await acme.newRequirement()
  await acme.must(200, 'admin', 'POST', '/placements', { recordIds: [requirement], unitId: own })
  const offered = async (): Promise<string[]> =>
    (await acme.get('admin', `/comments/people?recordId=${requirement}&search=REVIEWER`)).people.map(
      ({ id }: { id: string }) => id,
    )
  assert.deepEqual(await offered(), [acme.personIds.reviewer, acme.personIds['second.reviewer']])
  await acme.limitUnits('reviewer', [other])
  assert.deepEqual(await offered(), [acme.personIds['second.reviewer']])
  const refused = await acme.send('admin', 'POST', '/comments', {
    recordId: requirement,
    text: `${acme.mention('second.reviewer')} and ${acme.mention('reviewer')} and @prs_00000000000000000000000000`,
  })
  assert.equal(refused.status, 422)
  assert.equal(refused.body.code, 'comment.mention')
  assert.equal(refused.body.values.people, 'reviewer of acme, prs_00000000000000000000000000')
  assert.deepEqual(await acme.textsOf('admin', requirement), [], 'nothing is stored')
  await acme.limitUnits('reviewer', [own, other])
  const { id } = await acme.say('admin', requirement, acme.mention('reviewer'))
  await acme.limitUnits('reviewer', [other])
  const shown = await acme.change('admin', id, `${acme.mention('reviewer')} again`)
  assert.deepEqual(
    shown.body.mentions.map(({ seesRecord }: ShownComment['mentions'][number]) => seesRecord),
    [false],
  )
  await acme.limitUnits('reviewer', null)
  await acme.must(200, 'admin', 'PATCH', `/people/${acme.personIds.reviewer}`, { disabled: true })
  assert.deepEqual(await offered(), [acme.personIds['second.reviewer']])
  await acme.say('admin', requirement, acme.mention('reviewer'), 422)
  await acme.must(200, 'admin', 'PATCH', `/people/${acme.personIds.reviewer}`, { disabled: false })
})

test('an edit replaces the mentions, and a comment mentions at most 20 people', async () => {
  const claim = await acme.claim(word())
  const { id } = await acme.say('admin', claim, acme.mention('reviewer'))
  const { body } = await acme.change('admin', id, acme.mention('auditor'))
  assert.deepEqual(
    body.mentions.map(({ id }: { id: string }) => id),
    [acme.personIds.auditor],
  )
  const stored = await p.sql('select person_id from comment_mention where comment_id = $1', [id])
  assert.deepEqual(stored, [{ person_id: acme.personIds.auditor }])
  const many = Array.from({ length: 21 }, (_, i) => `@prs_${String(i).padStart(26, '0')}`)
  const refused = await acme.send('admin', 'POST', '/comments', { recordId: claim, text: many.join(' ') })
  assert.equal(refused.body.code, 'comment.mention_limit')
})
