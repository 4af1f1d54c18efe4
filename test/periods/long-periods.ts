import type { ExampleBlock } from './example.ts'

/** Weeks, months and years end on the same weekday or date as the day of the event: article 3(2)(c). */
export const longPeriods: readonly ExampleBlock[] = [
  {
    place: 'DE',
    zone: 'Europe/Berlin',
    law: 'Germany: the nine days that the holiday acts of all Länder name',
    rows: `
2026-06-03 Wed P1W -> 2026-06-10 Wed | 3(2)(c): same weekday
2026-03-20 Fri P2W -> 2026-04-07 Tue | 3(4): Good Friday 3 to Easter Monday 6 April
2026-05-04 Mon P3W -> 2026-05-26 Tue | 3(4): Whit Monday 25 May
2026-12-18 Fri P1W -> 2026-12-28 Mon | 3(4): 25 and 26 December, Sunday
2026-12-18 Fri P2W -> 2027-01-04 Mon | 3(4): Friday 1 January, weekend
2026-12-31 Thu P1W -> 2027-01-07 Thu | 3(2)(c): end of the year
2026-06-06 Sat P1W -> 2026-06-15 Mon | 3(4): Saturday
2026-06-07 Sun P2W -> 2026-06-22 Mon | 3(4): Sunday
2024-02-22 Thu P1W -> 2024-02-29 Thu | 3(2)(c): leap day
2024-02-23 Fri P1W -> 2024-03-01 Fri | 3(2)(c): across the leap day
2025-02-22 Sat P1W -> 2025-03-03 Mon | 3(4): Saturday 1 March
2026-10-16 Fri P2W -> 2026-10-30 Fri | 3(2)(c): across the end of summer time
2025-12-29 Mon P52W -> 2026-12-28 Mon | 3(2)(c): 52 weeks are 364 days
2026-01-15 Thu P1M -> 2026-02-16 Mon | 3(4): Sunday 15 February
2026-01-31 Sat P1M -> 2026-03-02 Mon | 3(2)(c): no 31 February, so Saturday 28; 3(4)
2027-01-31 Sun P1M -> 2027-03-01 Mon | 3(2)(c): no 31 February, so Sunday 28; 3(4)
2025-01-31 Fri P1M -> 2025-02-28 Fri | 3(2)(c): no 31 February
2024-01-31 Wed P1M -> 2024-02-29 Thu | 3(2)(c): no 31 February, leap year
2024-01-30 Tue P1M -> 2024-02-29 Thu | 3(2)(c): no 30 February
2024-01-29 Mon P1M -> 2024-02-29 Thu | 3(2)(c): same date, leap year
2025-01-29 Wed P1M -> 2025-02-28 Fri | 3(2)(c): no 29 February in 2025
2028-01-31 Mon P1M -> 2028-02-29 Tue | 3(2)(c): leap year
2026-03-31 Tue P1M -> 2026-04-30 Thu | 3(2)(c): no 31 April
2026-05-31 Sun P1M -> 2026-06-30 Tue | 3(2)(c): no 31 June
2026-08-31 Mon P1M -> 2026-09-30 Wed | 3(2)(c): no 31 September
2026-10-31 Sat P1M -> 2026-11-30 Mon | 3(2)(c): no 31 November
2026-02-28 Sat P1M -> 2026-03-30 Mon | 3(2)(c): the same date, Saturday 28 March, not the last day; 3(4)
2024-02-29 Thu P1M -> 2024-04-02 Tue | 3(4): Good Friday 29 March to Easter Monday 1 April
2026-12-31 Thu P1M -> 2027-02-01 Mon | 3(4): Sunday 31 January
2026-12-31 Thu P2M -> 2027-03-01 Mon | 3(2)(c): no 31 February, Sunday 28; 3(4)
2026-11-30 Mon P3M -> 2027-03-01 Mon | 3(2)(c): no 30 February, Sunday 28; 3(4)
2027-11-30 Tue P3M -> 2028-02-29 Tue | 3(2)(c): no 30 February, leap year
2027-11-29 Mon P3M -> 2028-02-29 Tue | 3(2)(c): same date, leap year
2026-03-03 Tue P1M -> 2026-04-07 Tue | 3(4): Good Friday 3 April
2026-04-01 Wed P1M -> 2026-05-04 Mon | 3(4): 1 May, weekend
2026-04-14 Tue P1M -> 2026-05-15 Fri | 3(4): Ascension Day 14 May
2026-04-25 Sat P1M -> 2026-05-26 Tue | 3(4): Whit Monday 25 May
2026-09-03 Thu P1M -> 2026-10-05 Mon | 3(4): Saturday 3 October
2026-11-25 Wed P1M -> 2026-12-28 Mon | 3(4): 25 and 26 December, Sunday
2026-12-01 Tue P1M -> 2027-01-04 Mon | 3(4): 1 January, weekend
2026-06-30 Tue P3M -> 2026-09-30 Wed | 3(2)(c): same date
2026-06-30 Tue P6M -> 2026-12-30 Wed | 3(2)(c): the 30th, not the last day of December
2026-07-31 Fri P6M -> 2027-02-01 Mon | 3(4): Sunday 31 January
2026-08-31 Mon P6M -> 2027-03-01 Mon | 3(2)(c): no 31 February, Sunday 28; 3(4)
2027-08-31 Tue P6M -> 2028-02-29 Tue | 3(2)(c): no 31 February, leap year
2026-01-01 Thu P12M -> 2027-01-04 Mon | 3(4): 1 January, weekend
2026-05-30 Sat P9M -> 2027-03-01 Mon | 3(2)(c): no 30 February, Sunday 28; 3(4)
2024-02-29 Thu P1Y -> 2025-02-28 Fri | 3(2)(c): no 29 February in 2025
2024-02-29 Thu P2Y -> 2026-03-02 Mon | 3(2)(c): no 29 February in 2026, Saturday 28; 3(4)
2024-02-29 Thu P4Y -> 2028-02-29 Tue | 3(2)(c): same date in the next leap year
2023-02-28 Tue P1Y -> 2024-02-28 Wed | 3(2)(c): same date, not the leap day
2025-12-25 Thu P1Y -> 2026-12-28 Mon | 3(4): 25 and 26 December, Sunday
2025-05-01 Thu P1Y -> 2026-05-04 Mon | 3(4): Friday 1 May, weekend
2026-01-01 Thu P1Y -> 2027-01-04 Mon | 3(4): Friday 1 January, weekend
2024-03-30 Sat P1Y -> 2025-03-31 Mon | 3(4): Sunday 30 March
2024-10-03 Thu P1Y -> 2025-10-06 Mon | 3(4): Friday 3 October, weekend
2026-06-30 Tue P2Y -> 2028-06-30 Fri | 3(2)(c): same date
2018-05-25 Fri P10Y -> 2028-05-26 Fri | 3(4): Ascension Day 25 May 2028
2025-04-18 Fri P1Y -> 2026-04-20 Mon | 3(4): Saturday; Good Friday moved on`,
  },
  {
    place: 'NL',
    zone: 'Europe/Amsterdam',
    law: 'Netherlands: Court of Justice, C-171/03 Toeters: the last day follows from the day of the event',
    rows: `
1998-01-27 Tue P3W -> 1998-02-17 Tue | 3(2)(c): slaughtered on 27 January 1998
1998-01-28 Wed P3W -> 1998-02-18 Wed | 3(2)(c): slaughtered on 28 January 1998
1998-03-12 Thu P3W -> 1998-04-02 Thu | 3(2)(c): slaughtered on 12 March 1998
1998-03-13 Fri P3W -> 1998-04-03 Fri | 3(2)(c): slaughtered on 13 March 1998
1998-03-16 Mon P3W -> 1998-04-06 Mon | 3(2)(c): slaughtered on 16 March 1998`,
  },
  {
    place: 'PL',
    zone: 'Europe/Warsaw',
    law: 'Poland: Act of 18 January 1951 on days free from work',
    rows: '2026-12-17 Thu P1W -> 2026-12-28 Mon | 3(4): 24, 25 and 26 December, Sunday',
  },
  {
    place: 'DK',
    zone: 'Europe/Copenhagen',
    law: 'Denmark: helligdage',
    rows: '2026-03-26 Thu P1W -> 2026-04-07 Tue | 3(4): Maundy Thursday to Easter Monday',
  },
  {
    place: 'FR',
    zone: 'Europe/Paris',
    law: 'France: Code du travail, article L. 3133-1',
    rows: `
2026-05-01 Fri P1W -> 2026-05-11 Mon | 3(4): Friday 8 May, weekend
2026-06-14 Sun P1M -> 2026-07-15 Wed | 3(4): 14 July`,
  },
  {
    place: 'IE',
    zone: 'Europe/Dublin',
    law: 'Ireland: Organisation of Working Time Act 1997, second schedule',
    rows: '2026-03-03 Tue P2W -> 2026-03-18 Wed | 3(4): St Patrick’s Day',
  },
  {
    place: 'AT',
    zone: 'Europe/Vienna',
    law: 'Austria: Arbeitsruhegesetz, section 7(2)',
    rows: '2026-09-26 Sat P1M -> 2026-10-27 Tue | 3(4): National Day 26 October',
  },
  {
    place: 'BE',
    zone: 'Europe/Brussels',
    law: 'Belgium: Royal Decree of 18 April 1974, article 1',
    rows: '2026-06-21 Sun P1M -> 2026-07-22 Wed | 3(4): National Day 21 July',
  },
  {
    place: 'IT',
    zone: 'Europe/Rome',
    law: 'Italy: Law 260/1949',
    rows: '2026-05-02 Sat P1M -> 2026-06-03 Wed | 3(4): Republic Day 2 June',
  },
  {
    place: 'GR',
    zone: 'Europe/Athens',
    law: 'Greece: Act 4808/2021, article 60',
    rows: '2026-02-25 Wed P1M -> 2026-03-26 Thu | 3(4): 25 March',
  },
  {
    place: 'PT',
    zone: 'Europe/Lisbon',
    law: 'Portugal: Código do Trabalho, article 234',
    rows: '2026-05-10 Sun P1M -> 2026-06-11 Thu | 3(4): 10 June',
  },
  {
    place: 'CZ',
    zone: 'Europe/Prague',
    law: 'Czechia: Act 245/2000',
    rows: '2026-10-17 Sat P1M -> 2026-11-18 Wed | 3(4): 17 November',
  },
  {
    place: 'SE',
    zone: 'Europe/Stockholm',
    law: 'Sweden: lag (1989:253) om allmänna helgdagar',
    rows: '2025-12-06 Sat P1M -> 2026-01-07 Wed | 3(4): Epiphany 6 January',
  },
  {
    place: 'RO',
    zone: 'Europe/Bucharest',
    law: 'Romania: Codul muncii, article 139(1)',
    rows: '2025-12-02 Tue P1M -> 2026-01-05 Mon | 3(4): Friday 2 January, weekend',
  },
  {
    place: 'LV',
    zone: 'Europe/Riga',
    law: 'Latvia: Law on public holidays, commemoration and celebration days',
    rows: '2026-10-18 Sun P1M -> 2026-11-19 Thu | 3(4): 18 November',
  },
  {
    place: 'BG',
    zone: 'Europe/Sofia',
    law: 'Bulgaria: Labour Code, article 154(1) and (2)',
    rows: '2025-05-24 Sat P1Y -> 2026-05-26 Tue | 3(4): Sunday 24 May, free again on Monday 25 May',
  },
]
