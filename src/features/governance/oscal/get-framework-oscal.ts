import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { createFileInSlot } from '#http/limit-file-creation.ts'
import { readRecord } from '#http/record.ts'
import { Streamed } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { Clause, maxClauses } from '#src/features/governance/clauses/clause.ts'
import { listClausesOfStatus } from '#src/features/governance/clauses/clause-queries.ts'
import { Framework, frameworkView } from '#src/features/governance/frameworks/framework.ts'
import { catalogOf } from './catalog.ts'

export const getFrameworkOscal = readEndpoint({
  name: 'getFrameworkOscal',
  summary: 'Get a framework with its active clauses as an OSCAL catalog; importing it yields the same clauses',
  tag: 'Frameworks',
  workspace: { path: '/frameworks/{frameworkId}/oscal', roles: [...roles] },
  media: 'application/oscal.catalog+json',
  params: Type.Object({ frameworkId: Reference('gfw') }),
  response: Type.String({ description: 'NIST OSCAL, a catalog as JSON.' }),
  errors: ['not_found'],
  async run(call, { params: { frameworkId } }) {
    const { record } = await frameworkView.find(call, frameworkId)
    const framework = readRecord(Framework, record)
    return createFileInSlot(call.actor.id, async () => {
      // Reads all clauses at once: one import has at most 32 MiB, and the tree needs all its parts.
      const parameters = { frameworkId, position: '', status: 'active', limit: maxClauses }
      const clauses = (await call.read(listClausesOfStatus, parameters)).map(({ record }) => readRecord(Clause, record))
      const bytes = Buffer.from(catalogOf(framework, clauses, call.actor.sample))
      const headers = { 'content-disposition': `attachment; filename="${framework.id}-catalog.json"` }
      return new Streamed(bytes.length, Readable.from([bytes], { objectMode: true }), { headers })
    })
  },
})
