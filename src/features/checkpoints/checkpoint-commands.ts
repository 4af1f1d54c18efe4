import type { Command } from 'commander'
import { type Database, install } from '#db/database.ts'
import { statement } from '#db/statement.ts'
import type { Deliveries } from '#http/emission.ts'
import type { Checkpoints, Ledger } from '#http/ledger.ts'
import type { Ids } from '#lib/ids.ts'
import { findKeys } from './queries.ts'
import { newestCheckpoint } from './sign-checkpoint.ts'

interface Signing extends AsyncDisposable {
  readonly db: Database
  readonly ids: Ids
  readonly ledger: Ledger
  readonly checkpoints: Checkpoints
}

interface Surroundings {
  say(text: string): void
  /** The services of a running server. Rejects without a running server. */
  signing(): Promise<Signing>
}

const organizationsWithLedgers = statement(
  'organizations_to_print_ledgers_of',
  {},
  'select * from organizations_with_ledgers() as id',
)

const organizationsOf = async ({ db }: Signing, only: string | undefined): Promise<string[]> => {
  const known = (await db.readInstall(organizationsWithLedgers, {})).map(({ id }) => id)
  if (only !== undefined && !known.includes(only)) throw new Error(`No ledger of ${only} exists.`)
  return only === undefined ? known : [only]
}

interface Options {
  readonly organization?: string
  readonly json?: true
}

/** Does nothing, because the server finds the deliveries in the queue. */
const leftToTheServer: Deliveries = {
  queued: () => undefined,
  changed: () => undefined,
  accessChanged: () => undefined,
}

/** Sends the newest checkpoint to the outside places that lack it. Returns whether all places now hold it. */
const publish = async (needs: Signing, id: string, say: Surroundings['say'], json = false): Promise<boolean> => {
  const { checkpoints, ids } = needs
  const newest = await newestCheckpoint(needs, id)
  if (!newest) return true
  const run = { id: ids.next('jrn', Date.now()), signal: new AbortController().signal }
  await checkpoints.publish(leftToTheServer, id, run)
  const { generation, size } = newest.head
  const places = await checkpoints.places(id)
  const isBehind = ({ held }: (typeof places)[number]) => held?.generation !== generation || held.size < size
  const { origin } = newest.head
  const published = places.map(place => ({ place: place.place, holds: !isBehind(place) }))
  const lines = published.map(({ place, holds }) => `  ${place}: ${holds ? 'holds it' : 'does not hold it'}`)
  if (json) say(JSON.stringify({ organizationId: id, origin, generation, size, places: published }))
  else say([`${origin}, ${size} rows:`, ...lines].join('\n'))
  return !places.some(isBehind)
}

/** Adds `probata ledger checkpoint`, `publish` and `keys`, which run alongside a server. */
export const addCheckpointCommands = (program: Command, { say, signing }: Surroundings): void => {
  const ledger =
    program.commands.find(command => command.name() === 'ledger') ??
    program.command('ledger').description('the ledger of the audit trail')
  const which = ['--organization <id>', `one of them, or ${install}; by default all`] as const
  const asJson = ['--json', 'a line of JSON for each'] as const

  ledger
    .command('checkpoint')
    .description('print the signed state of each ledger, to keep elsewhere')
    .option(...which)
    .option(...asJson)
    .action(async ({ organization, json }: Options) => {
      await using needs = await signing()
      for (const id of await organizationsOf(needs, organization)) {
        const found = await newestCheckpoint(needs, id)
        if (found) say(json ? JSON.stringify({ organizationId: id, note: found.note }) : found.note)
      }
    })

  ledger
    .command('publish')
    .description('sign each ledger now and publish it to the places outside; ends with 1 if one does not accept it')
    .option(...which)
    .option(...asJson)
    .action(async ({ organization, json }: Options) => {
      await using needs = await signing()
      if ((await needs.checkpoints.places(install)).length === 0)
        throw new Error('No place outside is configured: PROBATA_CHECKPOINT_DIR and its like, see docs/operating.md.')
      for (const id of await organizationsOf(needs, organization))
        if (!(await publish(needs, id, say, json))) process.exitCode = 1
    })

  ledger
    .command('keys')
    .description('print the public keys that sign each ledger and its bundles, oldest first')
    .option(...which)
    .option(...asJson)
    .action(async ({ organization, json }: Options) => {
      await using needs = await signing()
      for (const id of await organizationsOf(needs, organization))
        for (const purpose of ['checkpoint', 'bundle'] as const)
          for (const { vkey } of await needs.db.read(id, findKeys, { purpose, generation: null }))
            say(json ? JSON.stringify({ organizationId: id, purpose, key: vkey }) : vkey)
    })
}
