import type { ExampleBlock } from './example.ts'

const block = (place: string, zone: string, law: string, rows: string): ExampleBlock => ({ place, zone, law, rows })

/** Periods in working days: article 3(1), 3(3) and 2(2). `5WD` stands for five working days. */
export const workingDays: readonly ExampleBlock[] = [
  block(
    'DE',
    'Europe/Berlin',
    'Germany: the nine days that the holiday acts of all Länder name',
    `
2026-06-03 Wed 1WD -> 2026-06-04 Thu | 3(1): the next day
2026-06-05 Fri 1WD -> 2026-06-08 Mon | 2(2): Saturday and Sunday do not count
2026-06-05 Fri 5WD -> 2026-06-12 Fri | 2(2): 8 to 12 June
2026-04-02 Thu 1WD -> 2026-04-07 Tue | 2(2): Good Friday to Easter Monday
2026-04-01 Wed 2WD -> 2026-04-07 Tue | 2(2): 2 and 7 April
2026-03-31 Tue 10WD -> 2026-04-16 Thu | 2(2): 1, 2, 7 to 10, 13 to 16 April
2026-04-30 Thu 1WD -> 2026-05-04 Mon | 2(2): 1 May, weekend
2026-05-13 Wed 2WD -> 2026-05-18 Mon | 2(2): Ascension Day 14 May; 15 and 18 May
2026-05-22 Fri 3WD -> 2026-05-28 Thu | 2(2): Whit Monday; 26, 27 and 28 May
2026-12-23 Wed 3WD -> 2026-12-29 Tue | 2(2): 24, 28 and 29 December
2026-12-23 Wed 5WD -> 2026-12-31 Thu | 2(2): 24, 28, 29, 30 and 31 December
2026-12-23 Wed 6WD -> 2027-01-04 Mon | 2(2): New Year's Day, weekend
2026-06-06 Sat 1WD -> 2026-06-08 Mon | 3(1): event on a Saturday
2026-06-07 Sun 2WD -> 2026-06-09 Tue | 3(1): event on a Sunday
2026-10-02 Fri 1WD -> 2026-10-05 Mon | 2(2): 3 October is a Saturday
2024-02-28 Wed 1WD -> 2024-02-29 Thu | 2(2): leap day
2024-02-28 Wed 2WD -> 2024-03-01 Fri | 2(2): across the leap day
2025-02-27 Thu 2WD -> 2025-03-03 Mon | 2(2): 28 February and 3 March
2026-10-23 Fri 20WD -> 2026-11-20 Fri | 2(2): four weeks without a holiday of all Länder`,
  ),
  block(
    'DE-BY',
    'Europe/Berlin',
    'Bavaria: Feiertagsgesetz, article 1',
    '2026-06-03 Wed 1WD -> 2026-06-05 Fri | 2(2): Corpus Christi 4 June',
  ),
  block(
    'AT',
    'Europe/Vienna',
    'Austria: Arbeitsruhegesetz, section 7(2)',
    '2026-12-07 Mon 1WD -> 2026-12-09 Wed | 2(2): 8 December',
  ),
  block(
    'FR',
    'Europe/Paris',
    'France: Code du travail, article L. 3133-1',
    `
2026-05-06 Wed 3WD -> 2026-05-12 Tue | 2(2): Friday 8 May; 7, 11 and 12 May
2026-07-13 Mon 1WD -> 2026-07-15 Wed | 2(2): 14 July`,
  ),
  block(
    'BE',
    'Europe/Brussels',
    'Belgium: Royal Decree of 18 April 1974, article 1',
    '2026-07-20 Mon 5WD -> 2026-07-28 Tue | 2(2): 21 July; 22, 23, 24, 27 and 28 July',
  ),
  block(
    'NL',
    'Europe/Amsterdam',
    'Netherlands: Algemene termijnenwet, article 3(1)',
    '2026-05-04 Mon 1WD -> 2026-05-06 Wed | 2(2): 5 May',
  ),
  block('IT', 'Europe/Rome', 'Italy: Law 260/1949', '2026-06-01 Mon 2WD -> 2026-06-04 Thu | 2(2): Republic Day 2 June'),
  block(
    'IE',
    'Europe/Dublin',
    'Ireland: Organisation of Working Time Act 1997, second schedule',
    '2026-03-16 Mon 2WD -> 2026-03-19 Thu | 2(2): St Patrick’s Day 17 March',
  ),
  block(
    'DK',
    'Europe/Copenhagen',
    'Denmark: helligdage',
    '2026-04-01 Wed 3WD -> 2026-04-09 Thu | 2(2): Maundy Thursday to Easter Monday; 7, 8 and 9 April',
  ),
  block(
    'PL',
    'Europe/Warsaw',
    'Poland: Act of 18 January 1951 on days free from work',
    '2026-12-23 Wed 2WD -> 2026-12-29 Tue | 2(2): 24, 25 and 26 December; 28 and 29 December',
  ),
  block('CZ', 'Europe/Prague', 'Czechia: Act 245/2000', '2026-07-03 Fri 1WD -> 2026-07-07 Tue | 2(2): weekend, 6 July'),
  block(
    'RO',
    'Europe/Bucharest',
    'Romania: Codul muncii, article 139(1)',
    '2025-12-31 Wed 2WD -> 2026-01-08 Thu | 2(2): 1, 2, 6 and 7 January; 5 and 8 January',
  ),
  block(
    'BG',
    'Europe/Sofia',
    'Bulgaria: Labour Code, article 154(1) and (2)',
    '2026-12-23 Wed 1WD -> 2026-12-29 Tue | 2(2): 24 to 26 December, Sunday, Monday 28 December',
  ),
  block(
    'GR',
    'Europe/Athens',
    'Greece: Act 4808/2021, article 60',
    '2026-04-09 Thu 2WD -> 2026-04-15 Wed | 2(2): Orthodox Good Friday 10 to Easter Monday 13 April',
  ),
  block(
    'CY',
    'Asia/Nicosia',
    'Cyprus: public holidays of the Republic',
    '2026-02-20 Fri 2WD -> 2026-02-25 Wed | 2(2): Green Monday 23 February; 24 and 25 February',
  ),
  block(
    'SE',
    'Europe/Stockholm',
    'Sweden: lag (1989:253) om allmänna helgdagar',
    '2026-04-30 Thu 1WD -> 2026-05-04 Mon | 2(2): 1 May, weekend',
  ),
  block(
    'FI',
    'Europe/Helsinki',
    'Finland: church holidays (kirkkolaki)',
    '2025-12-23 Tue 2WD -> 2025-12-29 Mon | 2(2): 24 and 29 December',
  ),
  block(
    'LV',
    'Europe/Riga',
    'Latvia: Law on public holidays, commemoration and celebration days',
    '2026-12-30 Wed 2WD -> 2027-01-05 Tue | 2(2): 31 December, 1 January; 4 and 5 January',
  ),
  block(
    'EE',
    'Europe/Tallinn',
    'Estonia: Public Holidays and Days of National Importance Act, section 2',
    '2026-06-22 Mon 1WD -> 2026-06-25 Thu | 2(2): 23 and 24 June',
  ),
  block(
    'LT',
    'Europe/Vilnius',
    'Lithuania: Labour Code, article 123',
    '2026-10-30 Fri 1WD -> 2026-11-03 Tue | 2(2): weekend, 2 November',
  ),
  block(
    'PT',
    'Europe/Lisbon',
    'Portugal: Código do Trabalho, article 234',
    '2026-11-30 Mon 5WD -> 2026-12-09 Wed | 2(2): 1 and 8 December; 2, 3, 4, 7 and 9 December',
  ),
  block(
    'ES',
    'Europe/Madrid',
    'Spain: Royal Decree 2001/1983, article 45',
    '2025-12-05 Fri 1WD -> 2025-12-09 Tue | 2(2): weekend, 8 December',
  ),
  block(
    'LU',
    'Europe/Luxembourg',
    'Luxembourg: Code du travail, article L. 232-2',
    '2026-06-22 Mon 1WD -> 2026-06-24 Wed | 2(2): National Day 23 June',
  ),
  block(
    'MT',
    'Europe/Malta',
    'Malta: National Holidays and Other Public Holidays Act (chapter 252)',
    '2026-12-07 Mon 1WD -> 2026-12-09 Wed | 2(2): 8 December',
  ),
  block(
    'SI',
    'Europe/Ljubljana',
    'Slovenia: Public Holidays and Work-free Days Act (ZPDPD)',
    '2025-12-31 Wed 1WD -> 2026-01-05 Mon | 2(2): 1 and 2 January, weekend',
  ),
  block(
    'HR',
    'Europe/Zagreb',
    'Croatia: Act on holidays, memorial days and non-working days (NN 110/19)',
    '2026-08-04 Tue 1WD -> 2026-08-06 Thu | 2(2): 5 August',
  ),
]
