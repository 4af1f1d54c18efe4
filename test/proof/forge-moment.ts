/** Forgeries of the as-of time of a bundle. */
import { bagInfo, type Forger, type Forgeries, leftOut, log, resealed, withStolenKey } from './forger.ts'

const setMoment =
  (...moments: readonly string[]) =>
  (forger: Forger): void => {
    const otherLines = forger.lines(bagInfo).filter(line => !line.startsWith('As-Of: '))
    forger.setLines(bagInfo, [...otherLines, ...moments.map(at => `As-Of: ${at}`)])
  }

const earlierTime = '2026-11-22T04:00:01.999Z'
const laterTime = '2027-11-22T04:00:02.000Z'

/** Shows the row that is later than the as-of time, and changes the rest of the ledger to match. */
const showLaterRow = (forger: Forger): void => {
  forger.setLines(log, [...forger.lines(log).slice(0, -1), forger.bundle.laterLine ?? ''])
  forger.editJson(
    leftOut,
    line => {
      line.count -= 1
    },
    { of: line => line.includes('ledger rows') },
  )
}

const forAsOfBundle = (forge: (forger: Forger) => void) => ({ forge, needsMoment: true }) as const

export const momentForgeries: Forgeries = {
  'as-of time set earlier, digests recalculated': forAsOfBundle(resealed(setMoment(earlierTime))),
  'as-of time set later, digests recalculated': forAsOfBundle(resealed(setMoment(laterTime))),
  'as-of time removed, digests recalculated': forAsOfBundle(resealed(setMoment())),
  'as-of time set before rows that are shown, signed with the stolen key': forAsOfBundle(
    withStolenKey(setMoment(earlierTime)),
  ),
  'two as-of times, signed with the stolen key': forAsOfBundle(withStolenKey(setMoment(earlierTime, laterTime))),
  'as-of time that is not a time, signed with the stolen key': forAsOfBundle(
    withStolenKey(setMoment('the end of the year')),
  ),
  'later row shown, signed with the stolen key': forAsOfBundle(withStolenKey(showLaterRow)),
}
