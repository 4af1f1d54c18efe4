import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { sha256Hex } from '#lib/hash.ts'
import { isProbeKey } from '#src/features/storage/posture/folder-probes.ts'
import type { Campaign } from './campaign.ts'
import type { Findings } from './findings.ts'
import { invariantQueries, storedRecords } from './invariant-queries.ts'
import type { AcknowledgedWrite } from './ledger.ts'
import { connectionTo } from './postgres-processes.ts'

/** Checks the properties that only the database shows. Connects as the owner of its tables. */
export const inspectDatabase = async (
  campaign: Campaign,
  ledger: readonly AcknowledgedWrite[],
  findings: Findings,
): Promise<void> => {
  const client = new pg.Client(connectionTo(campaign.setting.dataDir))
  await client.connect()
  const list = async (text: string, values: unknown[] = []): Promise<string[]> => {
    const { rows } = await client.query({ text, values, rowMode: 'array' })
    return rows.map(([value]) => String(value))
  }
  try {
    for (const { kind, description, text } of invariantQueries)
      findings[kind].push(...(await list(text)).map(value => `${description}: ${value}`))
    for (const { kind, text } of storedRecords) {
      const foundIds = new Set(await list(text))
      const acknowledgedIds = new Set(ledger.filter(entry => entry.kind === kind).map(({ id }) => id))
      findings.lost.push(...[...acknowledgedIds].filter(id => !foundIds.has(id)).map(id => `${kind} ${id} has no row`))
      const unknownIds = [...foundIds].filter(id => !acknowledgedIds.has(id))
      findings.duplicated.push(...unknownIds.map(id => `${kind} ${id} was never acknowledged`))
    }
    await compareSnapshots(client, ledger, findings)
    const keys = await list(`select object_key from blob_copy where state = 'verified'`)
    compareFiles(campaign.setting.dataDir, keys, findings)
  } finally {
    await client.end()
  }
}

const compareSnapshots = async (
  client: pg.Client,
  ledger: readonly AcknowledgedWrite[],
  findings: Findings,
): Promise<void> => {
  const { rows } = await client.query('select id, source_snapshot, claim_snapshot from evidence_claim')
  const digests = new Map(rows.map(row => [row.id, sha256Hex(`[${row.source_snapshot},${row.claim_snapshot}]`)]))
  for (const { kind, id, content } of ledger) {
    if (kind === 'claim' && digests.has(id) && digests.get(id) !== content)
      findings.torn.push(`the snapshots of claim ${id} differ from those that were sent`)
  }
}

/**
 * Checks that the blob folder contains only files that a copy names, and leftovers of a killed probe, which a later
 * probe removes.
 */
const compareFiles = (dataDir: string, keys: readonly string[], findings: Findings): void => {
  const entries = readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })
  const files = new Set(entries.filter(entry => entry.isFile()).map(({ name }) => name))
  const knownKeys = new Set(keys)
  findings.orphaned.push(
    ...[...files].filter(name => !knownKeys.has(name) && !isProbeKey(name)).map(name => `file ${name} of no copy`),
  )
  findings.torn.push(...keys.filter(key => !files.has(key)).map(key => `copy without its file ${key}`))
}
