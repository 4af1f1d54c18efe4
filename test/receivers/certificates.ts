import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'

export interface Certificate {
  readonly key: string
  readonly cert: string
  readonly maxVersion?: 'TLSv1.2'
}

export interface Certificates {
  readonly good: Certificate
  readonly expired: Certificate
  readonly otherName: Certificate
  /** A certificate from an untrusted authority, and that authority. */
  readonly unknown: Certificate & { readonly authority: string }
  readonly selfSigned: Certificate
  /** The certificate (PEM) of the authority that issued the other certificates. */
  readonly authority: string
}

const run = promisify(execFile)
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

const make = async (): Promise<Certificates> => {
  const directory = await mkdtemp(join(tmpdir(), 'probata-certificates-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: directory })
  const read = (name: string) => readFile(join(directory, name), 'utf8')

  const authority = async (name: string) => {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`]
    await openssl('req', '-x509', ...newKey, ...files, '-days', '2', '-subj', `/CN=${name}`)
    return read(`${name}.pem`)
  }
  const issue = async (name: string, issuerName: string, names: string, days: number): Promise<Certificate> => {
    const extension = ['-addext', `subjectAltName=${names}`]
    await openssl(
      'req',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${name}`,
      ...extension,
    )
    const signingArgs = [
      '-CA',
      `${issuerName}.pem`,
      '-CAkey',
      `${issuerName}.key`,
      '-copy_extensions',
      'copyall',
      '-days',
      `${days}`,
    ]
    await openssl('x509', '-req', '-in', `${name}.csr`, ...signingArgs, '-out', `${name}.pem`)
    return { key: await read(`${name}.key`), cert: await read(`${name}.pem`) }
  }

  try {
    const [trusted, untrusted] = await Promise.all([authority('trusted'), authority('untrusted')])
    const ownNames = 'IP:127.0.0.1,DNS:localhost'
    const goodCertificate = await issue('good', 'trusted', ownNames, 2)
    const expired = await issue('expired', 'trusted', ownNames, -1)
    const otherName = await issue('other-name', 'trusted', 'DNS:other.example', 2)
    const unknownAuthority = { ...(await issue('unknown', 'untrusted', ownNames, 2)), authority: untrusted }
    const subject = ['-subj', '/CN=self-signed', '-addext', `subjectAltName=${ownNames}`]
    await openssl('req', '-x509', ...newKey, '-keyout', 'self.key', '-out', 'self.pem', '-days', '2', ...subject)
    const selfSigned = { key: await read('self.key'), cert: await read('self.pem') }
    setDefaultCACertificates([...getCACertificates('default'), trusted])
    return { good: goodCertificate, expired, otherName, unknown: unknownAuthority, selfSigned, authority: trusted }
  } finally {
    await rm(directory, { recursive: true })
  }
}

let cachedCertificates: Promise<Certificates> | undefined

/** Creates the certificates with openssl, once per process. The process then trusts their authority. */
export const certificates = (): Promise<Certificates> => {
  cachedCertificates ??= make()
  return cachedCertificates
}
