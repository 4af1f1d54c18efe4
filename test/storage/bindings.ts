import assert from 'node:assert/strict'
import type { S3Credentials, S3Settings } from '#lib/object-store.ts'
import type { ApiResponse, Probata } from '#test/system.ts'

/** Returns an administrator's calls to storage bindings. */
export const bindingsOf = (p: Pick<Probata, 'call'>, cookie: () => string) => {
  const path = '/api/workspace/storage-bindings'

  const postAction = (bindingId: string, verb: string, body = {}): Promise<ApiResponse> =>
    p.call('POST', `${path}/${bindingId}/${verb}`, { cookie: cookie(), body: { reason: 'files move house', ...body } })

  const assertStatus = async (response: Promise<ApiResponse>, status = 200) => {
    const { status: actualStatus, text, body } = await response
    assert.equal(actualStatus, status, text)
    return body
  }

  const create = (
    { settings, credentials }: { settings: S3Settings; credentials: S3Credentials },
    overrides = {},
  ): Promise<ApiResponse> =>
    p.call('POST', path, {
      cookie: cookie(),
      body: { name: 'A bucket', kind: 's3', settings, credentials, reason: 'files move house', ...overrides },
    })

  return {
    path,
    create,
    act: postAction,
    get: (bindingId: string) => p.call('GET', `${path}/${bindingId}`, { cookie: cookie() }),
    list: () => assertStatus(p.call('GET', path, { cookie: cookie() })),
    done: assertStatus,
    /**
     * Creates a binding to a bucket and activates it, so that the bucket receives new files; returns the binding's id.
     */
    async activate(bucket: { settings: S3Settings; credentials: S3Credentials }, overrides = {}): Promise<string> {
      const { id } = await assertStatus(create(bucket, overrides), 201)
      const run = await assertStatus(postAction(id, 'validate'))
      assert.equal(run.passed, true, JSON.stringify(run.results))
      await assertStatus(postAction(id, 'activate'))
      return id
    },
  }
}
