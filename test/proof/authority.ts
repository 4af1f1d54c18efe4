/** An openssl authority for e-seals and time-stamps. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const configuration = `[ca]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
[seal]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature,nonRepudiation
[stamp]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = one
[one]
serial = serial
crypto_device = builtin
signer_cert = stamp.crt
certs = ca.crt
signer_key = stamp.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`

export interface Authority extends Disposable {
  /** The PEM file of the root certificate. */
  readonly root: string
  /** The PKCS#12 file of the seal. Its password is `secret`. */
  readonly pkcs12: string
  /** Returns a detached CAdES signature over these bytes. */
  readonly seal: (manifest: Buffer) => Buffer
  /** Returns a time-stamp token over these bytes. */
  readonly stamp: (manifest: Buffer) => Buffer
}

export const openAuthority = (): Authority => {
  const folder = mkdtempSync(join(tmpdir(), 'probata-authority-'))
  const openssl = (...args: readonly string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const pathOf = (name: string): string => join(folder, name)
  const certify = (name: string, subject: string, key: readonly string[]): void => {
    openssl('req', '-new', ...key, '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject)
    const signingArgs = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial']
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-out',
      `${name}.crt`,
      '-days',
      '3650',
      ...signingArgs,
      '-extfile',
      'conf',
      '-extensions',
      name,
    )
  }
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  writeFileSync(pathOf('conf'), configuration)
  writeFileSync(pathOf('serial'), '01\n')
  openssl(
    'req',
    '-x509',
    ...curve,
    '-nodes',
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-days',
    '3650',
    '-subj',
    '/CN=Test root',
  )
  certify('seal', '/CN=Acme e-seal', curve)
  certify('stamp', '/CN=Test TSA', ['-newkey', 'rsa:2048'])
  const pkcs12Args = ['-inkey', 'seal.key', '-in', 'seal.crt', '-certfile', 'ca.crt', '-passout', 'pass:secret']
  openssl('pkcs12', '-export', ...pkcs12Args, '-out', 'seal.p12')
  const runOpenssl = (name: string, input: Buffer, run: (from: string) => void): Buffer => {
    writeFileSync(pathOf('input'), input)
    run('input')
    return readFileSync(pathOf(name))
  }
  return {
    root: pathOf('ca.crt'),
    pkcs12: pathOf('seal.p12'),
    seal: manifest =>
      runOpenssl('out.p7s', manifest, input =>
        openssl(
          'cms',
          '-sign',
          '-binary',
          '-in',
          input,
          '-signer',
          'seal.crt',
          '-inkey',
          'seal.key',
          '-certfile',
          'ca.crt',
          '-outform',
          'DER',
          '-out',
          'out.p7s',
          '-cades',
          '-md',
          'sha256',
        ),
      ),
    stamp: manifest =>
      runOpenssl('out.tst', manifest, input => {
        openssl('ts', '-query', '-data', input, '-sha256', '-cert', '-out', 'query')
        openssl(
          'ts',
          '-reply',
          '-config',
          'conf',
          '-section',
          'one',
          '-queryfile',
          'query',
          '-token_out',
          '-out',
          'out.tst',
        )
      }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
