/**
 * The floor of `list`: bare Fastify with the same keyset SQL through pg. Rows are parsed in JavaScript and written by
 * Fastify's serializer, without token check, limits or headers. Arguments: connection (JSON), organization id.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { Type } from 'typebox'
import { Claim } from '#src/features/evidence/claims/claim.ts'

const [connection = '', organizationId = ''] = process.argv.slice(2)
const pool = new pg.Pool({ ...JSON.parse(connection), max: 12 })
const limit = 50

const text = `select id, record from evidence_claim where organization_id = $1 and id < $2 order by id desc limit $3`
const response = Type.Object({
  claims: Type.Array(Claim),
  pagination: Type.Object({ nextCursor: Type.Optional(Type.String()) }),
})

const app = Fastify({ logger: false })
app.get('/claims', { schema: { response: { 200: response } } }, async () => {
  const { rows } = await pool.query({ name: 'page', text, values: [organizationId, '~', limit + 1] })
  const page = rows.slice(0, limit)
  return { claims: page.map(row => JSON.parse(row.record)), pagination: { nextCursor: page.at(-1).id } }
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ event: 'ready', url })}\n`)
