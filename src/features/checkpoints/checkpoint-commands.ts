import type { Command } from 'commander'
import { type Database, install } from '#db/database.ts'
import { statement } from '#db/statement.ts'
import type { Deliveries } from '#http/emission.ts'
import type { Checkpoints, Ledger } from '#http/ledger.ts'
import type { Ids } from '#lib/ids.ts'
import { findKeys } from './queries.ts'
import { newestCheckpoint } from './sign-checkpoint.ts'

interface SigningServices extends AsyncDisposable {
  readonly db: Database
  readonly ids: Ids
  readonly ledger: Ledger
  readonly checkpoints: Checkpoints
}

interface CheckpointCommandContext {
  say(text: string): void
  /** The services of a running server. Rejects without a running server. */
  signing(): Promise<SigningServices>
}

const organizationsWithLedgers = statement(
  'organizations_to_print_ledgers_of',
  {},
  'select * from organizations_with_ledgers() as id',
)

const selectOrganizations = async ({ db }: SigningServices, requestedId: string | undefined): Promise<string[]> => {
  const ledgerIds = (await db.readInstall(organizationsWithLedgers, {})).map(({ id }) => id)
  if (requestedId !== undefined && !ledgerIds.includes(requestedId))
    throw new Error(`No ledger of ${requestedId} exists.`)
  return requestedId === undefined ? ledgerIds : [requestedId]
}

interface Options {
  readonly organization?: string
  readonly json?: true
}

/** Does nothing, because the server finds the deliveries in the queue. */
const noDeliveries: Deliveries = {
  queued: () => undefined,
  changed: () => undefined,
  accessChanged: () => undefined,
}

/** Publishes the newest checkpoint to the external places that lack it. Returns whether all places now hold it. */
const publish = async (
  needs: SigningServices,
  id: string,
  say: CheckpointCommandContext['say'],
  json = false,
): Promise<boolean> => {
  const { checkpoints, ids } = needs
  const newest = await newestCheckpoint(needs, id)
  if (!newest) return true
  const run = { id: ids.next('jrn', Date.now()), signal: new AbortController().signal }
  await checkpoints.publish(noDeliveries, id, run)
  const { generation, size } = newest.head
  const places = await checkpoints.places(id)
  const isBehind = ({ held }: (typeof places)[number]) => held?.generation !== generation || held.size < size
  const { origin } = newest.head
  const results = places.map(place => ({ place: place.place, holds: !isBehind(place) }))
  const lines = results.map(({ place, holds }) => `  ${place}: ${holds ? 'holds it' : 'does not hold it'}`)
  if (json) say(JSON.stringify({ organizationId: id, origin, generation, size, places: results }))
  else say([`${origin}, ${size} rows:`, ...lines].join('\n'))
  return !places.some(isBehind)
}

/** Adds `probata ledger checkpoint`, `publish` and `keys`, which run alongside a server. */
export const addCheckpointCommands = (program: Command, { say, signing }: CheckpointCommandContext): void => {
  const ledger =
    program.commands.find(command => command.name() === 'ledger') ??
    program.command('ledger').description('the ledger of the audit trail')
  const organizationOption = ['--organization <id>', `one of them, or ${install}; by default all`] as const
  const jsonOption = ['--json', 'a line of JSON for each'] as const

  ledger
    .command('checkpoint')
    .description('print the signed state of each ledger, to keep elsewhere')
    .option(...organizationOption)
    .option(...jsonOption)
    .action(async ({ organization, json }: Options) => {
      await using needs = await signing()
      for (const id of await selectOrganizations(needs, organization)) {
        const checkpoint = await newestCheckpoint(needs, id)
        if (checkpoint) say(json ? JSON.stringify({ organizationId: id, note: checkpoint.note }) : checkpoint.note)
      }
    })

  ledger
    .command('publish')
    .description('sign each ledger now and publish it to the places outside; ends with 1 if one does not accept it')
    .option(...organizationOption)
    .option(...jsonOption)
    .action(async ({ organization, json }: Options) => {
      await using needs = await signing()
      if ((await needs.checkpoints.places(install)).length === 0)
        throw new Error('No place outside is configured: PROBATA_CHECKPOINT_DIR and its like, see docs/operating.md.')
      for (const id of await selectOrganizations(needs, organization))
        if (!(await publish(needs, id, say, json))) process.exitCode = 1
    })

  ledger
    .command('keys')
    .description('print the public keys that sign each ledger and its bundles, oldest first')
    .option(...organizationOption)
    .option(...jsonOption)
    .action(async ({ organization, json }: Options) => {
      await using needs = await signing()
      for (const id of await selectOrganizations(needs, organization))
        for (const purpose of ['checkpoint', 'bundle'] as const)
          for (const { vkey } of await needs.db.read(id, findKeys, { purpose, generation: null }))
            say(json ? JSON.stringify({ organizationId: id, purpose, key: vkey }) : vkey)
    })
}
