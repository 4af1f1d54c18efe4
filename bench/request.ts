import type { Server } from './server.ts'

interface RequestParts {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const numberDigits = 12

/** Builds the bytes of an HTTP request. `{n}` in it is replaced by a number of 12 digits (see load.ts). */
export const requestText = ({ method = 'GET', path, token, headers = {}, body }: RequestParts): string => {
  const length = body?.replaceAll('{n}', '0'.repeat(numberDigits)).length
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(length === undefined ? [] : [`content-length: ${length}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** Calls the server and returns its JSON. Throws if the call fails. */
export const call = async ({ url, token }: Pick<Server, 'url' | 'token'>, path: string, body?: object) => {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

/** The body of a claim from an external scanner. Each `{n}` gives the claim a different key. */
export const claimBody = {
  claimKey: 'bench-{n}',
  title: 'Nightly backup report of the core banking system',
  subjectModuleKey: 'controls',
  subjectResourceType: 'control',
  subjectResourceId: 'ctl-17',
  sourceModuleKey: 'external',
  sourceResourceType: 'report',
  sourceResourceId: 'job-{n}',
  sourceSnapshot: { scanner: 'backup-checker', run: 'job-{n}' },
  claimSnapshot: { hosts: 12, failed: 0 },
  reason: 'Nightly run of the backup checker',
} as const
