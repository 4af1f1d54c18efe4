import type { ExampleBlock } from './example.ts'

/** A period of two days or more includes at least two working days: article 3(5). */
export const twoWorkingDays: readonly ExampleBlock[] = [
  {
    place: 'DE',
    zone: 'Europe/Berlin',
    law: 'Germany: the nine days that the holiday acts of all Länder name',
    rows: `
2026-06-05 Fri P1D -> 2026-06-08 Mon | 3(5): one day needs only one working day
2026-06-05 Fri P2D -> 2026-06-09 Tue | 3(5): ends on Sunday; Monday and Tuesday
2026-06-05 Fri P3D -> 2026-06-09 Tue | 3(5): ends on Monday, which is the only working day
2026-06-05 Fri P4D -> 2026-06-09 Tue | 3(5): contains Monday and Tuesday
2026-06-06 Sat P1D -> 2026-06-08 Mon | 3(5): one day needs only one working day
2026-06-06 Sat P2D -> 2026-06-09 Tue | 3(5): ends on Monday, which is the only working day
2026-06-06 Sat P3D -> 2026-06-09 Tue | 3(5): contains Monday and Tuesday
2026-06-07 Sun P2D -> 2026-06-09 Tue | 3(5): contains Monday and Tuesday
2026-06-04 Thu P2D -> 2026-06-08 Mon | 3(4): ends on Saturday; Friday and Monday
2026-06-04 Thu P3D -> 2026-06-08 Mon | 3(4): ends on Sunday; Friday and Monday
2026-06-03 Wed P2D -> 2026-06-05 Fri | 3(5): contains Thursday and Friday
2026-04-03 Fri P4D -> 2026-04-08 Wed | 3(5): Easter; Tuesday is the only working day
2026-05-13 Wed P2D -> 2026-05-18 Mon | 3(5): ends on Friday, but Thursday is Ascension Day
2026-05-13 Wed P3D -> 2026-05-18 Mon | 3(4): ends on Saturday; Friday and Monday
2026-05-22 Fri P3D -> 2026-05-27 Wed | 3(4) and (5): ends on Whit Monday; Tuesday alone is not enough
2026-05-22 Fri P4D -> 2026-05-27 Wed | 3(5): ends on Tuesday, the only working day
2026-05-22 Fri P5D -> 2026-05-27 Wed | 3(5): contains Tuesday and Wednesday
2026-12-24 Thu P4D -> 2026-12-29 Tue | 3(5): Christmas; Monday is the only working day
2026-12-24 Thu P5D -> 2026-12-29 Tue | 3(5): contains Monday and Tuesday
2026-12-31 Thu P4D -> 2027-01-05 Tue | 3(5): New Year; Monday is the only working day
2026-12-30 Wed P2D -> 2027-01-04 Mon | 3(4): ends on 1 January; Thursday and Monday`,
  },
  {
    place: 'DK',
    zone: 'Europe/Copenhagen',
    law: 'Denmark: helligdage',
    rows: `
2026-04-01 Wed P6D -> 2026-04-08 Wed | 3(5): Easter; Tuesday is the only working day of six
2026-04-01 Wed P1W -> 2026-04-08 Wed | 3(5): the week contains Tuesday and Wednesday`,
  },
  {
    place: 'PL',
    zone: 'Europe/Warsaw',
    law: 'Poland: Act of 18 January 1951 on days free from work',
    rows: `
2025-12-23 Tue P6D -> 2025-12-30 Tue | 3(5): 24, 25 and 26 December, weekend; Monday is the only working day
2025-12-23 Tue P1W -> 2025-12-30 Tue | 3(5): the week contains Monday and Tuesday`,
  },
  {
    place: 'BG',
    zone: 'Europe/Sofia',
    law: 'Bulgaria: Labour Code, article 154(1) and (2)',
    rows: `
2026-12-23 Wed P1W -> 2026-12-30 Wed | 3(5): free until Monday 28; Tuesday and Wednesday
2026-12-23 Wed P5D -> 2026-12-30 Wed | 3(4) and (5): ends on Monday 28, which is free; Tuesday alone is not enough`,
  },
  {
    place: 'CZ',
    zone: 'Europe/Prague',
    law: 'Czechia: Act 245/2000',
    rows: '2026-07-03 Fri P3D -> 2026-07-08 Wed | 3(4) and (5): ends on 6 July; Tuesday alone is not enough',
  },
  {
    place: 'RO',
    zone: 'Europe/Bucharest',
    law: 'Romania: Codul muncii, article 139(1)',
    rows: '2026-01-05 Mon P3D -> 2026-01-09 Fri | 3(5): 6 and 7 January; Thursday is the only working day',
  },
  {
    place: 'ES',
    zone: 'Europe/Madrid',
    law: 'Spain: Royal Decree 2001/1983, article 45',
    rows: `
2025-12-05 Fri P4D -> 2025-12-10 Wed | 3(5): 8 December; Tuesday is the only working day
2025-12-05 Fri P5D -> 2025-12-10 Wed | 3(5): contains Tuesday and Wednesday`,
  },
]
