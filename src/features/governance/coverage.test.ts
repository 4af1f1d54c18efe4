import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { poolSettings } from '#db/database.ts'
import { sessionOf } from '#db/session.ts'
import { statements } from '#db/statement.ts'
import { explain, nodes } from '#test/plans-reading.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { loadStatements } from '#test/rows/load-statements.ts'

const frameworkStatements = [
  'count_framework_coverage',
  'list_framework_chapters',
  'list_framework_coverage',
  'list_clause_applicability',
  'list_workspace_clauses',
]

/** The only such join that is allowed: the frameworks of an overview, at most 50, with their counts. */
const allowedFilter = '(k.framework_id = (w.id)::text)'

test('without statistics, no statement about a framework compares every row of one list with every row of another', async () => {
  await loadStatements()
  await using database = await createTestDatabase()
  const app = new pg.Client(sessionOf({ ...database.connection, options: '-c role=probata_app' }, poolSettings))
  await app.connect()
  try {
    const filters: string[] = []
    for (const name of frameworkStatements) {
      const statement = statements().get(name)
      assert.ok(statement, name)
      for (const node of nodes(await explain(app, 'generic_plan', statement.text))) {
        const filter = node['Join Filter']
        if (filter && filter !== allowedFilter) filters.push(`${name}: ${filter}`)
      }
    }
    assert.deepEqual(filters, [])
  } finally {
    await app.end()
  }
})
