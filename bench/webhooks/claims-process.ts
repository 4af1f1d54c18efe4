/** Creates claims at a fixed rate. Slow responses of the server do not delay the next claims. */
import { setTimeout as delay } from 'node:timers/promises'
import { Connection } from '#bench/http-client.ts'
import { claimBody, requestText } from '#bench/request.ts'
import type { ClaimsJob, Created } from './claims.ts'

const path = '/api/v1/governance/evidence/claims'
const overloaded = 503
let lastNumber = 0

const create = async ({ port, token, perSecond, seconds }: ClaimsJob): Promise<Created> => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'bench-{n}' }
  const request = requestText({ method: 'POST', path, token, headers, body: JSON.stringify(claimBody) })
  const idle: Connection[] = []
  const connections: Connection[] = []
  const failures: unknown[] = []
  let rejectedCount = 0
  const takeConnection = async (): Promise<Connection> => {
    const idleConnection = idle.pop()
    if (idleConnection) return idleConnection
    const newConnection = await Connection.open(port)
    connections.push(newConnection)
    return newConnection
  }
  const createOne = async (): Promise<void> => {
    const connection = await takeConnection()
    const { status, text } = await connection.send({
      head: Buffer.from(request.replaceAll('{n}', String(lastNumber++).padStart(12, '0'))),
    })
    idle.push(connection)
    if (status === overloaded) rejectedCount++
    else if (status !== 201) throw new Error(`the server rejected a claim: ${text}`)
  }
  // Connections are reset at a load of ten alongside other work. It is unknown whether the claim was created.
  const recordFailure = (error: unknown): unknown =>
    error instanceof Error && 'code' in error && error.code === 'ECONNRESET' ? rejectedCount++ : failures.push(error)
  const count = perSecond * seconds
  const pendingRequests: Promise<unknown>[] = []
  const startTime = performance.now()
  while (pendingRequests.length < count) {
    const due = Math.min(count, Math.ceil(((performance.now() - startTime) / 1000) * perSecond))
    while (pendingRequests.length < due) pendingRequests.push(createOne().catch(recordFailure))
    await delay(1)
  }
  await Promise.all(pendingRequests)
  for (const connection of connections) connection.close()
  if (failures.length > 0) throw failures[0]
  return { created: count - rejectedCount, refused: rejectedCount }
}

process.on('message', async (job: ClaimsJob) => {
  try {
    process.send?.(await create(job))
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
process.stdout.write('{"event":"ready"}\n')
