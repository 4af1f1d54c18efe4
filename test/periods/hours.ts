/**
 * Examples of periods in hours: article 3(1) and 3(2)(a). The hour of the event does not count; all later hours do.
 * Summer time in the European Union begins on the last Sunday of March and ends on the last Sunday of October at 01:00
 * UTC (Directive 2000/84/EC, articles 2 and 3): 29 March and 25 October 2026, 30 March and 26 October 2025, 28 March
 * and 31 October 2027. Each row is `zone event period -> end | source`.
 */
export const hourExamples = `
Europe/Berlin 2026-06-03T10:15+02:00 PT4H -> 2026-06-03T15:00+02:00 | 3(1): counts from 11:00
Europe/Berlin 2026-06-03T10:00+02:00 PT4H -> 2026-06-03T15:00+02:00 | 3(1): the event is in the hour from 10:00
Europe/Berlin 2026-06-03T10:59+02:00 PT4H -> 2026-06-03T15:00+02:00 | 3(1): the event is in the hour from 10:00
Europe/Berlin 2026-06-03T11:00+02:00 PT4H -> 2026-06-03T16:00+02:00 | 3(1): the event is in the hour from 11:00
Europe/Berlin 2026-06-03T10:15+02:00 PT24H -> 2026-06-04T11:00+02:00 | 3(2)(a)
Europe/Berlin 2026-06-03T10:15+02:00 PT72H -> 2026-06-06T11:00+02:00 | 3(4): a Saturday, not moved
Europe/Berlin 2026-06-05T17:30+02:00 PT72H -> 2026-06-08T18:00+02:00 | 3(3): Saturday and Sunday count
Europe/Berlin 2026-04-02T16:20+02:00 PT72H -> 2026-04-05T17:00+02:00 | 3(4): Easter Sunday, not moved
Europe/Berlin 2026-12-24T09:05+01:00 PT24H -> 2026-12-25T10:00+01:00 | 3(4): a holiday, not moved
Europe/Berlin 2026-12-31T23:30+01:00 PT1H -> 2027-01-01T01:00+01:00 | 3(1): counts from midnight; end of the year
Europe/Berlin 2026-12-31T22:59+01:00 PT24H -> 2027-01-01T23:00+01:00 | 3(2)(a): end of the year
Europe/Berlin 2024-02-28T12:30+01:00 PT24H -> 2024-02-29T13:00+01:00 | 3(2)(a): leap day
Europe/Berlin 2024-02-28T12:30+01:00 PT48H -> 2024-03-01T13:00+01:00 | 3(2)(a): across the leap day
Europe/Berlin 2025-02-28T12:30+01:00 PT24H -> 2025-03-01T13:00+01:00 | 3(2)(a): no leap day
Europe/Berlin 2026-03-28T10:15+01:00 PT24H -> 2026-03-29T12:00+02:00 | 3(2)(a): summer time begins
Europe/Berlin 2026-03-28T10:15+01:00 PT72H -> 2026-03-31T12:00+02:00 | 3(2)(a): summer time begins
Europe/Berlin 2026-03-27T10:15+01:00 PT72H -> 2026-03-30T12:00+02:00 | 3(2)(a): summer time begins
Europe/Berlin 2026-03-29T01:10+01:00 PT1H -> 2026-03-29T04:00+02:00 | 3(1): counts from 03:00, as 02:00 does not exist
Europe/Berlin 2026-03-29T01:10+01:00 PT4H -> 2026-03-29T07:00+02:00 | 3(1): counts from 03:00
Europe/Berlin 2026-03-29T00:30+01:00 PT1H -> 2026-03-29T03:00+02:00 | 3(2)(a): the hour from 01:00 ends at 03:00
Europe/Berlin 2026-03-29T03:10+02:00 PT1H -> 2026-03-29T05:00+02:00 | 3(1): counts from 04:00
Europe/Berlin 2026-10-24T10:15+02:00 PT24H -> 2026-10-25T10:00+01:00 | 3(2)(a): summer time ends
Europe/Berlin 2026-10-24T10:15+02:00 PT72H -> 2026-10-27T10:00+01:00 | 3(2)(a): summer time ends
Europe/Berlin 2026-10-25T01:30+02:00 PT1H -> 2026-10-25T02:00+01:00 | 3(2)(a): the first of two hours from 02:00
Europe/Berlin 2026-10-25T02:30+02:00 PT1H -> 2026-10-25T03:00+01:00 | 3(1): event in the first hour from 02:00
Europe/Berlin 2026-10-25T02:30+01:00 PT1H -> 2026-10-25T04:00+01:00 | 3(1): event in the second hour from 02:00
Europe/Berlin 2026-10-25T01:30+02:00 PT4H -> 2026-10-25T05:00+01:00 | 3(2)(a): summer time ends
Europe/Berlin 2026-10-23T02:30+02:00 PT48H -> 2026-10-25T02:00+01:00 | 3(2)(a): ends after the first hour from 02:00
Europe/Berlin 2026-10-20T09:00+02:00 PT168H -> 2026-10-27T09:00+01:00 | 3(2)(a): 168 hours, summer time ends
Europe/Berlin 2026-06-01T07:30+02:00 PT336H -> 2026-06-15T08:00+02:00 | 3(2)(a): 14 times 24 hours
Europe/Berlin 2026-01-01T00:00+01:00 PT8760H -> 2027-01-01T01:00+01:00 | 3(2)(a): 365 times 24 hours
Europe/Berlin 2020-12-22T12:17+01:00 PT72H -> 2020-12-25T13:00+01:00 | 3(1): example of mkm.legal, 72-Stunden-Frist
Europe/Berlin 2020-12-22T12:59+01:00 PT72H -> 2020-12-25T13:00+01:00 | 3(1): example of mkm.legal, 72-Stunden-Frist
Europe/Dublin 2026-03-28T10:15+00:00 PT24H -> 2026-03-29T12:00+01:00 | 3(2)(a): summer time begins
Europe/Lisbon 2026-10-24T10:15+01:00 PT24H -> 2026-10-25T10:00+00:00 | 3(2)(a): summer time ends
Europe/Athens 2026-03-28T10:15+02:00 PT24H -> 2026-03-29T12:00+03:00 | 3(2)(a): summer time begins
Europe/Helsinki 2026-10-24T10:15+03:00 PT72H -> 2026-10-27T10:00+02:00 | 3(2)(a): summer time ends
Europe/Bucharest 2026-03-28T23:40+02:00 PT4H -> 2026-03-29T05:00+03:00 | 3(2)(a): summer time begins at 03:00
Europe/Warsaw 2026-10-25T00:15+02:00 PT4H -> 2026-10-25T04:00+01:00 | 3(2)(a): summer time ends
Europe/Madrid 2025-03-29T18:45+01:00 PT24H -> 2025-03-30T20:00+02:00 | 3(2)(a): summer time begins
Europe/Rome 2025-10-25T18:45+02:00 PT24H -> 2025-10-26T18:00+01:00 | 3(2)(a): summer time ends
Europe/Vienna 2027-03-26T15:20+01:00 PT72H -> 2027-03-29T17:00+02:00 | 3(2)(a): summer time begins on Easter Sunday
Europe/Prague 2027-10-29T15:20+02:00 PT72H -> 2027-11-01T15:00+01:00 | 3(2)(a): summer time ends
Europe/Stockholm 2028-02-28T08:01+01:00 PT48H -> 2028-03-01T09:00+01:00 | 3(2)(a): across the leap day
Europe/Luxembourg 2026-04-30T23:30+02:00 PT24H -> 2026-05-02T00:00+02:00 | 3(4): ends with 1 May, not moved
Europe/Sofia 2026-05-22T16:00+03:00 PT72H -> 2026-05-25T17:00+03:00 | 3(4): Monday 25 May is free in Bulgaria, not moved
Europe/Copenhagen 2026-04-01T15:00+02:00 PT72H -> 2026-04-04T16:00+02:00 | 3(3): Maundy Thursday and Good Friday count
Atlantic/Canary 2026-03-28T10:15+00:00 PT24H -> 2026-03-29T12:00+01:00 | 3(2)(a): summer time begins
Atlantic/Azores 2026-03-28T10:15-01:00 PT24H -> 2026-03-29T12:00+00:00 | 3(2)(a): summer time begins
Atlantic/Reykjavik 2026-03-28T10:15+00:00 PT24H -> 2026-03-29T11:00+00:00 | 3(2)(a): no summer time in Iceland
Indian/Reunion 2026-06-03T10:15+04:00 PT72H -> 2026-06-06T11:00+04:00 | 3(2)(a): no summer time in Réunion
Asia/Kolkata 2026-06-03T10:15+05:30 PT24H -> 2026-06-04T11:00+05:30 | 3(1): hours by local clocks
Asia/Kathmandu 2026-06-03T10:15+05:45 PT4H -> 2026-06-03T15:00+05:45 | 3(1): hours by local clocks
UTC 2026-06-03T10:15+00:00 PT4H -> 2026-06-03T15:00+00:00 | 3(1): counts from 11:00
`
