import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import type { Database } from '#db/database.ts'
import type { VerifyRecords } from '#shared/record-verifier.ts'
import type { continueAsNew } from './continue-ledger.ts'
import type { LedgerFinding } from './verification.ts'
import type { VerifiedLedger } from './verify-now.ts'

type Needs = Parameters<typeof continueAsNew>[0]

interface Surroundings {
  say(text: string): void
  /** The database of a server that may be running. Rejects without a database. */
  database(): Promise<Database>
  verifyRecords(): Promise<VerifyRecords>
  /** The same database, with everything that starting a generation needs. */
  ledger(): Promise<AsyncDisposable & Needs>
}

interface VerifyOptions {
  readonly checkpoint: readonly string[]
  readonly json?: true
}

/** The exit codes, the same as those of `probata verify bundle`. */
const exits = { proven: 0, altered: 1, unusable: 2, unproven: 3 } as const

const says: Readonly<Record<LedgerFinding['kind'], string>> = {
  rowAltered: 'differs from what was sealed',
  rowDeleted: 'is gone',
  leafMissing: 'has lost its leaf',
  neverSealed: 'was inserted without being sealed',
  treeAltered: 'the tree does not match its leaves',
  tailCut: 'rows covered by a checkpoint are missing at the end',
  historyRewritten: 'the history covered by a checkpoint was rewritten',
  erasureWithoutRow: 'was emptied without a row that names the person',
  recordAltered: 'differs from what its rows say',
  recordUnbound: 'has no row that records its creation',
  recordMissing: 'is missing, although rows refer to it',
}

const findingLine = ({ kind, eventId, generation, leafIndex, table, recordId, column }: LedgerFinding): string => {
  const place = leafIndex === null ? '' : ` (generation ${generation ?? '?'}, at ${leafIndex})`
  const at = table === null ? place : ` (${[table, column].filter(name => name !== null).join('.')})`
  return `  ${kind}: ${eventId ?? recordId ?? 'ledger'}${at} ${says[kind]}`
}

const ledgerLines = ({ organizationId, compared, findings, ...looked }: VerifiedLedger): string[] => {
  const verdict = findings.length === 0 ? 'sound' : 'ALTERED'
  const held = compared.length > 0 ? `, ${compared.length} of your checkpoints match` : ''
  const { rows, pruned, records, unbound } = looked
  const gone = pruned > 0 ? `, ${pruned} of them pruned` : ''
  const early = unbound > 0 ? `, ${unbound} of them from an earlier release without binding rows` : ''
  const well = findings.length === 0 ? held : ''
  return [
    `${organizationId}: ${verdict}, ${rows} rows${gone}, ${records} records${early}${well}`,
    ...findings.map(findingLine),
  ]
}

const collect = (file: string, before: readonly string[]): string[] => [...before, file]

const reason = (text: string): string => {
  const length = [...text.trim()].length
  if (length < 10 || length > 2000) throw new InvalidArgumentError('It must have 10 to 2000 characters.')
  return text.trim()
}

const childOf = (program: Command, name: string, description: string): Command =>
  program.commands.find(command => command.name() === name) ?? program.command(name).description(description)

/** `probata verify ledger` and `probata ledger continue`. */
export const addLedgerCommands = (program: Command, { say, database, verifyRecords, ledger }: Surroundings): void => {
  const verify = async ({ checkpoint: files, json }: VerifyOptions): Promise<void> => {
    // Set until the run completes, because a run that stops early has proved nothing.
    process.exitCode = exits.unusable
    const { readCheckpoint, verifyNow } = await import('./verify-now.ts')
    const kept = await Promise.all(files.map(async file => readCheckpoint(file, await readFile(file, 'utf8'))))
    await using db = await database()
    const verified: VerifiedLedger[] = []
    for await (const one of verifyNow(db, await verifyRecords(), kept, new AbortController().signal)) {
      verified.push(one)
      if (!json) say(ledgerLines(one).join('\n'))
    }
    const isAltered = verified.some(({ findings }) => findings.length > 0)
    const sound = kept.length > 0 ? exits.proven : exits.unproven
    process.exitCode = isAltered ? exits.altered : sound
    if (json) say(JSON.stringify({ verdict: isAltered ? 'altered' : 'sound', ledgers: verified }))
    else if (!isAltered && kept.length === 0)
      say('Consistent in itself. Without a checkpoint kept elsewhere, the owner of the database could have rebuilt it.')
  }

  childOf(program, 'verify', 'verify tamper-evident data')
    .command('ledger')
    .description(
      'compare every row of the audit trail with the ledger, and every record with its rows; ends with 0, with 1 if anything was altered, with 2 if it could not finish, with 3 if no checkpoint is given',
    )
    .option('--checkpoint <file>', 'a checkpoint kept outside; may be repeated', collect, [])
    .option('--json', 'one line of JSON')
    .action(verify)

  const goOn = async ({ reason: why, json }: { readonly reason: string; readonly json?: true }): Promise<void> => {
    const { continueAsNew } = await import('./continue-ledger.ts')
    await using needs = await ledger()
    const begun = await continueAsNew(needs, why)
    if (json) say(JSON.stringify(begun))
    else say(begun.map(({ origin }) => `${origin} has begun`).join('\n') || 'No ledger exists yet.')
  }

  childOf(program, 'ledger', 'the ledger of the audit trail')
    .command('continue')
    .description('begin a new generation of every ledger, after an older backup was restored or a signing key was lost')
    .requiredOption('--reason <reason>', 'the reason, for the audit trail', reason)
    .option('--json', 'one line of JSON')
    .action(goOn)
}
