import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
})
after(() => p[Symbol.asyncDispose]())

/** A greyscale PNG with empty checksums, which logos are not checked for. */
const png = (width: number, height: number, padding = 0): string => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    return Buffer.concat([head, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const content = deflateSync(Buffer.alloc(8))
  const parts = [chunk('IHDR', header), chunk('tEXt', Buffer.alloc(padding, 'x')), chunk('IDAT', content)]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts, chunk('IEND', Buffer.alloc(0))]).toString(
    'base64',
  )
}

const set = (body: object, person = 'admin') => client.ask(person, 'PUT', '/logo', { ...body })

test('an administrator sets, replaces and removes the logo; everyone sees it, other workspaces do not', async () => {
  const none = { png: null, sha256: null }
  assert.deepEqual(await client.get('auditor', '/logo'), none)
  for (const logo of [png(32, 32), png(2048, 1)]) {
    const response = await set({ png: logo })
    assert.equal(response.status, 200, response.text)
    assert.match(response.body.sha256, /^[0-9a-f]{64}$/)
    for (const person of ['auditor', 'contributor', 'reviewer'])
      assert.deepEqual(await client.get(person, '/logo'), response.body)
  }
  assert.deepEqual(await createWorkspaceClient(p, 'globex').get('admin', '/logo'), none)
  assert.deepEqual((await client.ask('admin', 'DELETE', '/logo')).body, none)
  assert.deepEqual(await client.get('auditor', '/logo'), none)
})

test('only administrators can change the logo', async () => {
  for (const person of ['auditor', 'contributor', 'reviewer']) {
    assert.equal((await set({ png: png(8, 8) }, person)).status, 403)
    assert.equal((await client.ask(person, 'DELETE', '/logo')).status, 403)
  }
})

test('only a small PNG is a logo', async () => {
  const images = [0, 1, 2].map(padding => png(8, 8, padding))
  const [padded = '', unpadded = ''] = [
    images.find(text => text.endsWith('=')),
    images.find(text => !text.endsWith('=')),
  ]
  const rejectedLogos: readonly [unknown, string][] = [
    [png(2049, 8), 'must have sides of 1 to 2048 pixels; send another image'],
    [png(8, 0xffffffff), 'must have sides of 1 to 2048 pixels; send another image'],
    [png(0, 8), 'must have sides of 1 to 2048 pixels; send another image'],
    [png(8, 8, 65_500), 'is larger than 65536 bytes'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), 'is not a PNG in base64'],
    [png(8, 8).slice(0, 40), 'is not a PNG in base64'],
    // Node would decode these; PostgreSQL would not.
    [padded.replace(/=+$/, ''), 'is not a PNG in base64'],
    [`${unpadded}A`, 'is not a PNG in base64'],
  ]
  for (const [logo, problem] of rejectedLogos) {
    const response = await set({ png: logo })
    assert.equal(response.status, 400, response.text)
    assert.equal(response.body.issues[0].message, problem)
  }
  for (const logo of [null, '', 'data:image/png;base64,AAAA', '****', 'A'.repeat(100_004)])
    assert.equal((await set({ png: logo })).status, 400)
})

test('an administrator renames the workspace, and the trail records both names', async () => {
  const { body } = await client.ask('admin', 'PATCH', '/settings', { name: 'Acme Holding' })
  assert.equal(body.name, 'Acme Holding')
  assert.equal((await client.get('auditor', '/settings')).name, 'Acme Holding')
  const { auditEvents } = await client.get('auditor', '/audit?action=workspace.settings')
  assert.match(auditEvents[0].detail, /; name acme Bank → Acme Holding$/)
  assert.equal((await client.ask('admin', 'PATCH', '/settings', { name: ' ' })).status, 400)
})
