import type { ExampleBlock } from './example.ts'

/**
 * Calculated by hand from weekdays and the dates of Easter. Easter Sunday: 9 April 2023, 20 April 2025, 5 April 2026,
 * 28 March 2027.
 */
export const daysInTheNorth: readonly ExampleBlock[] = [
  {
    place: 'SE',
    zone: 'Europe/Stockholm',
    law: 'Sweden: lag (1989:253) om allmänna helgdagar',
    rows: `
2026-03-31 Tue P3D -> 2026-04-07 Tue | 3(4): Good Friday to Easter Monday
2025-05-27 Tue P10D -> 2025-06-09 Mon | 3(4): National Day 6 June, weekend
2026-05-15 Fri P10D -> 2026-05-25 Mon | 3(2)(b): Whit Monday is a working day since 2005
2025-12-27 Sat P10D -> 2026-01-07 Wed | 3(4): Epiphany 6 January
2026-05-04 Mon P10D -> 2026-05-15 Fri | 3(4): Ascension Day 14 May
2026-12-15 Tue P10D -> 2026-12-28 Mon | 3(4): 25 and 26 December, Sunday`,
  },
  {
    place: 'FI',
    zone: 'Europe/Helsinki',
    law: 'Finland: church holidays (kirkkolaki), itsenäisyyspäivälaki 388/1937, laki vapunpäivän järjestämisestä 272/1944',
    rows: `
2027-11-26 Fri P10D -> 2027-12-07 Tue | 3(4): Independence Day 6 December
2026-03-31 Tue P3D -> 2026-04-07 Tue | 3(4): Good Friday to Easter Monday
2026-04-21 Tue P10D -> 2026-05-04 Mon | 3(4): Friday 1 May, weekend
2026-05-15 Fri P10D -> 2026-05-25 Mon | 3(2)(b): Whit Monday is a working day
2025-12-27 Sat P10D -> 2026-01-07 Wed | 3(4): Epiphany 6 January`,
  },
  {
    place: 'DK',
    zone: 'Europe/Copenhagen',
    law: 'Denmark: helligdage; Act 214/2023 abolished Great Prayer Day from 2024',
    rows: `
2026-03-31 Tue P2D -> 2026-04-07 Tue | 3(4): Maundy Thursday 2 to Easter Monday 6 April
2026-04-01 Wed P1D -> 2026-04-07 Tue | 3(4): five rest days in a row
2026-04-01 Wed P2D -> 2026-04-08 Wed | 3(4) and (5): Good Friday, then one working day only
2023-04-28 Fri P7D -> 2023-05-08 Mon | 3(4): Great Prayer Day 5 May 2023, weekend
2024-04-19 Fri P7D -> 2024-04-26 Fri | 3(2)(b): Great Prayer Day is no holiday from 2024
2026-05-11 Mon P14D -> 2026-05-26 Tue | 3(4): Whit Monday 25 May
2026-04-21 Tue P10D -> 2026-05-01 Fri | 3(2)(b): 1 May is no public holiday`,
  },
  {
    place: 'EE',
    zone: 'Europe/Tallinn',
    law: 'Estonia: Public Holidays and Days of National Importance Act, section 2',
    rows: `
2026-02-14 Sat P10D -> 2026-02-25 Wed | 3(4): Independence Day 24 February
2026-06-13 Sat P10D -> 2026-06-25 Thu | 3(4): 23 and 24 June
2026-04-02 Thu P1D -> 2026-04-06 Mon | 3(4): Good Friday, weekend; Easter Monday is a working day
2026-08-10 Mon P10D -> 2026-08-21 Fri | 3(4): 20 August
2025-12-14 Sun P10D -> 2025-12-29 Mon | 3(4): 24, 25 and 26 December, weekend`,
  },
  {
    place: 'LV',
    zone: 'Europe/Riga',
    law: 'Latvia: Law on public holidays, commemoration and celebration days',
    rows: `
2026-04-24 Fri P10D -> 2026-05-05 Tue | 3(4): 4 May
2025-04-24 Thu P10D -> 2025-05-06 Tue | 3(4): Sunday 4 May, free again on Monday
2026-11-08 Sun P10D -> 2026-11-19 Thu | 3(4): 18 November
2026-12-21 Mon P10D -> 2027-01-04 Mon | 3(4): 31 December and 1 January, weekend
2026-06-13 Sat P10D -> 2026-06-25 Thu | 3(4): 23 and 24 June`,
  },
  {
    place: 'LT',
    zone: 'Europe/Vilnius',
    law: 'Lithuania: Labour Code, article 123',
    rows: `
2026-02-06 Fri P10D -> 2026-02-17 Tue | 3(4): 16 February
2026-03-01 Sun P10D -> 2026-03-12 Thu | 3(4): 11 March
2026-06-14 Sun P10D -> 2026-06-25 Thu | 3(4): 24 June
2026-06-26 Fri P10D -> 2026-07-07 Tue | 3(4): 6 July
2026-10-23 Fri P10D -> 2026-11-03 Tue | 3(4): All Souls' Day 2 November
2026-12-14 Mon P10D -> 2026-12-28 Mon | 3(4): 24, 25 and 26 December, Sunday`,
  },
  {
    place: 'NO',
    zone: 'Europe/Oslo',
    law: 'Norway (EEA): lov om helligdager og helligdagsfred; lov om 1 og 17 mai',
    rows: `
2027-05-07 Fri P10D -> 2027-05-18 Tue | 3(4): Whit Monday and Constitution Day 17 May
2026-03-31 Tue P2D -> 2026-04-07 Tue | 3(4): Maundy Thursday 2 to Easter Monday 6 April`,
  },
]
