import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import type { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startTimeStampAuthority, type TimeStampAuthority } from '#test/ledger/time-stamp-authority.ts'
import { certificatesOf } from './pki.ts'
import { readTimeStampAnswer, TimeStampRefused, timeStampRequest, verifyTimeStamp } from './time-stamp.ts'

const run = promisify(execFile)
const bytes = Buffer.from('the bytes that were there\n')
const day = 86_400_000

let authority: TimeStampAuthority
let roots: X509Certificate[]
let token: Buffer
let time: number

before(async () => {
  authority = await startTimeStampAuthority()
  roots = certificatesOf(await readFile(authority.root, 'utf8'))
  const { query, nonce } = await timeStampRequest(bytes)
  token = await readTimeStampAnswer(await authority.answer(query), nonce)
  const result = await verifyTimeStamp(token, { bytes, roots, now: roots[0]?.validToDate.getTime() ?? 0 })
  assert.equal(result.verdict, 'sound')
  time = result.verdict === 'sound' ? result.time : 0
})
after(() => authority[Symbol.asyncDispose]())

const verdict = async (stamp: Parameters<typeof verifyTimeStamp>[0], overrides = {}) => {
  const { verdict, ...rest } = await verifyTimeStamp(stamp, { bytes, roots, now: time, ...overrides })
  return `${verdict}${'why' in rest ? `: ${rest.why}` : ''}`
}

test('openssl verifies the token, and reads the time that we read', async () => {
  const { folder, root } = authority
  await writeFile(join(folder, 'token'), token)
  await writeFile(join(folder, 'content'), bytes)
  const verifying = ['ts', '-verify', '-data', 'content', '-in', 'token', '-token_in', '-CAfile', root]
  assert.match((await run('openssl', verifying, { cwd: folder })).stdout, /Verification: OK/)
  const { stdout } = await run('openssl', ['ts', '-reply', '-in', 'token', '-token_in', '-text'], { cwd: folder })
  assert.equal(Date.parse(/Time stamp: (.*)/.exec(stdout)?.[1] ?? ''), time)
})

test('a token that cannot be verified now is distinguished from a wrong one', async () => {
  const other = await startTimeStampAuthority()
  const others = certificatesOf(await readFile(other.root, 'utf8'))
  await other[Symbol.asyncDispose]()
  const cases = [
    [{}, 'sound'],
    [{ roots: [...others, ...roots] }, 'sound'],
    [{ roots: [] }, 'not now: no root'],
    [{ roots: others }, 'not now: no root'],
    [{ now: time + 31 * day }, 'not now: ended'],
    [{ now: time - day }, 'not now: not yet'],
    [{ bytes: Buffer.from('other bytes') }, 'wrong: it is of other bytes'],
  ] as const
  for (const [overrides, expected] of cases) assert.equal(await verdict(token, overrides), expected)
})

test('a token altered anywhere is wrong, or no longer leads to a root, and is never sound', async () => {
  // No signature covers the list of algorithms before the content: verifiers use the one of each signer.
  const [algorithms, content] = [26, 43]
  const sound: number[] = []
  for (let at = 0; at < token.length; at += 7) {
    const altered = Buffer.from(token)
    altered.writeUInt8((altered[at] ?? 0) ^ 0x41, at)
    const isCovered = at < algorithms || at >= content
    if (isCovered && (await verdict(altered)) === 'sound') sound.push(at)
  }
  assert.deepEqual(sound, [])
})

test('a certificate with other purposes must not stamp times', async () => {
  const { folder } = authority
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const any = [
    'req',
    '-x509',
    '-nodes',
    '-newkey',
    'rsa:2048',
    '-keyout',
    'any.key',
    '-out',
    'any.pem',
    '-subj',
    '/CN=Any',
  ]
  await openssl(...any)
  // A token signed with that certificate regardless of its purpose: openssl itself refuses to stamp with such a
  // certificate.
  const content = ['-econtent_type', '1.2.840.113549.1.9.16.1.4', '-nodetach', '-binary', '-cades', '-outform', 'DER']
  await openssl('ts', '-reply', '-in', 'answer', '-token_out', '-out', 'token')
  await openssl('cms', '-verify', '-noverify', '-binary', '-inform', 'DER', '-in', 'token', '-out', 'info')
  await openssl('cms', '-sign', '-in', 'info', '-signer', 'any.pem', '-inkey', 'any.key', ...content, '-out', 'forged')
  const forged = await readFile(join(folder, 'forged'))
  const others = certificatesOf(await readFile(join(folder, 'any.pem'), 'utf8'))
  assert.equal(await verdict(forged, { roots: others }), 'wrong: its certificate is not for time-stamps')
})

test('an answer to another query, a refusal and a missing answer yield no token', async () => {
  const one = await timeStampRequest(bytes)
  const two = await timeStampRequest(bytes)
  assert.notDeepEqual(one.nonce, two.nonce)
  const old = await authority.answer(one.query)
  await assert.rejects(readTimeStampAnswer(old, two.nonce), /answers another query/)
  const refusal = Buffer.from('30053003020102', 'hex')
  for (const answer of [refusal, Buffer.alloc(0), Buffer.from('<html>')])
    await assert.rejects(readTimeStampAnswer(answer, one.nonce), TimeStampRefused)
})
