import { Worker } from 'node:worker_threads'
import { programFile } from '#lib/program-files.ts'
import type { HolidayRequest } from './holiday-worker.ts'
import type { HolidayNames, KnownPlace } from './holidays.ts'
import type { LegalCalendar } from './rest-days.ts'

/** A calendar whose holidays are named in both languages of the pages. */
export interface PlaceCalendar extends LegalCalendar {
  readonly place: string
  readonly namesOn: (date: string) => HolidayNames | undefined
}

type Table = ReadonlyMap<string, HolidayNames>

/** Runs one request in a thread of its own: the package blocks for 0.3 s and keeps 42 MB. */
const runThread = (request: HolidayRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(programFile('src/lib/periods/holiday-worker.ts'), {
      env: {},
      execArgv: ['--no-warnings'],
      workerData: request,
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the holiday thread ended without a reply')))
  })

let last: Promise<unknown> = Promise.resolve()

/** One thread at a time, so that many requests cannot take all cores. */
const runInTurn = (request: HolidayRequest): Promise<unknown> => {
  const turn = last.then(
    () => runThread(request),
    () => runThread(request),
  )
  last = turn
  return turn
}

const tables = new Map<string, Promise<Table | undefined>>()
/** A table of 26 years has 400 dates, about 60 kB. */
const maxTables = 100
const yearsBehind = 5
const decade = 10
const yearsAhead = 16

const remember = (key: string, load: () => Promise<Table | undefined>): Promise<Table | undefined> => {
  const known = tables.get(key)
  if (known !== undefined) return known
  const table = load()
  table.catch(() => tables.delete(key))
  const [oldest] = tables.keys()
  if (tables.size >= maxTables && oldest !== undefined) tables.delete(oldest)
  tables.set(key, table)
  return table
}

const readTable = async (place: string, from: number): Promise<Table | undefined> => {
  const rows = await runInTurn({ kind: 'holidays', place, from, until: from + decade + yearsAhead })
  return rows === undefined ? undefined : new Map(rows as readonly (readonly [string, HolidayNames])[])
}

/**
 * The public holidays of a place such as DE-BY, for periods that begin about a time; undefined if the place is not
 * known. Another thread reads them the first time.
 */
export const findCalendar = async (place: string, zone: string, near: number): Promise<PlaceCalendar | undefined> => {
  const year = new Date(near).getUTCFullYear()
  const from = Math.floor((year - yearsBehind) / decade) * decade
  const table = await remember(`${place} ${from}`, () => readTable(place, from))
  return table && { place, zone, namesOn: date => table.get(date), holidayOn: date => table.get(date.toString())?.en }
}

let places: Promise<readonly KnownPlace[]> | undefined

/** The countries, parts and regions whose holidays are known, by their codes. */
export const findPlaces = (): Promise<readonly KnownPlace[]> => {
  places ??= runInTurn({ kind: 'places' }).then(
    list => list as readonly KnownPlace[],
    error => {
      places = undefined
      throw error
    },
  )
  return places
}
