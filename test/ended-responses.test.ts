import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { Streamed } from '#http/rendered.ts'
import { createRooms } from './rooms.ts'
import { boot } from './system.ts'

async function* endlessly(): AsyncGenerator<string, void, void> {
  for (;;) {
    yield 'one more line\n'
    await delay(20)
  }
}

/** A response that never completes. */
const endless = readEndpoint({
  name: 'readEndless',
  summary: 'Reads on',
  tag: 'Tests',
  v1: { path: '/endless', scope: 'governance.evidence:read' },
  workspace: { path: '/endless', roles: ['admin', 'reviewer', 'contributor', 'auditor'] },
  room: { path: '/endless', access: 'guest' },
  media: 'text/plain',
  response: Type.String(),
  async run() {
    return new Streamed(undefined, Readable.from(endlessly()))
  },
})

test('a response in progress ends once its caller has lost access', async () => {
  // The server checks responses every 250 ms.
  await using p = await boot({ endpoints: [endless], patience: 1500 })
  const rooms = await createRooms(p)
  const { client } = rooms
  const { id } = await rooms.external()
  await rooms.open(id)
  const guest = await rooms.invite(id)
  const reason = 'the bundle is no longer theirs'
  const must = (method: string, path: string, body = {}) =>
    rooms.must('admin', method === 'DELETE' ? 204 : 200, method, path, { ...body, reason })
  const people = await client.people()
  const { serviceAccounts } = await client.get('admin', '/service-accounts')
  const { id: accountId } = serviceAccounts.find((account: { clientId: string }) => account.clientId === 'acme-reader')

  const leaver = await client.signedIn('contributor')
  const signOut = async () => assert.equal((await p.call('DELETE', '/api/workspace/session', leaver)).status, 204)

  const cases = [
    [
      'a guest is revoked',
      '/api/room',
      { cookie: guest.cookie },
      () => must('DELETE', `/assessments/${id}/room/guests/${guest.id}`),
    ],
    [
      'a person is disabled',
      '/api/workspace',
      await client.signedIn('auditor'),
      () => must('PATCH', `/people/${people.auditor}`, { disabled: true }),
    ],
    [
      'a person gets another role',
      '/api/workspace',
      await client.signedIn('reviewer'),
      () => must('PATCH', `/people/${people.reviewer}`, { role: 'auditor' }),
    ],
    ['a person signs out', '/api/workspace', leaver, signOut],
    [
      'a service account is disabled',
      '/api/v1',
      { authorization: `Bearer ${await p.token('acme-reader')}` },
      () => must('POST', `/service-accounts/${accountId}/disable`),
    ],
  ] as const
  const unaffected = [
    ['/api/workspace', await client.signedIn('admin')],
    ['/api/v1', { authorization: `Bearer ${await p.token('acme-scanner')}` }],
  ] as const
  const open = async (surface: string, headers: Record<string, string>) => {
    const { body, status } = await fetch(`${p.url}${surface}/endless`, { headers })
    assert.ok(status === 200 && body)
    const reader = body.getReader()
    await reader.read()
    return reader
  }
  const openStreams = await Promise.all(unaffected.map(([surface, headers]) => open(surface, headers)))
  for (const [title, surface, headers, end] of cases) {
    const reader = await open(surface, headers)
    await end()
    const readToEnd = async () => {
      while (!(await reader.read()).done);
    }
    await assert.rejects(readToEnd(), /terminated/, title)
  }
  for (const reader of openStreams) {
    assert.equal((await reader.read()).done, false)
    await reader.cancel()
  }
})
