import type { ExampleBlock } from './example.ts'

const zone = 'Europe/Berlin'

/**
 * Calculated by hand from weekdays and the dates of Easter. Easter Sunday: 20 April 2025, 5 April 2026, 28 March 2027.
 */
export const daysInGermany: readonly ExampleBlock[] = [
  {
    place: 'DE',
    zone,
    law: 'Germany: the nine days that the holiday acts of all Länder name',
    rows: `
2026-04-01 Wed P1D -> 2026-04-02 Thu | 3(1): the day of the event does not count
2026-04-02 Thu P1D -> 2026-04-07 Tue | 3(4): Good Friday, Saturday, Easter Sunday, Easter Monday
2026-03-31 Tue P3D -> 2026-04-07 Tue | 3(4): Good Friday 3 April to Easter Monday 6 April
2026-04-02 Thu P2D -> 2026-04-08 Wed | 3(5): after Easter, Tuesday would be the only working day
2026-04-02 Thu P5D -> 2026-04-08 Wed | 3(5): five days contain one working day, Tuesday 7 April
2026-04-02 Thu P6D -> 2026-04-08 Wed | 3(2)(b): six days contain two working days
2026-04-03 Fri P3D -> 2026-04-08 Wed | 3(4) and (5): event on Good Friday, Easter Monday
2026-04-21 Tue P10D -> 2026-05-04 Mon | 3(4): Friday 1 May, weekend
2026-04-30 Thu P14D -> 2026-05-15 Fri | 3(4): Ascension Day 14 May
2026-05-11 Mon P14D -> 2026-05-26 Tue | 3(4): Whit Monday 25 May
2026-09-23 Wed P10D -> 2026-10-05 Mon | 3(4): 3 October is a Saturday; nothing moves to Monday
2026-12-15 Tue P10D -> 2026-12-28 Mon | 3(4): Friday 25 December, weekend
2026-12-22 Tue P10D -> 2027-01-04 Mon | 3(4): Friday 1 January, weekend; end of the year
2026-12-23 Wed P2D -> 2026-12-28 Mon | 3(4): 25 December; 24 December is a working day
2026-12-24 Thu P2D -> 2026-12-29 Tue | 3(5): 25 and 26 December, Sunday; Monday alone is not enough
2025-12-24 Wed P1D -> 2025-12-29 Mon | 3(4): Thursday 25, Friday 26 December, weekend
2025-12-24 Wed P3D -> 2025-12-30 Tue | 3(5): Monday 29 December alone is not enough
2024-02-15 Thu P14D -> 2024-02-29 Thu | 3(2)(b): leap day
2025-02-15 Sat P14D -> 2025-03-03 Mon | 3(4): 1 March is a Saturday; no leap day
2028-02-15 Tue P14D -> 2028-02-29 Tue | 3(2)(b): leap day
2025-05-22 Thu P7D -> 2025-05-30 Fri | 3(4): Ascension Day 29 May
2025-06-02 Mon P7D -> 2025-06-10 Tue | 3(4): Whit Monday 9 June
2025-09-26 Fri P7D -> 2025-10-06 Mon | 3(4): Friday 3 October, weekend
2027-03-24 Wed P2D -> 2027-03-30 Tue | 3(4): Good Friday 26 to Easter Monday 29 March
2027-04-26 Mon P5D -> 2027-05-03 Mon | 3(4): 1 May is a Saturday
2027-12-15 Wed P10D -> 2027-12-27 Mon | 3(4): 25 December is a Saturday; no substitute day in Germany
2026-05-26 Tue P9D -> 2026-06-04 Thu | 3(2)(b): Corpus Christi is no holiday of all Länder`,
  },
  {
    place: 'DE-BY',
    zone,
    law: 'Bavaria: Feiertagsgesetz, article 1',
    rows: `
2025-12-30 Tue P7D -> 2026-01-07 Wed | 3(4): Epiphany 6 January
2026-05-26 Tue P9D -> 2026-06-05 Fri | 3(4): Corpus Christi 4 June
2027-10-25 Mon P7D -> 2027-11-02 Tue | 3(4): All Saints' Day 1 November
2025-08-08 Fri P7D -> 2025-08-15 Fri | 3(2)(b): Assumption Day is a holiday only in Catholic municipalities`,
  },
  {
    place: 'DE-BY-KATH',
    zone,
    law: 'Bavaria, Catholic municipalities: Feiertagsgesetz, article 1(1) no. 2',
    rows: '2025-08-08 Fri P7D -> 2025-08-18 Mon | 3(4): Assumption Day 15 August',
  },
  {
    place: 'DE-BY-A',
    zone,
    law: 'Augsburg: Feiertagsgesetz, article 1(2)',
    rows: '2025-08-01 Fri P7D -> 2025-08-11 Mon | 3(4): Peace Festival 8 August',
  },
  {
    place: 'DE-NW',
    zone,
    law: 'North Rhine-Westphalia: Feiertagsgesetz NW, section 2',
    rows: `
2026-05-26 Tue P9D -> 2026-06-05 Fri | 3(4): Corpus Christi 4 June
2027-10-25 Mon P7D -> 2027-11-02 Tue | 3(4): All Saints' Day 1 November`,
  },
  {
    place: 'DE-BE',
    zone,
    law: 'Berlin: Gesetz über die Sonn- und Feiertage, section 1',
    rows: `
2027-03-01 Mon P7D -> 2027-03-09 Tue | 3(4): Women's Day 8 March
2025-05-01 Thu P7D -> 2025-05-09 Fri | 3(4): 8 May, a holiday in 2025 only`,
  },
  {
    place: 'DE-MV',
    zone,
    law: 'Mecklenburg-Vorpommern: Feiertagsgesetz, section 2',
    rows: '2027-03-01 Mon P7D -> 2027-03-09 Tue | 3(4): Women’s Day 8 March',
  },
  {
    place: 'DE-BB',
    zone,
    law: 'Brandenburg: Feiertagsgesetz, section 2',
    rows: '2025-10-24 Fri P7D -> 2025-11-03 Mon | 3(4): Reformation Day 31 October, weekend',
  },
  {
    place: 'DE-SN',
    zone,
    law: 'Saxony: Sonn- und Feiertagsgesetz, section 1',
    rows: '2026-11-11 Wed P7D -> 2026-11-19 Thu | 3(4): Day of Repentance, the Wednesday before 23 November',
  },
  {
    place: 'DE-TH',
    zone,
    law: 'Thuringia: Feiertagsgesetz, section 2',
    rows: '2027-09-13 Mon P7D -> 2027-09-21 Tue | 3(4): Children’s Day 20 September',
  },
  {
    place: 'DE-SL',
    zone,
    law: 'Saarland: Feiertagsgesetz, section 2',
    rows: '2025-08-08 Fri P7D -> 2025-08-18 Mon | 3(4): Assumption Day 15 August, weekend',
  },
  {
    place: 'DE-BW',
    zone,
    law: 'Baden-Württemberg: Feiertagsgesetz, section 1',
    rows: '2026-12-30 Wed P7D -> 2027-01-07 Thu | 3(4): Epiphany 6 January',
  },
]
