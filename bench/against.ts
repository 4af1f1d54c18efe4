/**
 * `npm run bench:against -- FOLDER [NAME…]`: against another version of the program that is checked out and installed
 * (`npm ci`) in that folder, both served at once and measured in turns. All of it, or `create`, `list`, `session`,
 * `sign-in`, `upload`, `open` and `attach` by name.
 */
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { type AccessRate, accessRounds, addPeople } from './access-rates.ts'
import { attachSmall, claimsToAttachTo } from './attach.ts'
import { type Figure, figure, render } from './benchmark.ts'
import { startLoad } from './load.ts'
import { attach, readAll } from './open.ts'
import { requestText } from './request.ts'
import { provision, type Server, startServer } from './server.ts'
import { interleave, spreadOf } from './statistics.ts'
import { ourSide, send } from './upload.ts'

const [folder, ...names] = process.argv.slice(2)
if (!folder) throw new Error('say where the other version is: npm run bench:against -- FOLDER')
const other: { startServer: typeof startServer; provision: typeof provision } = await import(
  join(resolve(folder), 'bench', 'server.ts')
)

addPeople(provision)
addPeople(other.provision)
await using ours = await startServer()
await using theirs = await other.startServer()
await using load = await startLoad()

const rounds = 11
const show = (shown: Figure) => process.stdout.write(`${render(shown)}\n`)

/** Prepares both servers, then measures them in turns. */
const inTurns = async <T>(prepare: (server: Server) => Promise<() => Promise<T>>) =>
  interleave({ rounds, ours: await prepare(ours), floor: await prepare(theirs) })

const compare = async (
  what: string,
  unit: string,
  prepare: (server: Server) => Promise<() => Promise<number>>,
): Promise<void> => {
  const measured = await inTurns(prepare)
  show(
    figure({
      what: `${what} against the other version`,
      samples: measured.map(({ ours, floor }) => ours / floor),
      atLeast: 0.98,
      detail: `${unit}, ours:theirs, ${measured.map(({ ours, floor }) => `${ours.toFixed()}:${floor.toFixed()}`).join(' ')}`,
    }),
  )
}

const medians = (pairs: readonly { ours: AccessRate; floor: AccessRate }[]): string => {
  const of = (side: 'ours' | 'floor') => spreadOf(pairs.map(pair => pair[side].cpuMs)).median.toFixed(2)
  return `${of('ours')}:${of('floor')}`
}

const compareAccess = async ([what, round]: (typeof accessRounds)[string]): Promise<void> => {
  const measured = await inTurns(server => round(server, load))
  const pairs = measured.map(({ ours, floor }) => `${ours.perSecond.toFixed()}:${floor.perSecond.toFixed()}`)
  show(
    figure({
      what: `${what}, requests/s against the other version`,
      samples: measured.map(({ ours, floor }) => ours.perSecond / floor.perSecond),
      atLeast: 0.98,
      detail: `ours:theirs, ${pairs.join(' ')}`,
    }),
  )
  show(
    figure({
      what: `${what}, CPU of the other version for each against ours`,
      samples: measured.map(({ ours, floor }) => floor.cpuMs / ours.cpuMs),
      atLeast: 0.98,
      detail: `ms of Node and PostgreSQL, medians, ours:theirs, ${medians(measured)}`,
    }),
  )
}

const comparisons: Readonly<Record<string, () => Promise<void>>> = {
  ...Object.fromEntries(Object.entries(accessRounds).map(([name, one]) => [name, () => compareAccess(one)])),
  upload: () =>
    compare(
      'upload 100 MiB',
      'MiB/s',
      async server => async () => (await send(load, ourSide(server), 1, server.token)).perSecond,
    ),
  open: () =>
    compare('open 100 MiB', 'MiB/s', async server => {
      const request = requestText({ path: await attach(server, load), token: server.token })
      return () => readAll(load, server.port, [request])
    }),
  attach: () =>
    compare('attach 1 KiB, 8 clients', 'files/s', async server => {
      const claims = await claimsToAttachTo(server)
      return () => attachSmall(server, claims)
    }),
}

const unknown = names.find(name => !(name in comparisons))
if (unknown) throw new Error(`there is no comparison ${unknown}; there are ${Object.keys(comparisons).join(', ')}`)

process.stdout.write(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}\n`)
for (const [name, run] of Object.entries(comparisons)) if (names.length === 0 || names.includes(name)) await run()
