import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificates } from '#test/receivers/certificates.ts'
import { withoutPostfix as skip, startPostfix } from '#test/receivers/postfix.ts'
import { createMail } from './mail.ts'

const letter = { to: { name: 'Ann', address: 'ann@acme.example' }, subject: 'An invitation', text: 'Hello' }
const from = () => ({ name: 'Probata', address: 'no-reply@probata.example' })

test('postfix accepts STARTTLS with a private authority, and unused credentials are reported', {
  skip,
}, async () => {
  const { unknown } = await certificates()
  await using postfix = await startPostfix(unknown)
  const failures: Error[] = []
  const warnings: string[] = []
  const send = (url: string, ca?: string[]) =>
    createMail({
      url,
      from,
      ca,
      failed: error => failures.push(error instanceof Error ? error : new Error(String(error))),
      warn: event => warnings.push(event),
    }).send(letter)
  const at = `localhost:${postfix.port}`
  assert.equal(await send(`smtp://${at}?requireTLS=true`), false)
  assert.match(failures[0]?.message ?? '', /mail server is from an authority that is not trusted.*PROBATA_CA_FILE/)
  assert.equal(await send(`smtp://${at}?requireTLS=true`, [unknown.authority]), true)
  assert.deepEqual(warnings, [])
  assert.equal(await send(`smtp://user:secret@${at}`, [unknown.authority]), true)
  assert.deepEqual([warnings, failures.length], [['mail_without_credentials'], 1])
  assert.match(await postfix.log(), /starttls=1/)
})
