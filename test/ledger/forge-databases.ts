import { createRandom } from '#test/faults/random.ts'
import { boot } from '#test/system.ts'
import { databaseForgeries, openForger } from './forge-database.ts'
import { createAuditRows, insertAuditRows } from './many-rows.ts'

interface Campaign {
  readonly seed: string
  readonly edits: number
  readonly rows: number
}

interface Outcome {
  readonly edits: number
  readonly asExpected: number
  /** The kinds of forgery whose findings differ from the expected ones, with the difference. */
  readonly astray: Readonly<Record<string, string>>
  /** The number of findings before any forgery. */
  readonly clean: number
}

/**
 * Edits the tables as a superuser, with one kind of forgery after another, and compares the findings with the expected
 * ones.
 */
export const forgeDatabases = async ({ seed, edits, rows }: Campaign): Promise<Outcome> => {
  await using p = await boot()
  const [acme] = await p.sql(`select id from organization where slug = 'acme'`)
  const organization = String(acme?.id)
  const [rowsBefore] = await p.sql('select count(*)::integer as rows from audit_event where organization_id = $1', [
    organization,
  ])
  await p.sql(insertAuditRows, [organization, ...createAuditRows(rows)])
  await p.system.runJob('seal-ledger')
  await using forger = await openForger(p.connection, organization, Number(rowsBefore?.rows))
  const clean = await forger.findings()
  const random = createRandom(seed)
  const names = Object.keys(databaseForgeries)
  const unexpected: Record<string, string> = {}
  let asExpected = 0
  for (let i = 0; i < edits; i++) {
    const kind = names[i % names.length] ?? ''
    const findings = await forger.forge(kind, random)
    const expected = databaseForgeries[kind]
    const firstFindings = { without: findings.without[0]?.kind, with: findings.with[0]?.kind }
    if (firstFindings.without === expected?.without && firstFindings.with === expected?.with) asExpected++
    else unexpected[kind] = JSON.stringify(findings)
  }
  return { edits, asExpected, astray: unexpected, clean: clean.length }
}
