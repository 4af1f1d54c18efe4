import { Worker } from 'node:worker_threads'
import { minute } from '#lib/clock.ts'
import { programFile } from '#lib/program-files.ts'
import type { HolidayRequest } from './holiday-worker.ts'
import type { HolidayNames, KnownPlace } from './holidays.ts'
import type { LegalCalendar } from './rest-days.ts'

/** A calendar whose holidays have names in both languages of the web app. */
export interface PlaceCalendar extends LegalCalendar {
  readonly place: string
  readonly namesOn: (date: string) => HolidayNames | undefined
}

type Table = ReadonlyMap<string, HolidayNames>

/**
 * The time limit for a thread, in milliseconds. A thread normally replies within a second; a stuck one would block all
 * later requests.
 */
const threadLimit = 30_000

/** Runs one request in its own thread, because the package blocks its thread for 0.3 s and keeps 42 MB. */
const runThread = async (request: HolidayRequest): Promise<unknown> => {
  const worker = new Worker(programFile('src/lib/periods/holiday-worker.ts'), {
    env: {},
    execArgv: ['--no-warnings'],
    workerData: request,
  })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const timer = setTimeout(() => reject(new Error('the holiday thread did not reply in time')), threadLimit)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the holiday thread ended without a reply')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Runs one thread at a time, so that many requests cannot take all cores. */
const runInTurn = (request: HolidayRequest): Promise<unknown> => {
  const turn = last.then(
    () => runThread(request),
    () => runThread(request),
  )
  last = turn
  return turn
}

const tables = new Map<string, Promise<Table | undefined>>()
/** The maximum number of cached tables. A table of 26 years has 400 dates and takes about 60 kB. */
const maxTables = 100
const yearsBehind = 5
const decade = 10
const yearsAhead = 16

/** How long a failure is cached, so that many schedules do not wait for one stuck thread after another. */
const failureKept = minute

const forgetLater = (failed: Promise<unknown>, forget: () => void): void => {
  failed.catch(() => setTimeout(forget, failureKept).unref())
}

const remember = (key: string, load: () => Promise<Table | undefined>): Promise<Table | undefined> => {
  const known = tables.get(key)
  if (known !== undefined) return known
  const table = load()
  forgetLater(table, () => tables.delete(key))
  const [oldest] = tables.keys()
  if (tables.size >= maxTables && oldest !== undefined) tables.delete(oldest)
  tables.set(key, table)
  return table
}

const readTable = async (place: string, from: number): Promise<Table | undefined> => {
  const rows = await runInTurn({ kind: 'holidays', place, from, until: from + decade + yearsAhead })
  return rows === undefined ? undefined : new Map(rows as readonly (readonly [string, HolidayNames])[])
}

let places: Promise<readonly KnownPlace[]> | undefined

/** The countries, parts and regions whose holidays are known, by their codes. */
export const findPlaces = (): Promise<readonly KnownPlace[]> => {
  if (places !== undefined) return places
  const list = runInTurn({ kind: 'places' }).then(reply => reply as readonly KnownPlace[])
  forgetLater(list, () => {
    places = undefined
  })
  places = list
  return list
}

/**
 * Finds the public holidays of a place such as DE-BY, for periods that begin around a time; undefined if the place is
 * unknown. On first use, a thread reads them; an unknown place starts no thread.
 */
export const findCalendar = async (place: string, zone: string, near: number): Promise<PlaceCalendar | undefined> => {
  const known = await findPlaces()
  if (!known.some(one => one.place === place)) return undefined
  const year = new Date(near).getUTCFullYear()
  const from = Math.floor((year - yearsBehind) / decade) * decade
  const table = await remember(`${place} ${from}`, () => readTable(place, from))
  return table && { place, zone, namesOn: date => table.get(date), holidayOn: date => table.get(date.toString())?.en }
}
