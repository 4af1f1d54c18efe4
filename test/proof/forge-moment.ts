/** Forgeries of a bundle's as-of time. */
import { bagInfo, type Forger, type Forgeries, leftOut, log, resealed, withStolenKey } from './forger.ts'

const setMoment =
  (...moments: readonly string[]) =>
  (forger: Forger): void => {
    const otherLines = forger.lines(bagInfo).filter(line => !line.startsWith('As-Of: '))
    forger.setLines(bagInfo, [...otherLines, ...moments.map(at => `As-Of: ${at}`)])
  }

const earlierTime = '2026-11-22T04:00:01.999Z'
const muchLater = '2027-11-22T04:00:02.000Z'

/** Replaces the row's hash, so that the rest of the ledger stays consistent. */
const showLater = (forger: Forger): void => {
  forger.setLines(log, [...forger.lines(log).slice(0, -1), forger.bundle.laterLine ?? ''])
  forger.editJson(
    leftOut,
    line => {
      line.count -= 1
    },
    { of: line => line.includes('ledger rows') },
  )
}

const ofMoment = (forge: (forger: Forger) => void) => ({ forge, needsMoment: true }) as const

export const momentForgeries: Forgeries = {
  'moment put earlier, digests recalculated': ofMoment(resealed(setMoment(earlierTime))),
  'moment put later, digests recalculated': ofMoment(resealed(setMoment(muchLater))),
  'moment left out, digests recalculated': ofMoment(resealed(setMoment())),
  'moment put before rows that are shown, signed with the stolen key': ofMoment(withStolenKey(setMoment(earlierTime))),
  'two moments, signed with the stolen key': ofMoment(withStolenKey(setMoment(earlierTime, muchLater))),
  'moment that is not a time, signed with the stolen key': ofMoment(withStolenKey(setMoment('the end of the year'))),
  'later row shown, signed with the stolen key': ofMoment(withStolenKey(showLater)),
}
