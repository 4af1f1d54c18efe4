/** A rule in the grammar of date-holidays, and the names of its holiday. */
interface AddedHoliday {
  readonly rule: string
  readonly name: Readonly<Record<string, string>>
}

interface HolidayCorrection {
  /** The law or the official list that date-holidays differs from. */
  readonly source: string
  readonly added: readonly AddedHoliday[]
  readonly removed?: readonly string[]
  /**
   * From the year `since`, holidays on a Saturday or Sunday move to the next working day. Holidays whose rules match
   * `except` stay.
   */
  readonly substitutes?: { readonly since: number; readonly except: RegExp }
}

/**
 * Public holidays that date-holidays 3.37.0 lists wrongly, by country. The files findings/holidays-*.sh show each
 * difference. A date is added only if a law names it: a superfluous holiday would make a deadline too late, a missing
 * one only makes it too early.
 */
export const holidayCorrections: Readonly<Record<string, HolidayCorrection>> = {
  BG: {
    source: 'Labour Code (Кодекс на труда), article 154(1) and (2)',
    added: [{ rule: '12-26', name: { bg: 'Рождество Христово', en: 'Second Christmas Day', de: '2. Weihnachtstag' } }],
    substitutes: { since: 2017, except: /^orthodox/ },
  },
  CY: {
    source: 'Public holidays of the Republic; Clean Monday and Whit Monday are Mondays',
    added: [
      { rule: 'orthodox -48', name: { el: 'Καθαρά Δευτέρα', en: 'Green Monday', de: 'Grüner Montag' } },
      { rule: 'orthodox 50', name: { el: 'Κατακλυσμός', en: 'Kataklysmos', de: 'Pfingstmontag (Kataklysmos)' } },
    ],
    removed: ['orthodox -47'],
  },
  NL: {
    source: 'Algemene termijnenwet, article 3(1)',
    added: [{ rule: '05-05', name: { nl: 'Bevrijdingsdag', en: 'Liberation Day', de: 'Tag der Befreiung' } }],
  },
}
