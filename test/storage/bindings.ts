import assert from 'node:assert/strict'
import type { S3Credentials, S3Settings } from '#lib/object-store.ts'
import type { Answer, Probata } from '#test/system.ts'

/** An administrator's calls to storage bindings. */
export const bindingsOf = (p: Pick<Probata, 'call'>, cookie: () => string) => {
  const path = '/api/workspace/storage-bindings'

  const act = (bindingId: string, verb: string, body = {}): Promise<Answer> =>
    p.call('POST', `${path}/${bindingId}/${verb}`, { cookie: cookie(), body: { reason: 'files move house', ...body } })

  const done = async (answer: Promise<Answer>, status = 200) => {
    const { status: found, text, body } = await answer
    assert.equal(found, status, text)
    return body
  }

  const create = (
    { settings, credentials }: { settings: S3Settings; credentials: S3Credentials },
    over = {},
  ): Promise<Answer> =>
    p.call('POST', path, {
      cookie: cookie(),
      body: { name: 'A bucket', kind: 's3', settings, credentials, reason: 'files move house', ...over },
    })

  return {
    path,
    create,
    act,
    get: (bindingId: string) => p.call('GET', `${path}/${bindingId}`, { cookie: cookie() }),
    list: () => done(p.call('GET', path, { cookie: cookie() })),
    done,
    /** The id of a bucket that now receives the files. */
    async activate(place: { settings: S3Settings; credentials: S3Credentials }, over = {}): Promise<string> {
      const { id } = await done(create(place, over), 201)
      const run = await done(act(id, 'validate'))
      assert.equal(run.passed, true, JSON.stringify(run.results))
      await done(act(id, 'activate'))
      return id
    },
  }
}
