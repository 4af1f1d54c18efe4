interface FilingBlock {
  readonly rule: string
  readonly rows: string
}

/**
 * Examples of deadlines in sector rules. Each row is `filing place events and circumstances -> end | source`. A place
 * is a country whose time zone is in `zones`. A deadline at midnight is the end of the day before.
 */
export const filingExamples: readonly FilingBlock[] = [
  {
    rule: 'dora',
    rows: `
initialNotification DE classification=2026-06-03T10:15+02:00 awareness=2026-06-03T08:20+02:00 -> 2026-06-03T15:00+02:00 | 5(1)(a): 4 hours from classification
initialNotification DE classification=2026-06-03T10:15+02:00 awareness=2026-06-02T12:40+02:00 -> 2026-06-03T13:00+02:00 | 5(1)(a): at most 24 hours from awareness
initialNotification DE classification=2026-06-03T10:15+02:00 awareness=2026-06-01T12:40+02:00 -> 2026-06-03T15:00+02:00 | 5(2): classified after 24 hours
initialNotification DE classification=2026-06-03T10:15+02:00 -> 2026-06-03T15:00+02:00 | 5(1)(a): awareness not recorded
initialNotification DE classification=2026-06-06T10:15+02:00 awareness=2026-06-06T09:30+02:00 -> 2026-06-08T12:00+02:00 | 5(4): Saturday, noon of Monday
initialNotification DE classification=2026-06-06T10:15+02:00 awareness=2026-06-06T09:30+02:00 creditInstitution -> 2026-06-06T15:00+02:00 | 5(5)
initialNotification DE classification=2026-06-06T10:15+02:00 awareness=2026-06-06T09:30+02:00 centralCounterparty -> 2026-06-06T15:00+02:00 | 5(5)
initialNotification DE classification=2026-06-06T10:15+02:00 awareness=2026-06-06T09:30+02:00 tradingVenueOperator -> 2026-06-06T15:00+02:00 | 5(5)
initialNotification DE classification=2026-06-06T10:15+02:00 awareness=2026-06-06T09:30+02:00 essentialOrImportantEntity -> 2026-06-06T15:00+02:00 | 5(5)
initialNotification DE classification=2026-06-06T10:15+02:00 awareness=2026-06-06T09:30+02:00 decision -> 2026-06-06T15:00+02:00 | 5(6)
initialNotification DE classification=2026-04-03T08:10+02:00 awareness=2026-04-03T07:00+02:00 -> 2026-04-07T12:00+02:00 | 5(4): Good Friday, noon of Tuesday
initialNotification FR classification=2026-04-03T08:10+02:00 awareness=2026-04-03T07:00+02:00 -> 2026-04-03T13:00+02:00 | 5(4): Good Friday is a working day in France
initialNotification DE classification=2026-06-05T20:30+02:00 awareness=2026-06-05T19:10+02:00 -> 2026-06-08T12:00+02:00 | 5(4): Saturday 01:00, noon of Monday
initialNotification DE classification=2026-06-05T19:30+02:00 awareness=2026-06-05T18:00+02:00 -> 2026-06-06T00:00+02:00 | 5(1)(a): ends with Friday
initialNotification DE classification=2026-06-07T19:30+02:00 awareness=2026-06-07T19:00+02:00 -> 2026-06-08T12:00+02:00 | 5(4): ends with Sunday, noon of Monday
intermediateReport DE initialNotification=2026-06-03T15:00+02:00 -> 2026-06-08T12:00+02:00 | 5(4): Saturday 16:00, noon of Monday
intermediateReport DE initialNotification=2026-06-03T15:00+02:00 creditInstitution -> 2026-06-06T16:00+02:00 | 5(5)
intermediateReport DE initialNotification=2026-06-01T09:20+02:00 classification=2026-06-01T06:00+02:00 -> 2026-06-04T10:00+02:00 | 5(1)(b): 72 hours from the submission, not from classification
intermediateReport DE-BY initialNotification=2026-06-01T09:20+02:00 -> 2026-06-05T12:00+02:00 | 5(4): Corpus Christi by the calendar of Bavaria, noon of Friday
intermediateReport AT initialNotification=2026-10-23T15:10+02:00 -> 2026-10-27T12:00+01:00 | 5(4): National Day 26 October, noon of Tuesday
intermediateReport AT initialNotification=2026-10-23T15:10+02:00 creditInstitution -> 2026-10-26T15:00+01:00 | 5(5): summer time ends
finalReport DE latestIntermediateReport=2026-06-06T10:00+02:00 -> 2026-07-07T00:00+02:00 | 5(1)(c): Monday 6 July
finalReport DE latestIntermediateReport=2026-06-04T10:00+02:00 -> 2026-07-06T12:00+02:00 | 5(4): Saturday 4 July, noon of Monday
finalReport DE latestIntermediateReport=2026-06-04T10:00+02:00 creditInstitution -> 2026-07-06T12:00+02:00 | 5(5) does not name the final report
finalReport DE latestIntermediateReport=2026-06-04T10:00+02:00 decision -> 2026-07-05T00:00+02:00 | 5(6): Saturday 4 July
finalReport DE latestIntermediateReport=2026-01-31T10:00+01:00 -> 2026-03-02T12:00+01:00 | 5(4): Saturday 28 February, noon of Monday
finalReport DE latestIntermediateReport=2026-11-25T10:00+01:00 -> 2026-12-28T12:00+01:00 | 5(4): 25 December, noon of Monday
finalReport CZ latestIntermediateReport=2026-06-05T10:00+02:00 -> 2026-07-07T12:00+02:00 | 5(4): Sunday 5 and Monday 6 July, noon of Tuesday
finalReport IE latestIntermediateReport=2026-02-17T10:00+00:00 -> 2026-03-18T12:00+00:00 | 5(4): St Patrick's Day, noon of Wednesday`,
  },
  {
    rule: 'nis2',
    rows: `
earlyWarning DE awareness=2026-06-05T17:30+02:00 -> 2026-06-06T18:00+02:00 | 23(4)(a)
incidentNotification DE awareness=2026-06-05T17:30+02:00 -> 2026-06-08T18:00+02:00 | 23(4)(b)
incidentNotification DE awareness=2026-06-05T17:30+02:00 trustServiceProvider -> 2026-06-06T18:00+02:00 | 23(4), second subparagraph
finalReport DE incidentNotification=2026-06-08T09:00+02:00 -> 2026-07-09T00:00+02:00 | 23(4)(d): Wednesday 8 July
finalReport DE incidentNotification=2026-06-05T09:00+02:00 -> 2026-07-07T00:00+02:00 | 1182/71 3(4): Sunday 5 July
finalReport DE incidentNotification=2026-05-31T09:00+02:00 -> 2026-07-01T00:00+02:00 | 1182/71 3(2)(c): no 31 June
finalReportAfterOngoingIncident DE incidentHandled=2026-01-31T09:00+01:00 -> 2026-03-03T00:00+01:00 | 23(4)(e): Saturday 28 February`,
  },
  {
    rule: 'gdpr',
    rows: `
breachNotification DE awareness=2026-04-02T16:20+02:00 -> 2026-04-05T17:00+02:00 | 33(1): ends on Easter Sunday
breachNotification DE awareness=2026-10-24T10:15+02:00 -> 2026-10-27T10:00+01:00 | 33(1): summer time ends
answerToDataSubject DE requestReceived=2026-01-31T10:00+01:00 -> 2026-03-03T00:00+01:00 | 12(3): Saturday 28 February
answerToDataSubject DE requestReceived=2026-03-03T10:00+01:00 -> 2026-04-08T00:00+02:00 | 12(3): Good Friday to Easter Monday
answerToDataSubject FR requestReceived=2026-04-08T10:00+02:00 -> 2026-05-12T00:00+02:00 | 12(3): Friday 8 May
extendedAnswerToDataSubject DE requestReceived=2025-11-30T10:00+01:00 -> 2026-03-03T00:00+01:00 | 12(3): two further months, Saturday 28 February`,
  },
  {
    rule: 'cra',
    rows: `
vulnerabilityEarlyWarning DE awareness=2026-12-24T09:05+01:00 -> 2026-12-25T10:00+01:00 | 14(2)(a)
vulnerabilityNotification DE awareness=2026-12-24T09:05+01:00 -> 2026-12-27T10:00+01:00 | 14(2)(b)
vulnerabilityFinalReport DE correctiveMeasure=2026-12-11T15:00+01:00 -> 2026-12-29T00:00+01:00 | 14(2)(c): 25 December, weekend
vulnerabilityFinalReport DE correctiveMeasure=2026-06-03T15:00+02:00 -> 2026-06-18T00:00+02:00 | 14(2)(c): Wednesday 17 June
incidentEarlyWarning DE awareness=2026-10-24T10:15+02:00 -> 2026-10-25T10:00+01:00 | 14(4)(a): summer time ends
incidentNotification DE awareness=2026-03-27T10:15+01:00 -> 2026-03-30T12:00+02:00 | 14(4)(b): summer time begins
incidentFinalReport DE incidentNotification=2026-11-30T10:00+01:00 -> 2026-12-31T00:00+01:00 | 14(4)(c): Wednesday 30 December`,
  },
  {
    rule: 'mdr',
    rows: `
seriousPublicHealthThreat DE awareness=2026-06-03T10:00+02:00 -> 2026-06-06T00:00+02:00 | 87(4): Friday 5 June
seriousPublicHealthThreat DE awareness=2026-06-05T10:00+02:00 -> 2026-06-10T00:00+02:00 | 1182/71 3(5): Monday and Tuesday
seriousPublicHealthThreat DE awareness=2026-04-02T10:00+02:00 -> 2026-04-09T00:00+02:00 | 1182/71 3(5): Easter, Tuesday and Wednesday
deathOrSeriousDeterioration DE awareness=2026-04-21T10:00+02:00 -> 2026-05-05T00:00+02:00 | 87(5): Friday 1 May, weekend
seriousIncident DE awareness=2026-12-10T10:00+01:00 -> 2026-12-29T00:00+01:00 | 87(3): 25 December, weekend
seriousIncident DE awareness=2026-06-01T10:00+02:00 -> 2026-06-17T00:00+02:00 | 87(3): Tuesday 16 June`,
  },
]
