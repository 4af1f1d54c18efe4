import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { before, suite, test } from 'node:test'
import { BlobStoreUnavailable } from '#lib/blob-store.ts'
import { adapterCases, type Subject } from '#test/storage/adapter-cases.ts'
import { acme, globex } from '#test/storage/organizations.ts'
import { openSpool } from '#test/storage/spool.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { folderObjectStore } from './folder-object-store.ts'
import { createFolderStore } from './folder-store.ts'

suite('a folder', () => {
  const resources = suiteResources()
  let subject: Subject

  before(async () => {
    const root = await mkdtemp(join(tmpdir(), 'probata-folder-'))
    resources.defer(() => rm(root, { recursive: true, force: true }))
    const folder = createFolderStore(root)
    const { spool } = resources.use(await openSpool())
    subject = {
      store: folderObjectStore(folder, acme),
      neighbour: folderObjectStore(folder, globex),
      spool,
      async putForeign(name) {
        const path = join(root, acme, name)
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, 'x')
      },
      leaveUnfinished: undefined,
    }
  })

  for (const [name, run] of Object.entries(adapterCases)) test(name, () => run(subject))

  test('the file to send is not opened if the folder has disappeared', async () => {
    const root = await mkdtemp(join(tmpdir(), 'probata-folder-'))
    const store = folderObjectStore(createFolderStore(root), acme)
    await rm(root, { recursive: true, force: true })
    const file = { path: join(root, 'spooled'), byteSize: 1, parts: [] }
    // An open stream would end the process with an unhandled error.
    await assert.rejects(store.send('0'.repeat(32), file), BlobStoreUnavailable)
  })
})
