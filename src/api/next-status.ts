import { Refusal } from './errors.ts'

/** From each status, those that may follow. */
export type Following<Status extends string> = Readonly<Record<Status, readonly Status[]>>

/** The status that was asked for, or the present one where none was. Throws the 422 of one that may not follow. */
export const nextStatus = <Status extends string>(
  noun: string,
  following: Following<Status>,
  from: Status,
  to: Status | undefined,
): Status => {
  if (to === undefined || following[from].includes(to)) return to ?? from
  const possible = following[from].join(' or ') || 'nothing else'
  throw new Refusal('unprocessable', `A ${noun} that is ${from} can become ${possible}, not ${to}.`)
}
