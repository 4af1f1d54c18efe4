import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Streamed } from '#http/rendered.ts'
import { findHashes } from './queries.ts'
import { ledgerSurfaces } from './surface.ts'
import { hashBytes, subtreeWidth } from './tree.ts'

/** The valid levels and tile numbers; others get a 404, like any other unknown id. */
const patterns = { level: /^[0-5]$/, n: /^(0|[1-9]\d{0,12})$/ }

export const getLedgerTile = readEndpoint({
  name: 'getLedgerTile',
  summary: 'Get the hashes of a tile: 32 bytes for each of 256 leaves or subtrees',
  ...ledgerSurfaces('/tile/{level}/{n}'),
  media: 'application/octet-stream',
  params: Type.Object({
    level: Type.String({ maxLength: 100, description: '0 for leaves, 1 for subtrees of 256 leaves, and so on to 5.' }),
    n: Type.String({ maxLength: 100, description: 'The number of the tile, from 0.' }),
  }),
  query: Type.Object({
    width: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: subtreeWidth,
        description: 'The number of hashes; 256, a whole tile, if omitted.',
      }),
    ),
    generation: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'The newest if omitted.' }),
    ),
  }),
  response: Type.String({ description: 'The hashes, one after another (c2sp.org/tlog-tiles).' }),
  errors: ['not_found'],
  async run(call, { params: { level, n }, query: { width = subtreeWidth, generation } }) {
    if (!patterns.level.test(level) || !patterns.n.test(n)) throw notFound('tile')
    const head = await call.ledger.head(call.read, generation)
    const from = Number(n) * subtreeWidth
    const range = { levels: [Number(level)], froms: [from], tos: [from + width] }
    const [tile] = head ? await call.read(findHashes, { generation: head.generation, ...range }) : []
    // The tile is incomplete if rows were sealed after the head was read.
    if (!tile || tile.hashes.length < width * hashBytes) throw notFound('tile')
    return new Streamed(tile.hashes.length, Readable.from([tile.hashes]))
  },
})
