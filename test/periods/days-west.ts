import type { ExampleBlock } from './example.ts'

/**
 * Calculated by hand from weekdays and the dates of Easter. Easter Sunday: 31 March 2024, 20 April 2025, 5 April 2026,
 * 28 March 2027.
 */
export const daysInTheWest: readonly ExampleBlock[] = [
  {
    place: 'AT',
    zone: 'Europe/Vienna',
    law: 'Austria: Arbeitsruhegesetz, section 7(2)',
    rows: `
2026-03-31 Tue P3D -> 2026-04-03 Fri | 3(2)(b): Good Friday is a working day in Austria
2026-04-03 Fri P3D -> 2026-04-08 Wed | 3(4) and (5): Easter Monday 6 April, then one working day only
2026-04-02 Thu P4D -> 2026-04-07 Tue | 3(4): Easter Monday; Friday and Tuesday are working days
2025-12-30 Tue P7D -> 2026-01-07 Wed | 3(4): Epiphany 6 January
2026-10-16 Fri P10D -> 2026-10-27 Tue | 3(4): National Day 26 October
2026-11-28 Sat P10D -> 2026-12-09 Wed | 3(4): Immaculate Conception 8 December
2026-05-25 Mon P10D -> 2026-06-05 Fri | 3(4): Corpus Christi 4 June
2025-08-05 Tue P10D -> 2025-08-18 Mon | 3(4): Assumption Day 15 August, weekend
2027-10-22 Fri P10D -> 2027-11-02 Tue | 3(4): All Saints' Day 1 November
2025-12-05 Fri P3D -> 2025-12-10 Wed | 3(4) and (5): Monday 8 December, then one working day only
2025-12-23 Tue P2D -> 2025-12-29 Mon | 3(4): 25 and 26 December, weekend; 24 December is a working day`,
  },
  {
    place: 'BE',
    zone: 'Europe/Brussels',
    law: 'Belgium: Royal Decree of 18 April 1974, article 1',
    rows: `
2026-07-14 Tue P7D -> 2026-07-22 Wed | 3(4): National Day 21 July
2026-11-04 Wed P7D -> 2026-11-12 Thu | 3(4): Armistice Day 11 November
2025-08-08 Fri P7D -> 2025-08-18 Mon | 3(4): Assumption Day 15 August, weekend
2026-12-16 Wed P10D -> 2026-12-28 Mon | 3(4): 26 December is a Saturday
2025-12-16 Tue P10D -> 2025-12-26 Fri | 3(2)(b): 26 December is no holiday in Belgium
2025-12-24 Wed P1D -> 2025-12-26 Fri | 3(4): 25 December
2026-04-27 Mon P4D -> 2026-05-04 Mon | 3(4): Friday 1 May, weekend
2026-05-07 Thu P7D -> 2026-05-15 Fri | 3(4): Ascension Day 14 May; the bridge day is a working day
2026-05-18 Mon P7D -> 2026-05-26 Tue | 3(4): Whit Monday 25 May
2025-07-19 Sat P2D -> 2025-07-23 Wed | 3(4) and (5): Monday 21 July, then one working day only`,
  },
  {
    place: 'FR',
    zone: 'Europe/Paris',
    law: 'France: Code du travail, article L. 3133-1',
    rows: `
2026-04-28 Tue P10D -> 2026-05-11 Mon | 3(4): Friday 8 May, weekend
2026-05-04 Mon P4D -> 2026-05-11 Mon | 3(4): Friday 8 May, weekend
2026-07-06 Mon P8D -> 2026-07-15 Wed | 3(4): 14 July
2025-11-04 Tue P7D -> 2025-11-12 Wed | 3(4): 11 November
2026-04-01 Wed P2D -> 2026-04-03 Fri | 3(2)(b): Good Friday is a working day
2026-04-02 Thu P2D -> 2026-04-07 Tue | 3(4): Saturday to Easter Monday; Friday and Tuesday are working days
2025-12-24 Wed P2D -> 2025-12-29 Mon | 3(5): ends on a working day, Friday 26, but 25 December is none
2025-05-22 Thu P7D -> 2025-05-30 Fri | 3(4): Ascension Day 29 May
2027-04-28 Wed P8D -> 2027-05-07 Fri | 3(4): Ascension Day 6 May
2024-04-30 Tue P9D -> 2024-05-10 Fri | 3(4): Ascension Day 9 May
2024-04-29 Mon P9D -> 2024-05-10 Fri | 3(4): 8 May and Ascension Day 9 May in a row`,
  },
  {
    place: 'NL',
    zone: 'Europe/Amsterdam',
    law: 'Netherlands: Algemene termijnenwet, article 3(1)',
    rows: `
2026-04-20 Mon P7D -> 2026-04-28 Tue | 3(4): King's Day 27 April
2026-04-28 Tue P7D -> 2026-05-06 Wed | 3(4): 5 May, a holiday of each year for time limits
2025-04-16 Wed P10D -> 2025-04-28 Mon | 3(4): King's Day on Saturday 26 April, because the 27th is a Sunday
2026-05-07 Thu P7D -> 2026-05-15 Fri | 3(4): Ascension Day 14 May
2026-05-11 Mon P14D -> 2026-05-26 Tue | 3(4): Whit Monday 25 May
2025-12-24 Wed P2D -> 2025-12-30 Tue | 3(4) and (5): 25 and 26 December, weekend, one working day
2026-12-11 Fri P14D -> 2026-12-28 Mon | 3(4): 25 and 26 December, Sunday
2027-04-28 Wed P7D -> 2027-05-07 Fri | 3(4): 5 May and Ascension Day 6 May in a row
2025-04-28 Mon P7D -> 2025-05-06 Tue | 3(4): 5 May
2028-04-20 Thu P7D -> 2028-04-28 Fri | 3(4): King's Day 27 April`,
  },
  {
    place: 'LU',
    zone: 'Europe/Luxembourg',
    law: 'Luxembourg: Code du travail, article L. 232-2',
    rows: `
2025-05-02 Fri P7D -> 2025-05-12 Mon | 3(4): Europe Day 9 May, weekend
2026-06-16 Tue P7D -> 2026-06-24 Wed | 3(4): National Day 23 June
2025-12-16 Tue P10D -> 2025-12-29 Mon | 3(4): Friday 26 December, weekend
2025-06-13 Fri P10D -> 2025-06-24 Tue | 3(4): National Day 23 June
2026-04-01 Wed P2D -> 2026-04-03 Fri | 3(2)(b): Good Friday is a holiday of banks only
2028-05-02 Tue P7D -> 2028-05-10 Wed | 3(4): Europe Day 9 May`,
  },
  {
    place: 'IE',
    zone: 'Europe/Dublin',
    law: 'Ireland: Organisation of Working Time Act 1997, second schedule',
    rows: `
2026-01-26 Mon P7D -> 2026-02-03 Tue | 3(4): St Brigid's Day, the first Monday of February
2030-01-25 Fri P7D -> 2030-02-04 Mon | 3(4): St Brigid's Day on 1 February, because that is a Friday
2026-03-10 Tue P7D -> 2026-03-18 Wed | 3(4): St Patrick's Day 17 March
2026-04-01 Wed P2D -> 2026-04-03 Fri | 3(2)(b): Good Friday is a working day
2026-04-27 Mon P7D -> 2026-05-05 Tue | 3(4): first Monday of May
2026-04-28 Tue P3D -> 2026-05-01 Fri | 3(2)(b): 1 May is a working day
2026-05-25 Mon P7D -> 2026-06-02 Tue | 3(4): first Monday of June
2026-07-27 Mon P7D -> 2026-08-04 Tue | 3(4): first Monday of August
2026-10-19 Mon P7D -> 2026-10-27 Tue | 3(4): last Monday of October
2025-12-25 Thu P1D -> 2025-12-29 Mon | 3(4): St Stephen's Day 26 December, weekend`,
  },
  {
    place: 'IT',
    zone: 'Europe/Rome',
    law: 'Italy: Law 260/1949; Law 151/2025 for 4 October',
    rows: `
2026-04-15 Wed P10D -> 2026-04-27 Mon | 3(4): 25 April is a Saturday
2025-04-15 Tue P10D -> 2025-04-28 Mon | 3(4): Friday 25 April, weekend
2026-05-23 Sat P10D -> 2026-06-03 Wed | 3(4): Republic Day 2 June
2026-04-01 Wed P2D -> 2026-04-03 Fri | 3(2)(b): Good Friday is a working day
2025-12-29 Mon P8D -> 2026-01-07 Wed | 3(4): Epiphany 6 January
2026-12-01 Tue P7D -> 2026-12-09 Wed | 3(4): 8 December
2027-09-24 Fri P10D -> 2027-10-05 Tue | 3(4): St Francis 4 October, a holiday from 2026
2024-09-24 Tue P10D -> 2024-10-04 Fri | 3(2)(b): 4 October was no holiday before 2026
2025-08-08 Fri P7D -> 2025-08-18 Mon | 3(4): 15 August, weekend`,
  },
  {
    place: 'ES',
    zone: 'Europe/Madrid',
    law: 'Spain: Royal Decree 2001/1983, article 45, without the holidays of the communities',
    rows: `
2025-04-08 Tue P10D -> 2025-04-21 Mon | 3(4): Good Friday, weekend; Easter Monday is no national holiday
2026-03-24 Tue P10D -> 2026-04-06 Mon | 3(4): Good Friday, weekend
2026-10-02 Fri P10D -> 2026-10-13 Tue | 3(4): National Day 12 October
2025-11-28 Fri P10D -> 2025-12-09 Tue | 3(4): 8 December
2025-12-05 Fri P1D -> 2025-12-09 Tue | 3(4): Saturday, Sunday, Monday 8 December
2025-12-24 Wed P1D -> 2025-12-26 Fri | 3(4): 25 December
2026-12-29 Tue P8D -> 2027-01-07 Thu | 3(4): Epiphany 6 January`,
  },
  {
    place: 'PT',
    zone: 'Europe/Lisbon',
    law: 'Portugal: Código do Trabalho, article 234',
    rows: `
2025-04-15 Tue P10D -> 2025-04-28 Mon | 3(4): Freedom Day 25 April, weekend
2026-05-31 Sun P10D -> 2026-06-11 Thu | 3(4): Portugal Day 10 June
2026-09-25 Fri P10D -> 2026-10-06 Tue | 3(4): Republic Day 5 October
2026-11-21 Sat P10D -> 2026-12-02 Wed | 3(4): 1 December
2026-11-28 Sat P10D -> 2026-12-09 Wed | 3(4): 8 December
2026-05-25 Mon P10D -> 2026-06-05 Fri | 3(4): Corpus Christi 4 June
2026-04-02 Thu P1D -> 2026-04-06 Mon | 3(4): Good Friday, weekend; Easter Monday is a working day
2026-04-02 Thu P2D -> 2026-04-07 Tue | 3(5): Easter Monday is the only working day`,
  },
]
