import type { ExampleBlock } from './example.ts'

/** Calculated by hand from weekdays and the dates of Easter. Orthodox Easter Sunday: 20 April 2025, 12 April 2026. */
export const daysInTheEast: readonly ExampleBlock[] = [
  {
    place: 'PL',
    zone: 'Europe/Warsaw',
    law: 'Poland: Act of 18 January 1951 on days free from work',
    rows: `
2025-12-14 Sun P10D -> 2025-12-29 Mon | 3(4): 24 (a holiday from 2025), 25 and 26 December, weekend
2024-12-14 Sat P10D -> 2024-12-24 Tue | 3(2)(b): 24 December was a working day before 2025
2027-04-23 Fri P10D -> 2027-05-04 Tue | 3(4): Constitution Day 3 May
2026-04-23 Thu P10D -> 2026-05-04 Mon | 3(4): 3 May is a Sunday
2026-11-01 Sun P10D -> 2026-11-12 Thu | 3(4): Independence Day 11 November
2026-05-25 Mon P10D -> 2026-06-05 Fri | 3(4): Corpus Christi 4 June
2026-04-01 Wed P2D -> 2026-04-03 Fri | 3(2)(b): Good Friday is a working day
2026-12-22 Tue P2D -> 2026-12-28 Mon | 3(4): 24 to 26 December, Sunday
2026-12-23 Wed P2D -> 2026-12-29 Tue | 3(4) and (5): 25 and 26 December, then one working day only`,
  },
  {
    place: 'CZ',
    zone: 'Europe/Prague',
    law: 'Czechia: Act 245/2000',
    rows: `
2026-06-26 Fri P10D -> 2026-07-07 Tue | 3(4): Monday 6 July
2026-06-25 Thu P10D -> 2026-07-07 Tue | 3(4): Sunday 5 July, Monday 6 July
2026-09-18 Fri P10D -> 2026-09-29 Tue | 3(4): 28 September
2026-10-18 Sun P10D -> 2026-10-29 Thu | 3(4): 28 October
2026-11-07 Sat P10D -> 2026-11-18 Wed | 3(4): 17 November
2026-04-30 Thu P8D -> 2026-05-11 Mon | 3(4): Friday 8 May, weekend
2026-04-02 Thu P1D -> 2026-04-07 Tue | 3(4): Good Friday to Easter Monday
2025-12-22 Mon P2D -> 2025-12-29 Mon | 3(4): 24, 25 and 26 December, weekend`,
  },
  {
    place: 'SK',
    zone: 'Europe/Bratislava',
    law: 'Slovakia: Act 241/1993, days of rest',
    rows: `
2026-05-01 Fri P7D -> 2026-05-08 Fri | 3(2)(b): 8 May is a working day in 2026
2025-05-01 Thu P7D -> 2025-05-09 Fri | 3(4): 8 May
2025-11-10 Mon P7D -> 2025-11-17 Mon | 3(2)(b): 17 November is a working day from 2025
2026-08-25 Tue P7D -> 2026-09-01 Tue | 3(2)(b): 1 September is a working day from 2024
2025-12-30 Tue P7D -> 2026-01-07 Wed | 3(4): Epiphany 6 January
2025-09-08 Mon P7D -> 2025-09-16 Tue | 3(4): 15 September`,
  },
  {
    place: 'HU',
    zone: 'Europe/Budapest',
    law: 'Hungary: Labour Code (Act I of 2012), section 102',
    rows: `
2027-08-10 Tue P10D -> 2027-08-23 Mon | 3(4): Friday 20 August, weekend
2026-10-13 Tue P10D -> 2026-10-26 Mon | 3(4): Friday 23 October, weekend
2027-03-05 Fri P10D -> 2027-03-16 Tue | 3(4): 15 March
2026-03-24 Tue P10D -> 2026-04-07 Tue | 3(4): Good Friday to Easter Monday
2026-05-15 Fri P10D -> 2026-05-26 Tue | 3(4): Whit Monday 25 May
2027-10-22 Fri P10D -> 2027-11-02 Tue | 3(4): All Saints' Day 1 November`,
  },
  {
    place: 'RO',
    zone: 'Europe/Bucharest',
    law: 'Romania: Codul muncii, article 139(1)',
    rows: `
2026-04-01 Wed P9D -> 2026-04-14 Tue | 3(4): Orthodox Good Friday 10 to Easter Monday 13 April
2025-12-23 Tue P10D -> 2026-01-05 Mon | 3(4): Friday 2 January, weekend
2025-12-30 Tue P2D -> 2026-01-05 Mon | 3(4): 1 and 2 January, weekend; 31 December is a working day
2025-12-27 Sat P10D -> 2026-01-08 Thu | 3(4): 6 and 7 January, holidays from 2024
2026-11-20 Fri P10D -> 2026-12-02 Wed | 3(4): 30 November and 1 December
2026-05-22 Fri P10D -> 2026-06-02 Tue | 3(4): Whit Monday and Children's Day 1 June
2027-01-14 Thu P10D -> 2027-01-25 Mon | 3(4): 24 January is a Sunday
2028-01-14 Fri P10D -> 2028-01-25 Tue | 3(4): Monday 24 January`,
  },
  {
    place: 'BG',
    zone: 'Europe/Sofia',
    law: 'Bulgaria: Labour Code, article 154(1) and (2)',
    rows: `
2026-05-14 Thu P10D -> 2026-05-26 Tue | 3(4): Sunday 24 May, free again on Monday 25 May
2026-08-27 Thu P10D -> 2026-09-08 Tue | 3(4): Sunday 6 September, free again on Monday
2026-12-14 Mon P10D -> 2026-12-29 Tue | 3(4): 24 to 26 December, Sunday, Monday 28 for Saturday 26
2026-02-21 Sat P10D -> 2026-03-04 Wed | 3(4): Liberation Day 3 March
2026-04-01 Wed P9D -> 2026-04-14 Tue | 3(4): Good Friday 10 to Easter Monday 13 April, not moved
2025-12-16 Tue P10D -> 2025-12-29 Mon | 3(4): Friday 26 December, weekend
2024-02-23 Fri P9D -> 2024-03-05 Tue | 3(4): Sunday 3 March, free again on Monday
2026-04-26 Sun P10D -> 2026-05-07 Thu | 3(4): St George's Day 6 May
2022-12-16 Fri P8D -> 2022-12-29 Thu | 3(4): 24 to 26 December; 27 and 28 for Saturday and Sunday`,
  },
  {
    place: 'GR',
    zone: 'Europe/Athens',
    law: 'Greece: Act 4808/2021, article 60, and custom of public offices',
    rows: `
2026-02-13 Fri P10D -> 2026-02-24 Tue | 3(4): Clean Monday 23 February
2026-03-15 Sun P10D -> 2026-03-26 Thu | 3(4): Annunciation 25 March
2026-03-24 Tue P10D -> 2026-04-03 Fri | 3(2)(b): Western Good Friday is a working day
2026-03-31 Tue P10D -> 2026-04-14 Tue | 3(4): Orthodox Good Friday 10 to Easter Monday 13 April
2026-05-22 Fri P10D -> 2026-06-02 Tue | 3(4): Monday of the Holy Spirit 1 June
2026-10-18 Sun P10D -> 2026-10-29 Thu | 3(4): Ochi Day 28 October
2025-12-24 Wed P1D -> 2025-12-29 Mon | 3(4): 25 and 26 December, weekend`,
  },
  {
    place: 'CY',
    zone: 'Asia/Nicosia',
    law: 'Cyprus: public holidays of the Republic',
    rows: `
2026-02-13 Fri P10D -> 2026-02-24 Tue | 3(4): Green Monday 23 February
2026-02-14 Sat P10D -> 2026-02-24 Tue | 3(2)(b): the Tuesday after Green Monday is a working day
2026-03-22 Sun P10D -> 2026-04-02 Thu | 3(4): National Day 1 April
2026-05-22 Fri P10D -> 2026-06-02 Tue | 3(4): Kataklysmos 1 June
2026-09-21 Mon P10D -> 2026-10-02 Fri | 3(4): Independence Day 1 October
2026-03-31 Tue P10D -> 2026-04-14 Tue | 3(4): Good Friday 10 to Easter Monday; Tuesday is for banks only`,
  },
  {
    place: 'MT',
    zone: 'Europe/Malta',
    law: 'Malta: National Holidays and Other Public Holidays Act (chapter 252)',
    rows: `
2026-01-31 Sat P10D -> 2026-02-11 Wed | 3(4): St Paul's Shipwreck 10 February
2026-03-09 Mon P10D -> 2026-03-20 Fri | 3(4): St Joseph 19 March
2026-06-19 Fri P10D -> 2026-06-30 Tue | 3(4): St Peter and St Paul 29 June
2026-08-29 Sat P10D -> 2026-09-09 Wed | 3(4): Victory Day 8 September
2026-09-11 Fri P10D -> 2026-09-22 Tue | 3(4): Independence Day 21 September
2026-04-02 Thu P1D -> 2026-04-06 Mon | 3(4): Good Friday, weekend; Easter Monday is a working day`,
  },
  {
    place: 'SI',
    zone: 'Europe/Ljubljana',
    law: 'Slovenia: Public Holidays and Work-free Days Act (ZPDPD)',
    rows: `
2025-12-23 Tue P9D -> 2026-01-05 Mon | 3(4): 1 and 2 January, weekend
2027-01-29 Fri P10D -> 2027-02-09 Tue | 3(4): Prešeren Day 8 February
2026-04-17 Fri P10D -> 2026-04-28 Tue | 3(4): 27 April
2025-04-21 Mon P10D -> 2025-05-05 Mon | 3(4): 1 and 2 May, weekend
2026-06-15 Mon P10D -> 2026-06-26 Fri | 3(4): Statehood Day 25 June
2025-10-21 Tue P10D -> 2025-11-03 Mon | 3(4): Reformation Day 31 October, weekend`,
  },
  {
    place: 'HR',
    zone: 'Europe/Zagreb',
    law: 'Croatia: Act on holidays, memorial days and non-working days (NN 110/19)',
    rows: `
2026-06-12 Fri P10D -> 2026-06-23 Tue | 3(4): 22 June
2026-07-26 Sun P10D -> 2026-08-06 Thu | 3(4): 5 August
2026-11-08 Sun P10D -> 2026-11-19 Thu | 3(4): Remembrance Day 18 November
2025-05-20 Tue P10D -> 2025-06-02 Mon | 3(4): Statehood Day 30 May, weekend
2026-05-25 Mon P10D -> 2026-06-05 Fri | 3(4): Corpus Christi 4 June`,
  },
]
