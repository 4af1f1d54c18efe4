import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '#lib/log.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
before(async () => {
  p = await boot({ log: createLog({ level: 'error' }) })
  client = createWorkspaceClient(p)
})
after(() => p[Symbol.asyncDispose]())

test('a claim', async () => {
  const a = await client.ask('contributor', 'POST', '/claims', {
    claimKey: 'x', title: 'x', subjectModuleKey: 'a', subjectResourceType: 'b', subjectResourceId: 'c',
    sourceModuleKey: 'a', sourceResourceType: 'b', sourceResourceId: 'c', sourceSnapshot: { a: 1 },
  })
  const [log] = await p.sql(`select 1`)
  assert.equal(a.status, 201, JSON.stringify(a.body))
})
