import { parentPort, workerData } from 'node:worker_threads'
import { holidaysBetween, listPlaces } from './holidays.ts'

/** The holidays of a place in two years and those between, or the places that are known. */
export type HolidayRequest =
  | { readonly kind: 'holidays'; readonly place: string; readonly from: number; readonly until: number }
  | { readonly kind: 'places' }

const request: HolidayRequest = workerData
parentPort?.postMessage(
  request.kind === 'places' ? await listPlaces() : await holidaysBetween(request.place, request.from, request.until),
)
