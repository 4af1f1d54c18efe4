import type { Command } from 'commander'
import type { Checkpoints, Ledger } from '#api/ledger.ts'
import { type Database, install } from '#db/database.ts'
import { rows, statement } from '#db/statement.ts'
import { findKeys } from './queries.ts'
import { newestCheckpoint } from './sign-checkpoint.ts'

interface Signing extends AsyncDisposable {
  readonly db: Database
  readonly ledger: Ledger
  readonly checkpoints: Checkpoints
}

interface Surroundings {
  say(text: string): void
  /** What a server that may be running uses. Rejects where there is none. */
  signing(): Promise<Signing>
}

const organizationsWithLedgers = statement(
  'organizations_to_print_ledgers_of',
  {},
  'select * from organizations_with_ledgers() as id',
  rows<{ id: string }>,
)

const organizationsOf = async ({ db }: Signing, only: string | undefined): Promise<string[]> => {
  const known = (await db.readInstall(organizationsWithLedgers, {})).map(({ id }) => id)
  if (only !== undefined && !known.includes(only)) throw new Error(`There is no ledger of ${only}.`)
  return only === undefined ? known : [only]
}

interface Options {
  readonly organization?: string
}

/** `probata ledger checkpoint` and `probata ledger keys`, beside a server that may be running. */
export const addCheckpointCommands = (program: Command, { say, signing }: Surroundings): void => {
  const ledger =
    program.commands.find(command => command.name() === 'ledger') ??
    program.command('ledger').description('the ledger of the audit trail')
  const which = ['--organization <id>', `one of them, or ${install}; all when left out`] as const

  ledger
    .command('checkpoint')
    .description('print the signed state of each ledger, to be kept somewhere else')
    .option(...which)
    .action(async ({ organization }: Options) => {
      await using needs = await signing()
      for (const id of await organizationsOf(needs, organization)) {
        const found = await newestCheckpoint(needs, id)
        if (found) say(found.note)
      }
    })

  ledger
    .command('keys')
    .description('print the public keys that sign each ledger and its bundles, oldest first')
    .option(...which)
    .action(async ({ organization }: Options) => {
      await using needs = await signing()
      for (const id of await organizationsOf(needs, organization))
        for (const purpose of ['checkpoint', 'bundle'] as const)
          for (const { vkey } of await needs.db.read(id, findKeys, { purpose, generation: null })) say(vkey)
    })
}
