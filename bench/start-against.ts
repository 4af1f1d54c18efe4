/**
 * `npm run bench:start -- FOLDER [ROUNDS]`: measures the time from start to ready, in turn with another version of the
 * program that is checked out and installed in that folder.
 */
import { join, resolve } from 'node:path'
import { figure, render } from './benchmark.ts'
import type { createDirectory } from './server.ts'
import { startTwice } from './start.ts'
import { interleave, spreadOf } from './statistics.ts'

const [folder, rounds = '5'] = process.argv.slice(2)
if (!folder) throw new Error('name the folder of the other version: npm run bench:start -- FOLDER')
const other: { createDirectory: typeof createDirectory } = await import(join(resolve(folder), 'bench', 'server.ts'))

const startPairs = await interleave({
  rounds: Number(rounds),
  ours: () => startTwice(),
  floor: () => startTwice(other.createDirectory),
})

for (const attempt of ['first', 'second'] as const)
  for (const what of ['wall', 'cpu'] as const) {
    const median = (side: 'ours' | 'floor') =>
      spreadOf(startPairs.map(pair => pair[side][attempt][what])).median.toFixed(2)
    const startFigure = figure({
      label: `start to ready, ${attempt}, ${what === 'cpu' ? 'CPU' : 'wall time'} against the other version`,
      samples: startPairs.map(({ ours, floor }) => ours[attempt][what] / floor[attempt][what]),
      atMost: 1.02,
      detail: `s, medians, ours:theirs, ${median('ours')}:${median('floor')}`,
    })
    process.stdout.write(`${render(startFigure)}\n`)
  }
