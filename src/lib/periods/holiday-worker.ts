import { parentPort, workerData } from 'node:worker_threads'
import { holidaysBetween, listPlaces } from './holidays.ts'

/** Requests the holidays of a place from one year to another, both included, or the list of known places. */
export type HolidayRequest =
  | { readonly kind: 'holidays'; readonly place: string; readonly from: number; readonly until: number }
  | { readonly kind: 'places' }

const request: HolidayRequest = workerData
parentPort?.postMessage(
  request.kind === 'places' ? await listPlaces() : await holidaysBetween(request.place, request.from, request.until),
)
