/**
 * `npm run bench:against -- FOLDER`: files in and out, against another version of the program that is checked out and
 * installed (`npm ci`) in that folder, both served at once and measured in turns.
 */
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { attachSmall, claimsToAttachTo } from './attach.ts'
import { figure, render } from './benchmark.ts'
import { startLoad } from './load.ts'
import { attach, readAll } from './open.ts'
import { requestText } from './request.ts'
import { type Server, startServer } from './server.ts'
import { interleave } from './statistics.ts'
import { ourSide, send } from './upload.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('say where the other version is: npm run bench:against -- FOLDER')
const other: { startServer: typeof startServer } = await import(join(resolve(folder), 'bench', 'server.ts'))

await using ours = await startServer()
await using theirs = await other.startServer()
await using load = await startLoad()

const together = async <T>(prepare: (server: Server) => Promise<T>) => ({
  ours: await prepare(ours),
  theirs: await prepare(theirs),
})

const compare = async (
  what: string,
  unit: string,
  { ours, theirs }: Readonly<Record<'ours' | 'theirs', () => Promise<number>>>,
): Promise<void> => {
  const measured = await interleave({ rounds: 21, ours, floor: theirs })
  const shown = figure({
    what: `${what} against the other version`,
    samples: measured.map(({ ours, floor }) => ours / floor),
    atLeast: 0.98,
    detail: `${unit}, ours:theirs, ${measured.map(({ ours, floor }) => `${ours.toFixed()}:${floor.toFixed()}`).join(' ')}`,
  })
  process.stdout.write(`${render(shown)}\n`)
}

process.stdout.write(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}\n`)

await compare(
  'upload 100 MiB',
  'MiB/s',
  await together(async server => async () => (await send(load, ourSide(server), 1, server.token)).perSecond),
)
await compare(
  'open 100 MiB',
  'MiB/s',
  await together(async server => {
    const request = requestText({ path: await attach(server, load), token: server.token })
    return () => readAll(load, server.port, [request])
  }),
)
await compare(
  'attach 1 KiB, 8 clients',
  'files/s',
  await together(async server => {
    const claims = await claimsToAttachTo(server)
    return () => attachSmall(server, claims)
  }),
)
