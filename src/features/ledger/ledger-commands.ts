import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import type { Database } from '#db/database.ts'
import type { VerifyRecords } from '#shared/record-verifier.ts'
import type { startNewGeneration } from './continue-ledger.ts'
import type { LedgerFinding } from './verification.ts'
import type { VerifiedLedger } from './verify-now.ts'

type GenerationServices = Parameters<typeof startNewGeneration>[0]

interface LedgerCommandContext {
  say(text: string): void
  /** The database of a server that may be running. Rejects without a database. */
  database(): Promise<Database>
  verifyRecords(): Promise<VerifyRecords>
  /** The services that starting a new generation needs, with the same database. */
  ledger(): Promise<AsyncDisposable & GenerationServices>
}

interface VerifyOptions {
  readonly checkpoint: readonly string[]
  readonly json?: true
}

/** The exit codes, the same as those of `probata verify bundle`. */
const exitCodes = { proven: 0, altered: 1, unusable: 2, unproven: 3 } as const

const findingTexts: Readonly<Record<LedgerFinding['kind'], string>> = {
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
  const positionText = leafIndex === null ? '' : ` (generation ${generation ?? '?'}, at ${leafIndex})`
  const locationText = table === null ? positionText : ` (${[table, column].filter(name => name !== null).join('.')})`
  return `  ${kind}: ${eventId ?? recordId ?? 'ledger'}${locationText} ${findingTexts[kind]}`
}

const ledgerLines = ({ organizationId, compared, findings, ...counts }: VerifiedLedger): string[] => {
  const verdict = findings.length === 0 ? 'sound' : 'ALTERED'
  const comparedText = compared.length > 0 ? `, ${compared.length} of your checkpoints match` : ''
  const { rows, pruned, records, unbound } = counts
  const prunedText = pruned > 0 ? `, ${pruned} of them pruned` : ''
  const unboundText = unbound > 0 ? `, ${unbound} of them from an earlier release without binding rows` : ''
  const successText = findings.length === 0 ? comparedText : ''
  return [
    `${organizationId}: ${verdict}, ${rows} rows${prunedText}, ${records} records${unboundText}${successText}`,
    ...findings.map(findingLine),
  ]
}

const appendFile = (file: string, files: readonly string[]): string[] => [...files, file]

const readReason = (text: string): string => {
  const length = [...text.trim()].length
  if (length < 10 || length > 2000) throw new InvalidArgumentError('It must have 10 to 2000 characters.')
  return text.trim()
}

const findOrAddCommand = (program: Command, name: string, description: string): Command =>
  program.commands.find(command => command.name() === name) ?? program.command(name).description(description)

/** `probata verify ledger` and `probata ledger continue`. */
export const addLedgerCommands = (
  program: Command,
  { say, database, verifyRecords, ledger }: LedgerCommandContext,
): void => {
  const verify = async ({ checkpoint: files, json }: VerifyOptions): Promise<void> => {
    // The exit code if the run stops early, because such a run has proved nothing.
    process.exitCode = exitCodes.unusable
    const { readCheckpoint, verifyNow } = await import('./verify-now.ts')
    const knownCheckpoints = await Promise.all(
      files.map(async file => readCheckpoint(file, await readFile(file, 'utf8'))),
    )
    await using db = await database()
    const verified: VerifiedLedger[] = []
    for await (const verification of verifyNow(
      db,
      await verifyRecords(),
      knownCheckpoints,
      new AbortController().signal,
    )) {
      verified.push(verification)
      if (!json) say(ledgerLines(verification).join('\n'))
    }
    const isAltered = verified.some(({ findings }) => findings.length > 0)
    const unalteredCode = knownCheckpoints.length > 0 ? exitCodes.proven : exitCodes.unproven
    process.exitCode = isAltered ? exitCodes.altered : unalteredCode
    if (json) say(JSON.stringify({ verdict: isAltered ? 'altered' : 'sound', ledgers: verified }))
    else if (!isAltered && knownCheckpoints.length === 0)
      say('Consistent in itself. Without a checkpoint kept elsewhere, the owner of the database could have rebuilt it.')
  }

  findOrAddCommand(program, 'verify', 'verify tamper-evident data')
    .command('ledger')
    .description(
      'compare every row of the audit trail with the ledger, and every record with its rows; ends with 0, with 1 if anything was altered, with 2 if it could not finish, with 3 if no checkpoint is given',
    )
    .option('--checkpoint <file>', 'a checkpoint kept outside; may be repeated', appendFile, [])
    .option('--json', 'one line of JSON')
    .action(verify)

  const continueLedgers = async ({
    reason,
    json,
  }: {
    readonly reason: string
    readonly json?: true
  }): Promise<void> => {
    const { startNewGeneration } = await import('./continue-ledger.ts')
    await using services = await ledger()
    const continued = await startNewGeneration(services, reason)
    if (json) say(JSON.stringify(continued))
    else say(continued.map(({ origin }) => `${origin} has begun`).join('\n') || 'No ledger exists yet.')
  }

  findOrAddCommand(program, 'ledger', 'the ledger of the audit trail')
    .command('continue')
    .description('begin a new generation of every ledger, after an older backup was restored or a signing key was lost')
    .requiredOption('--reason <reason>', 'the reason, for the audit trail', readReason)
    .option('--json', 'one line of JSON')
    .action(continueLedgers)
}
