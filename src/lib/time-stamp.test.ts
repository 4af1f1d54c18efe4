import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import type { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startTimeStampAuthority, type TimeStampAuthority } from '#test/ledger/time-stamp-authority.ts'
import { certificatesOf } from './pki.ts'
import { readTimeStampResponse, TimeStampRefused, timeStampRequest, verifyTimeStamp } from './time-stamp.ts'

const run = promisify(execFile)
const bytes = Buffer.from('the stamped bytes\n')
const day = 86_400_000

let authority: TimeStampAuthority
let roots: X509Certificate[]
let token: Buffer
let time: number

before(async () => {
  authority = await startTimeStampAuthority()
  roots = certificatesOf(await readFile(authority.root, 'utf8'))
  const { query, nonce } = await timeStampRequest(bytes)
  token = await readTimeStampResponse(await authority.reply(query), nonce)
  const result = await verifyTimeStamp(token, { bytes, roots, now: roots[0]?.validToDate.getTime() ?? 0 })
  assert.equal(result.verdict, 'sound')
  time = result.verdict === 'sound' ? result.time : 0
})
after(() => authority[Symbol.asyncDispose]())

const verdict = async (stamp: Parameters<typeof verifyTimeStamp>[0], overrides = {}) => {
  const { verdict, ...rest } = await verifyTimeStamp(stamp, { bytes, roots, now: time, ...overrides })
  return `${verdict}${'why' in rest ? `: ${rest.why}` : ''}`
}

test('openssl verifies the token and reads the same time', async () => {
  const { folder, root } = authority
  await writeFile(join(folder, 'token'), token)
  await writeFile(join(folder, 'content'), bytes)
  const verifyOptions = ['ts', '-verify', '-data', 'content', '-in', 'token', '-token_in', '-CAfile', root]
  assert.match((await run('openssl', verifyOptions, { cwd: folder })).stdout, /Verification: OK/)
  const { stdout } = await run('openssl', ['ts', '-reply', '-in', 'token', '-token_in', '-text'], { cwd: folder })
  assert.equal(Date.parse(/Time stamp: (.*)/.exec(stdout)?.[1] ?? ''), time)
})

test('a token that cannot be verified now is distinguished from a wrong token', async () => {
  const other = await startTimeStampAuthority()
  const otherRoots = certificatesOf(await readFile(other.root, 'utf8'))
  await other[Symbol.asyncDispose]()
  const cases = [
    [{}, 'sound'],
    [{ roots: [...otherRoots, ...roots] }, 'sound'],
    [{ roots: [] }, 'not now: no root'],
    [{ roots: otherRoots }, 'not now: no root'],
    [{ now: time + 31 * day }, 'not now: ended'],
    [{ now: time - day }, 'not now: not yet'],
    [{ bytes: Buffer.from('other bytes') }, 'wrong: it is of other bytes'],
  ] as const
  for (const [overrides, expected] of cases) assert.equal(await verdict(token, overrides), expected)
})

test('a token with any altered byte is never sound', async () => {
  // The signature does not cover the list of algorithms before the content; verifiers use the signer's own algorithm.
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

test('a token whose certificate has other purposes is wrong', async () => {
  const { folder } = authority
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const certificateRequest = [
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
  await openssl(...certificateRequest)
  // Signs a token with that certificate by hand, because openssl refuses to create time-stamps with it.
  const content = ['-econtent_type', '1.2.840.113549.1.9.16.1.4', '-nodetach', '-binary', '-cades', '-outform', 'DER']
  await openssl('ts', '-reply', '-in', 'answer', '-token_out', '-out', 'token')
  await openssl('cms', '-verify', '-noverify', '-binary', '-inform', 'DER', '-in', 'token', '-out', 'info')
  await openssl('cms', '-sign', '-in', 'info', '-signer', 'any.pem', '-inkey', 'any.key', ...content, '-out', 'forged')
  const forged = await readFile(join(folder, 'forged'))
  const otherRoots = certificatesOf(await readFile(join(folder, 'any.pem'), 'utf8'))
  assert.equal(await verdict(forged, { roots: otherRoots }), 'wrong: its certificate is not for time-stamps')
})

test('responses to another query, rejections and invalid responses yield no token', async () => {
  const one = await timeStampRequest(bytes)
  const two = await timeStampRequest(bytes)
  assert.notDeepEqual(one.nonce, two.nonce)
  const old = await authority.reply(one.query)
  await assert.rejects(readTimeStampResponse(old, two.nonce), /answers another query/)
  const refusal = Buffer.from('30053003020102', 'hex')
  for (const answer of [refusal, Buffer.alloc(0), Buffer.from('<html>')])
    await assert.rejects(readTimeStampResponse(answer, one.nonce), TimeStampRefused)
})
