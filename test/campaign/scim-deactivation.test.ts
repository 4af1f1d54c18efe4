import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NodeProcess, startNodeProcesses } from '#test/node-processes.ts'
import { newSender, patch } from '#test/scim.ts'
import { until } from '#test/until.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

const maxDelayMs = 1000

/** One way in which a person or a token gets access to a node, with its status before and after the revocation. */
interface AccessPath {
  readonly name: string
  readonly openStatus: number
  readonly closedStatus: number
  ask(node: NodeProcess): Promise<number>
}

/**
 * Calls each endpoint on each node until it rejects. A request sent more than a second after `since` must not be
 * admitted, however long its response takes on a busy machine. Returns the time of the last admitted request in
 * milliseconds.
 */
const waitUntilRevoked = async (
  nodes: readonly NodeProcess[],
  accessPaths: readonly AccessPath[],
  since: number,
): Promise<number> => {
  let lastAdmitted = 0
  await Promise.all(
    nodes.flatMap((node, i) =>
      accessPaths.map(async ({ name, openStatus, closedStatus, ask }) => {
        const description = `${name} on node ${i}`
        await until(description, async () => {
          const sentAt = performance.now()
          const status = await ask(node)
          assert.ok(status === openStatus || status === closedStatus, `${description}: ${status}`)
          if (status === closedStatus) return true
          assert.ok(
            sentAt - since < maxDelayMs,
            `${description} admits a request sent ${Math.round(sentAt - since)} ms later`,
          )
          lastAdmitted = Math.max(lastAdmitted, sentAt - since)
          return false
        })
      }),
    ),
  )
  return lastAdmitted
}

test('a deactivation, and the end of a token, take effect on both nodes within a second', async t => {
  await using processes = await startNodeProcesses()
  const { nodes } = processes
  const acme = createWorkspaceClient(nodes[0])
  const sender = await newSender(nodes[0])
  const people = await acme.people()
  let longestDelay = 0
  // Each person is deactivated on one node, alternating, with access to both.
  for (const [index, name] of ['reviewer', 'contributor', 'auditor', 'second.reviewer'].entries()) {
    const id = people[name] ?? ''
    assert.equal((await acme.ask('admin', 'PATCH', `/people/${id}`, { role: 'admin' })).status, 200)
    const cookie = await nodes[index % 2 === 0 ? 1 : 0].signIn(`${name}@acme.example`)
    const feed = await acme.ask(name, 'POST', '/calendar-feeds', { name: 'mine' })
    const feedPath = new URL(feed.body.address).pathname
    const guest = { email: `guest-${index}@acme.example`, name: 'Guest', role: 'auditor' }
    const invitation = await acme.ask(name, 'POST', '/people/invitations', guest)
    const token = invitation.body.url.split('#')[1]
    const accessPaths: AccessPath[] = [
      {
        ...{ name: 'session', openStatus: 200, closedStatus: 401 },
        ask: async node => (await node.call('GET', '/api/workspace/session', { cookie })).status,
      },
      {
        ...{ name: 'link', openStatus: 200, closedStatus: 401 },
        ask: async node => (await node.call('POST', '/api/workspace/invitations/look', { body: { token } })).status,
      },
      {
        ...{ name: 'feed', openStatus: 200, closedStatus: 404 },
        ask: async node => (await node.call('GET', feedPath)).status,
      },
    ]
    for (const node of nodes)
      for (const accessPath of accessPaths)
        assert.equal(await accessPath.ask(node), accessPath.openStatus, `${accessPath.name} of ${name}`)
    const body = patch({ op: 'replace', path: 'active', value: false })
    assert.equal((await sender.ok('PATCH', `/Users/${id}`, body, nodes[index % 2])).active, false)
    longestDelay = Math.max(longestDelay, await waitUntilRevoked(nodes, accessPaths, performance.now()))
  }

  const statusOf = (method: string, path: string) => async (node: NodeProcess) =>
    (await node.call(method, path, { token: sender.token })).status
  const tokenAccess: AccessPath = {
    ...{ name: 'provisioning token', openStatus: 200, closedStatus: 401 },
    ask: statusOf('GET', `/scim/v2/${sender.workspace}/Users`),
  }
  for (const node of nodes) assert.equal(await tokenAccess.ask(node), 200)
  assert.equal((await acme.ask('admin', 'DELETE', `/provisioning-tokens/${sender.tokenId}`)).status, 200)
  longestDelay = Math.max(longestDelay, await waitUntilRevoked(nodes, [tokenAccess], performance.now()))
  t.diagnostic(`the last admitted request was sent ${Math.round(longestDelay)} ms after the response`)
})
