import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { openSeal, sealValidity, signCades, UnreadableSealError } from './cades.ts'

const run = promisify(execFile)

let cwd: string
const openssl = (...args: string[]) => run('openssl', args, { cwd })

const keys = { 'P-256': ['ec', 'ec_paramgen_curve:P-256'], RSA: ['rsa', 'rsa_keygen_bits:2048'] } as const

/** Creates an authority and, for each kind of key, a seal's certificate and PKCS#12 file. */
before(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cades-'))
  const request = ['req', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  await openssl(...request, '-x509', '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '3650', '-subj', '/CN=Root')
  await writeFile(join(cwd, 'seal.cnf'), 'keyUsage=critical,digitalSignature,nonRepudiation\n')
  for (const [name, [type, option]] of Object.entries(keys)) {
    const subject = ['-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/O=Acme/CN=Acme seal`]
    await openssl('req', '-nodes', '-newkey', type, '-pkeyopt', option, ...subject)
    const issue = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '30', '-extfile', 'seal.cnf']
    await openssl('x509', '-req', '-in', `${name}.csr`, ...issue, '-out', `${name}.pem`)
    const packed = ['-inkey', `${name}.key`, '-in', `${name}.pem`, '-certfile', 'ca.pem', '-passout', 'pass:hunter2']
    await openssl('pkcs12', '-export', ...packed, '-out', `${name}.p12`)
  }
})
after(() => rm(cwd, { recursive: true }))

const sealOf = async (name: string, password = 'hunter2') =>
  openSeal(await readFile(join(cwd, `${name}.p12`)), password)

for (const name of Object.keys(keys)) {
  test(`openssl accepts a seal with ${name}, and rejects it for other bytes`, async () => {
    const bytes = Buffer.from('the bytes of a manifest\n')
    await writeFile(join(cwd, 'content'), bytes)
    const seal = await sealOf(name)
    const at = seal.certificates[0].validFromDate.getTime()
    await writeFile(join(cwd, 'signature'), await signCades(bytes, seal, at))
    const verifying = ['cms', '-verify', '-binary', '-cades', '-inform', 'DER', '-in', 'signature', '-CAfile', 'ca.pem']
    const rest = ['-content', 'content', '-purpose', 'any', '-out', '/dev/null']
    assert.match((await openssl(...verifying, ...rest)).stderr, /CAdES Verification successful/)
    const { stdout } = await openssl('cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'signature')
    for (const attribute of ['contentType', 'messageDigest', 'signingTime', 'id-smime-aa-signingCertificateV2'])
      assert.ok(stdout.includes(attribute), attribute)
    await writeFile(join(cwd, 'content'), 'the bytes of another manifest\n')
    await assert.rejects(openssl(...verifying, ...rest))
  })
}

test('an invalid seal file is reported with the problem, but never the password', async () => {
  await assert.rejects(sealOf('RSA', 'hunter3'), (error: Error) => {
    assert.ok(error instanceof UnreadableSealError && !/hunter/.test(error.message))
    return true
  })
  await assert.rejects(openSeal(Buffer.from('no PKCS#12'), ''), UnreadableSealError)
  await openssl('pkcs12', '-export', '-nokeys', '-in', 'ca.pem', '-passout', 'pass:hunter2', '-out', 'keyless.p12')
  await assert.rejects(sealOf('keyless'), /one private key/)
  await openssl('req', '-x509', '-nodes', '-newkey', 'ed25519', '-keyout', 'ed.key', '-out', 'ed.pem', '-subj', '/CN=e')
  const files = ['-inkey', 'ed.key', '-in', 'ed.pem', '-passout', 'pass:hunter2']
  await openssl('pkcs12', '-export', ...files, '-out', 'ed.p12')
  await assert.rejects(sealOf('ed'), /RSA or a P-256 key/)
})

test('a seal reports whether its certificate is valid', async () => {
  const seal = await sealOf('P-256')
  const day = 86_400_000
  const from = seal.certificates[0].validFromDate.getTime()
  assert.deepEqual(
    [from - 1, from + day, from + 31 * day].map(at => sealValidity(seal, at)),
    ['not yet', 'valid', 'ended'],
  )
})
