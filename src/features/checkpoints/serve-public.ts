import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointServices, Provided } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { readMethods } from '#http/known-paths.ts'
import { noSuchEndpoint } from '#http/sentences.ts'
import { addressKey } from '#lib/address-key.ts'
import { sentence } from '#lib/sentence.ts'
import { findKeys, findLedgerVisibility } from './queries.ts'
import { newestCheckpoint } from './sign-checkpoint.ts'
import { parseTilePath, readTileBytes } from './tiles.ts'

interface Log {
  readonly services: EndpointServices & Provided<'checkpoints'>
  readonly organizationId: string
  readonly generation: number
}

interface Content {
  readonly type: string
  readonly body: string | Buffer
  readonly cache: string
}

const text = 'text/plain; charset=utf-8'
const shortCache = 'max-age=5'
const permanentCache = 'max-age=31536000, immutable'

const readCheckpoint = async ({ services, organizationId, generation }: Log): Promise<Content | undefined> => {
  const checkpoint = await newestCheckpoint(services, organizationId, generation)
  return checkpoint && { type: text, body: checkpoint.note, cache: shortCache }
}

const readKeys = async ({ services, organizationId, generation }: Log): Promise<Content | undefined> => {
  const keys = await services.db.read(organizationId, findKeys, { purpose: 'checkpoint', generation })
  return keys.length > 0
    ? { type: text, body: keys.map(({ vkey }) => `${vkey}\n`).join(''), cache: shortCache }
    : undefined
}

const readTileContent = async (
  { services, organizationId, generation }: Log,
  path: string,
): Promise<Content | undefined> => {
  const tile = parseTilePath(path)
  const bytes =
    tile &&
    (await readTileBytes(
      (statement, values) => services.db.read(organizationId, statement, values),
      { generation },
      tile,
    ))
  return bytes && { type: 'application/octet-stream', body: bytes, cache: permanentCache }
}

const files: Readonly<Record<string, (log: Log) => Promise<Content | undefined>>> = {
  __proto__: null as never,
  checkpoint: readCheckpoint,
  keys: readKeys,
}

const noSuchLog = () => new Refusal('not_found', noSuchEndpoint)

/** Limits requests per address and minute, across all workspaces. 600 tiles cover a tree of 150,000 rows. */
const limitRequests = async (
  { limiter }: EndpointServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const { allowed, headers } = await limiter.consume([{ bucket: 'ledger-address', key: addressKey(request.ip) }])
  void reply.headers(headers)
  if (!allowed)
    throw new Refusal(
      'rate_limited',
      sentence`request.too_many_from_address: Too many requests from this address; try again later.`,
      { headers },
    )
}

/**
 * Serves checkpoints, keys and tiles at the address in the origin of a log (c2sp.org/tlog-tiles), for workspaces with a
 * public ledger. For any other workspace, the response is as if it did not exist.
 */
export const servePublicLedger = (app: FastifyInstance, services: EndpointServices & Provided<'checkpoints'>): void => {
  app.route<{ Params: { organizationId: string; generation: string; '*': string } }>({
    method: readMethods,
    url: '/ledger/:organizationId/:generation/*',
    async handler(request, reply) {
      await limitRequests(services, request, reply)
      const { organizationId, generation: generationText, '*': path } = request.params
      const generation = /^[1-9]\d{0,8}$/.test(generationText) ? Number(generationText) : undefined
      if (!/^org_[0-9A-HJKMNP-TV-Z]{26}$/.test(organizationId) || generation === undefined) throw noSuchLog()
      const [organization] = await services.db.read(organizationId, findLedgerVisibility, {})
      if (!organization?.ledger_public) throw noSuchLog()
      const log = { services, organizationId, generation }
      const content = await (files[path]?.(log) ?? readTileContent(log, path))
      if (!content) throw noSuchLog()
      return reply.type(content.type).header('cache-control', content.cache).send(content.body)
    },
  })
}
