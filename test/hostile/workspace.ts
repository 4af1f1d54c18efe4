import assert from 'node:assert/strict'
import { scopes } from '#http/access.ts'
import { type Operation, operationsOf } from '#http/operation.ts'
import { endpoints } from '#src/features.ts'
import { clientSecret, password } from '#test/fixture.ts'
import { admitGuest } from '#test/rooms.ts'
import { type ApiResponse, boot, type Probata } from '#test/system.ts'
import { idioms } from './plain-words.ts'

/** One administrator and one service account have all permissions, so that responses depend only on the input. */
const workspace = {
  organizations: [
    {
      slug: 'acme',
      name: 'Acme Bank',
      users: [{ email: 'admin@acme.example', name: 'Admin', password, role: 'admin' }],
      serviceAccounts: [{ name: 'hostile', clientId: 'hostile', clientSecret, scopes: [...scopes] }],
    },
  ],
}

export interface HostileClient extends AsyncDisposable {
  readonly probata: Probata
  /** Returns credentials for an operation, as options of `call`. */
  callerOf(operation: Pick<Operation, 'surface' | 'access'>): { token?: string; cookie?: string }
}

// Leaves out SCIM, which has its own error format: see src/features/access/scim/protocol.test.ts.
export const operations = operationsOf(endpoints).filter(({ surface }) => surface !== 'scim')

/** Boots the server. `env` is added to its environment. */
export const bootHostile = async (env: Readonly<Record<string, string>> = {}): Promise<HostileClient> => {
  const probata = await boot({ provision: workspace, env })
  const token = await probata.token('hostile')
  const cookie = await probata.signIn('admin@acme.example')
  const guest = await admitGuest(probata, cookie)
  return {
    probata,
    callerOf({ surface, access }) {
      if (access === 'public') return {}
      if (access === 'guest') return { cookie: guest }
      return surface === 'v1' ? { token } : { cookie }
    },
    [Symbol.asyncDispose]: () => probata[Symbol.asyncDispose](),
  }
}

// A rejected request may write its audit row, and the response that is stored under its idempotency key.
const trails: ReadonlySet<unknown> = new Set(['audit_event', 'idempotency_key'])

/** Returns the number of rows in every table, except those to which a rejected request may write. */
export const rowCounts = async ({ sql }: Probata): Promise<Record<string, number>> => {
  const tables = await sql(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  const names = tables.map(row => row.relname).filter(name => !trails.has(name))
  const counts = names.map(name => `select '${name}' as name, count(*)::int as rows from ${name}`)
  const rows = await sql(`${counts.join(' union all ')} order by name`)
  return Object.fromEntries(rows.map(row => [row.name, row.rows]))
}

/** Runs a function and asserts that it stored nothing. */
export const assertStoresNothing = async (probata: Probata, work: () => Promise<void>): Promise<void> => {
  const countsBefore = await rowCounts(probata)
  await work()
  assert.deepEqual(await rowCounts(probata), countsBefore, 'rows were stored')
}

interface Expected {
  readonly status: number
  /** The expected error; `invalid_request` if omitted. */
  readonly error?: string
  /** The path of an issue, or the beginning of the path. `[]` matches any issue. */
  readonly path?: readonly (string | number)[]
}

/** Asserts the status and the envelope of a rejection. `call` has already checked it against the documents. */
export const assertRefused = (
  response: ApiResponse,
  { status, error = 'invalid_request', path }: Expected,
  description: string,
): void => {
  const { body, text, headers } = response
  assert.deepEqual([response.status, body?.error], [status, error], `${description}: ${text.slice(0, 300)}`)
  assert.equal(typeof body.message, 'string', description)
  const issues: { path: unknown[]; message: string }[] = body.issues ?? []
  // The caller chose these field names, so they are removed from the message before it is checked.
  const message = issues.reduce((text, { path }) => text.replace(path.join('.'), ''), body.message)
  for (const messageText of [message, ...issues.map(issue => issue.message)])
    assert.doesNotMatch(messageText, idioms, description)
  assert.equal(body.requestId, headers.get('x-request-id'), description)
  if (!path) return
  const hasIssue = issues.some(issue => path.every((segment, i) => issue.path[i] === segment))
  assert.ok(hasIssue, `${description}: no issue at ${JSON.stringify(path)} in ${text.slice(0, 300)}`)
}
