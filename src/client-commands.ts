import type { Command } from 'commander'
import type { ExportOptions } from '#client/export/command.ts'
import type { PushOptions } from '#client/import/push-findings.ts'
import type { VerifyOptions } from '#client/verify/command.ts'

const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value]

/** `probata verify bundle`, which needs no data directory, network or configuration. */
export const addVerifyBundle = (verify: Command, say: (text: string) => void): void => {
  const run = async (file: string, options: VerifyOptions): Promise<void> => {
    const [{ runVerify }, { limitMemory }] = [
      await import('#client/verify/command.ts'),
      await import('#client/verify/node.ts'),
    ]
    limitMemory()
    process.exitCode = await runVerify(file, options, say)
  }
  verify
    .command('bundle')
    .argument('<file>', 'an audit bundle (.asice)')
    .description(
      'check an audit bundle; exits with 0 if it is proven, 1 if it is altered or incomplete, 2 if it is not a bundle, 3 if it is sound but no key was given or a part was not judged, 4 if it is sound but older than a given checkpoint or different from it',
    )
    .option('--key <key>', 'a key from an independent source, or a file with one per line; may be repeated', collect)
    .option('--checkpoint <file>', 'a checkpoint of the ledger that you hold; may be repeated', collect)
    .option('--ca <file>', 'certificates (PEM) of authorities that you trust for e-seals and time-stamps')
    .option('--json', 'the report as one line of JSON')
    .option('--all', 'continue after the first finding')
    .action(run)
}

/** `probata export`, which requests a bundle from a running install through its API, from any machine. */
export const addExport = (program: Command, say: (text: string) => void): void => {
  const run = async (options: ExportOptions): Promise<void> => {
    const { exportBundle } = await import('#client/export/command.ts')
    process.exitCode = await exportBundle(options, say, text => process.stderr.write(`${text}\n`))
  }
  program
    .command('export')
    .description(
      'request a bundle of proof from an install, wait for it, and download it, resuming after interruptions; PROBATA_CLIENT_SECRET holds the secret; exits with 0 if it was downloaded, 1 if it was not, 2 for wrong usage',
    )
    .option('--url <url>', 'the address of the install; by default PROBATA_URL')
    .option(
      '--client-id <id>',
      'a service account with governance.exports:write and :read; by default PROBATA_CLIENT_ID',
    )
    .option('--requirement <id>', 'a requirement of either kind with all its records')
    .option('--package <id>', 'a filing and the claims in it')
    .option('--period <from..to>', 'claims created or decided in that period, and packages with events in it')
    .option('--everything', 'the whole workspace')
    .option('--as-of <moment>', 'claims and packages as they stood at that time')
    .option('--all-rows', 'every row of the audit trail, not only those that prove the records')
    .option('--without-files', 'the records of attached files, without the files')
    .option('--reason <text>', 'for the audit trail')
    .option('--output <file>', 'the file to write the bundle to')
    .option('--id <id>', 'an earlier request: wait for it, and continue its download')
    .option('--wait <minutes>', 'how long to wait for an unavailable install; by default 10')
    .option('--json', 'one line of JSON')
    .action(run)
}

/** `probata push findings`, which sends a scanner's results to a running install through its API. */
export const addPush = (program: Command, say: (text: string) => void): void => {
  const run = async (file: string, options: PushOptions): Promise<void> => {
    const { pushFindings } = await import('#client/import/push-findings.ts')
    process.exitCode = await pushFindings(file, options, say, text => process.stderr.write(`${text}\n`))
  }
  program
    .command('push')
    .description('send results of other programs to an install')
    .command('findings')
    .argument(
      '<file>',
      'the results of a scanner: SARIF 2.1.0, or a table (.csv, .tsv, .xlsx, .xlsm) with a finding in each row',
    )
    .description(
      'record the results of a scanner, each finding once, even if it is sent again; PROBATA_CLIENT_SECRET holds the secret; exits with 0 if they were recorded, 1 if they were not or if remediations were withheld, 2 for wrong usage',
    )
    .option('--url <url>', 'the address of the install; by default PROBATA_URL')
    .option('--client-id <id>', 'a service account with governance.findings:write; by default PROBATA_CLIENT_ID')
    .option('--source <key>', 'the source, the same each time; by default scanner:<name of the scanner>')
    .option('--complete', 'these are all findings of the source: mark its other findings as remediated')
    .option(
      '--confirm-remediations <number>',
      'carry out the remediations that an earlier --complete withheld, if they are at most this many',
    )
    .option('--category <key>', 'the category of the scan, instead of the one that SARIF names; "" for none')
    .option('--root <folder>', 'the folder of the project, where SARIF has absolute paths')
    .option('--reason <text>', 'for the audit trail')
    .option('--scale <from-to>', 'the whole numbers that rate the findings of a table, such as 1-5')
    .option('--worst <number>', 'which end of --scale is the worst')
    .option('--sheet <name>', 'the sheet of a workbook; by default the first')
    .option(
      '--column <field=heading>',
      'which column holds a field (title, severity, score, description, id, rule, host, port, protocol, place, status, aside), if its heading does not say so; may be repeated',
      collect,
    )
    .option('--dry-run', 'only print the content of the file and its interpretation')
    .option('--wait <minutes>', 'how long to wait for an unavailable install; by default 10')
    .option('--json', 'one line of JSON')
    .action(run)
}
