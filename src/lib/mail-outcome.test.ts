import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailOutcomeOf } from './mail-outcome.ts'

const answer = (command: string, response: string) =>
  mailOutcomeOf(Object.assign(new Error('x'), { command, response, responseCode: Number(response.slice(0, 3)) })).state

test('a refused mailbox is a bounce, and a refusal of us or of the mail is not', () => {
  const cases: readonly (readonly [command: string, response: string, state: string])[] = [
    ['RCPT TO', '550 5.1.1 <ann@acme.example>: Recipient address rejected: User unknown', 'bounced'],
    ['RCPT TO', '550-5.1.1 The email account that you tried to reach does not exist.', 'bounced'],
    ['RCPT TO', '550 #5.1.0 Address rejected.', 'bounced'],
    ['RCPT TO', '552 5.2.2 Mailbox full', 'bounced'],
    ['RCPT TO', '554 5.2.1 Mailbox disabled', 'bounced'],
    ['RCPT TO', '550 5.4.4 Host not found', 'bounced'],
    ['RCPT TO', '556 Domain does not accept mail', 'bounced'],
    ['RCPT TO', '550 Unrouteable address', 'bounced'],
    ['RCPT TO', '550 No such user', 'bounced'],
    ['RCPT TO', '550 5.7.1 Unable to relay', 'failed'],
    ['RCPT TO', '550 relay not permitted', 'failed'],
    ['RCPT TO', '554 5.7.1 <ann@acme.example>: Relay access denied', 'failed'],
    ['RCPT TO', '530 5.7.0 Authentication required', 'failed'],
    ['RCPT TO', '550 5.1.1 Relaying denied', 'failed'],
    ['RCPT TO', '554 5.7.1 Service unavailable; client host blocked', 'failed'],
    ['RCPT TO', '503 5.5.1 Bad sequence of commands', 'failed'],
    ['RCPT TO', '451 4.7.1 Greylisted, please try again', 'failed'],
    ['RCPT TO', '452 4.2.2 Mailbox full', 'failed'],
    ['MAIL FROM', '550 5.7.1 Sender rejected', 'failed'],
    ['AUTH PLAIN', '535 5.7.8 Authentication failed', 'failed'],
    ['DATA', '554 5.6.0 Message content rejected', 'rejected'],
    ['DATA', '451 4.3.0 Queue file write error', 'failed'],
  ]
  assert.deepEqual(
    cases.map(([command, response]) => [command, response, answer(command, response)]),
    cases,
  )
  assert.deepEqual(mailOutcomeOf(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })), {
    state: 'failed',
    reply: '',
  })
})

test('a kept answer is one bounded line that cannot disguise itself', () => {
  const { reply = '' } = mailOutcomeOf({
    command: 'RCPT TO',
    responseCode: 550,
    response: `550-5.1.1 no\r\n550 5.1.1 \u202Egnp\u001b[31m ${'x'.repeat(1000)}`,
  })
  assert.match(reply, /^550-5\.1\.1 no 550 5\.1\.1 \[U\+202E\]gnp\[U\+001B\]\[31m x+…$/)
  assert.equal(reply.length, 301)
})
