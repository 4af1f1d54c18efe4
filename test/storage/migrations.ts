import assert from 'node:assert/strict'
import type { ApiResponse, Probata } from '#test/system.ts'

const path = '/api/workspace/storage-migrations'
const reason = 'files move house'

/** Returns an administrator's calls to storage migrations. */
export const migrationsOf = (p: Pick<Probata, 'call'>, cookie: () => string) => {
  const assertStatus = async (response: Promise<ApiResponse>, status = 200) => {
    const { status: actualStatus, text, body } = await response
    assert.equal(actualStatus, status, text)
    return body
  }
  const post = (subPath: string, body = {}) =>
    p.call('POST', `${path}${subPath}`, { cookie: cookie(), body: { reason, ...body } })
  return {
    path,
    start: (body: object) => post('', body),
    act: (id: string, verb: string, body = {}) => post(`/${id}/${verb}`, body),
    get: (id: string) => assertStatus(p.call('GET', `${path}/${id}`, { cookie: cookie() })),
    list: () => assertStatus(p.call('GET', path, { cookie: cookie() })),
    failures: async (id: string) =>
      (await assertStatus(p.call('GET', `${path}/${id}/failures`, { cookie: cookie() }))).failures,
    accept: (id: string, artifactId: string) => post(`/${id}/failures/${artifactId}/accept`),
    done: assertStatus,
    /** Returns the types of the security events about a migration. */
    async events(sql: Probata['sql'], id: string): Promise<string[]> {
      const rows = await sql('select type, record from security_event order by id')
      const ownEvents = rows.filter(({ record }) => JSON.parse(String(record)).context.migrationId === id)
      return ownEvents.map(({ type }) => String(type))
    },
    /** Runs the job at once. */
    async run() {
      const run = await assertStatus(
        p.call('POST', '/api/workspace/jobs/storage-object-migration-runner/run', {
          cookie: cookie(),
          body: { reason },
        }),
      )
      assert.equal(run.outcome, 'succeeded', JSON.stringify(run))
    },
  }
}
