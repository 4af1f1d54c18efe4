import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { invalid, notFound } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { ledgerSurfaces } from './surface.ts'

// RFC 6962, section 2.1.2, defines no proof for an empty tree.
const size = (description: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description })

const Consistency = Type.Object(
  {
    from: size('The smaller size.'),
    to: size('The larger size.'),
    hashes: Type.Array(Type.String(), { description: 'Base64, in the order of RFC 6962 section 2.1.2.' }),
  },
  { title: 'LedgerConsistency' },
)

export const getLedgerConsistency = readEndpoint({
  name: 'getLedgerConsistency',
  summary: 'Get the proof that the ledger at one size is a prefix of the ledger at a larger size',
  ...ledgerSurfaces('/consistency'),
  query: Type.Object({
    from: size('The smaller size, such as the size of a checkpoint that you kept.'),
    to: size('The larger size.'),
    generation: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'The newest if omitted.' }),
    ),
  }),
  response: Consistency,
  errors: ['not_found'],
  async run(call, { query: { from, to, generation } }) {
    if (from > to) throw invalid(['from'], sentence`field.beyond_to: is larger than \`to\``)
    const head = await call.ledger.head(call.read, generation)
    if (!head) throw notFound('ledger')
    if (to > head.size)
      throw invalid(
        ['to'],
        sentence`field.beyond_ledger: is larger than the ledger, which has ${{ size: head.size }} rows`,
      )
    const hashes = await call.ledger.consistency(call.read, head.generation, from, to)
    return { from, to, hashes: hashes.map(hash => hash.toString('base64')) }
  },
})
