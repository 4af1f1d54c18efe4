import { randomBytes } from 'node:crypto'

/** Creates a secret with characters that each encoding writes differently. */
const secret = () => `${randomBytes(9).toString('base64')}+/=&"<%ü ${randomBytes(24).toString('base64')}`
const pair = () => ({
  accessKeyId: `AKIA${randomBytes(12).toString('hex').toUpperCase()}`,
  secretAccessKey: secret(),
})
export const masterKey = randomBytes(32)

export const pairs = { first: pair(), next: pair(), refused: pair(), misplaced: pair(), target: pair(), file: pair() }
export const tokens = {
  taken: `hvs.${randomBytes(24).toString('hex')}`,
  refused: `hvs.${randomBytes(24).toString('hex')}`,
}
export const plantedSecrets: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(pairs).flatMap(([name, { accessKeyId, secretAccessKey }]) => [
      [`${name} access key`, accessKeyId],
      [`${name} secret`, secretAccessKey],
    ]),
  ),
  'Vault token': tokens.taken,
  'rejected Vault token': tokens.refused,
  'master key': masterKey.toString('base64'),
  'master key, its bytes': masterKey.toString('hex'),
}

/** All secrets, for responses of a provider that leaks them everywhere, even in the fields of an error. */
const allSecrets = JSON.stringify(plantedSecrets)
const inXml = allSecrets.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const fields = ['Code', 'Message', 'message', 'code', 'syscall', 'path', 'address', 'hostname', 'Resource', 'stack']
export const leakyResponses = [
  {
    status: 403,
    headers: { 'content-type': 'application/xml' },
    body: `<Error>${fields.map(name => `<${name}>${inXml}</${name}>`).join('')}</Error>`,
  },
  { status: 400, headers: { 'content-type': 'application/json' }, body: allSecrets },
  { status: 500, headers: { 'content-type': 'text/html' }, body: `<p>${allSecrets}` },
  { status: 200, headers: { 'content-type': 'application/xml' }, body: `<Error><Code>${inXml}</Code></Error>` },
  { status: 301, headers: { location: `http://127.0.0.1/?${encodeURIComponent(allSecrets)}` }, body: inXml },
  { status: 403, headers: { 'x-amz-request-id': encodeURIComponent(allSecrets), server: pairs.first.accessKeyId } },
]
