/**
 * `npm run bench:storage`: measures files in buckets of real servers. Runs every cell, or only the named ones:
 * `-- CELL…`. See bench/README.md.
 */
import type { Benchmark } from '#bench/benchmark.ts'
import { openLab } from '#bench/lab.ts'
import { chooseNamed, report } from '#bench/report.ts'
import { away } from './away.ts'
import { bucketMemory } from './bucket-memory.ts'
import { bucketOpen } from './bucket-open.ts'
import { bucketUpload } from './bucket-upload.ts'
import { moving } from './moving.ts'

const cells: readonly Benchmark[] = [bucketUpload, bucketMemory, bucketOpen, moving, away]

const names = process.argv.slice(2)
await using lab = openLab()
await report(names.length === 0 ? cells : chooseNamed(cells, names), ({ run }) => run(lab))
