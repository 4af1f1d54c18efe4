import { type Command, CommanderError } from 'commander'
import type { Asked } from '#client/verify/command.ts'

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** A script tells by the exit what was found, so a mistyped option is 2, as the verifier by itself has it. */
const usageIsTwo = (error: CommanderError): never => {
  if (error.exitCode === 0) throw error
  throw new CommanderError(2, error.code, error.message)
}

/** `probata verify bundle`: needs no data directory, no network and no configuration. */
export const addVerifyBundle = (verify: Command, say: (text: string) => void): void => {
  const run = async (file: string, asked: Asked): Promise<void> => {
    const { runVerify } = await import('#client/verify/command.ts')
    process.exitCode = await runVerify(file, asked, say)
  }
  verify
    .command('bundle')
    .argument('<file>', 'an audit bundle (.asice)')
    .description(
      'check an audit bundle; ends with 0 proven, 1 altered or incomplete, 2 no bundle, 3 sound but no key named or not judged, 4 sound but other than a checkpoint given',
    )
    .option('--key <key>', 'a key that you know from elsewhere, or a file with one a line; may be repeated', collect)
    .option('--checkpoint <file>', 'a checkpoint of the ledger that you hold; may be repeated', collect)
    .option('--ca <file>', 'certificates (PEM) of authorities that you trust for e-seals and time-stamps')
    .option('--json', 'the report as one line of JSON')
    .option('--all', 'go on after the first finding')
    .exitOverride(usageIsTwo)
    .action(run)
}
