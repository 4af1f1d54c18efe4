import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, suite, test } from 'node:test'
import { PART_BYTES } from '#lib/object-store.ts'
import { openS3Store } from '#src/features/storage/s3/store.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { adapterCases, readAll, type Subject } from './adapter-cases.ts'
import { lockCases, unlockableCases } from './lock-cases.ts'
import { acme } from './organizations.ts'
import { checkLightProbes, checkProbes, checkWrongBindings, type Expected } from './probe-cases.ts'
import { newBucket, type S3Server } from './s3-server.ts'
import { accessTo, s3Cases, s3Subject } from './s3-subject.ts'
import { newObjectKey } from './spool.ts'

interface Options {
  readonly skip: string | false
  readonly start: () => Promise<S3Server>
  readonly expected: Expected
}

/** Declares all tests of a real server. */
export const s3Suite = (name: string, { skip, start, expected }: Options): void => {
  suite(`a bucket of ${name}`, { skip }, () => {
    const resources = suiteResources()
    let server: S3Server
    let subject: Subject

    before(async () => {
      server = resources.use(await start())
      subject = resources.use(await s3Subject(server, await newBucket(server)))
    })

    for (const [title, run] of Object.entries(adapterCases)) test(title, () => run(subject))
    for (const [title, run] of Object.entries(s3Cases)) test(title, () => run(subject))
    test('calls in progress complete when a store is disposed of', async () => {
      const settings = await newBucket(server)
      const access = { ...accessTo(server, settings), organizationId: acme }
      const bytes = randomBytes(2 * PART_BYTES)
      const key = newObjectKey()
      const store = await openS3Store(access)
      const sending = store.send(key, await subject.spool(bytes))
      await store[Symbol.asyncDispose]()
      await sending
      const otherStore = await openS3Store(access)
      await using opened = await otherStore.read(key)
      const disposed = otherStore[Symbol.asyncDispose]()
      assert.ok((await readAll(opened)).equals(bytes))
      await disposed
      await assert.rejects(otherStore.list({ limit: 1 }), { code: 'unreachable' })
    })
    for (const [title, run] of Object.entries(expected.isUsable.locked ? lockCases : unlockableCases))
      test(title, () => run(server))
    test('probe results', () => checkProbes(server, expected))
    test('sweep probe results', () => checkLightProbes(server))
    test('a misconfigured binding reports why', () => checkWrongBindings(server))
  })
}
