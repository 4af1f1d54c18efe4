import type { Period } from './period.ts'

/** The events from which the periods of the rules run. */
export type FilingEvent =
  | 'awareness'
  | 'classification'
  | 'initialNotification'
  | 'latestIntermediateReport'
  | 'incidentNotification'
  | 'incidentHandled'
  | 'correctiveMeasure'
  | 'requestReceived'

/** Kinds of entities for which a rule differs. */
export type FilingEntity =
  | 'creditInstitution'
  | 'centralCounterparty'
  | 'tradingVenueOperator'
  | 'essentialOrImportantEntity'
  | 'trustServiceProvider'

interface FilingLimit {
  readonly article: string
  readonly from: FilingEvent
  readonly period: Period
}

/** Allows a filing until a certain hour of the next working day if its limit falls on a rest day. */
interface RestDayRelief {
  readonly article: string
  readonly hour: number
  readonly excluded?: { readonly article: string; readonly entities: readonly FilingEntity[] }
  /** The authority may exclude an entity by a decision that it notifies. */
  readonly excludedByDecision: { readonly article: string }
}

export interface FilingRule extends FilingLimit {
  readonly id: string
  /** The event that this filing constitutes, from which the period of a later filing runs. */
  readonly submission?: FilingEvent
  /**
   * A second limit. The earlier limit applies, unless the event of the first one happens after the second has ended.
   */
  readonly cap?: FilingLimit & { readonly lateArticle: string }
  readonly relief?: RestDayRelief
  readonly shorter?: { readonly article: string; readonly entity: FilingEntity; readonly period: Period }
}

export interface SectorRule {
  readonly id: string
  readonly act: string
  readonly source: string
  /** Set for a directive: the law of the Member State sets the limits, and may count them differently. */
  readonly isTransposed?: true
  readonly filings: readonly FilingRule[]
}

const hours = (count: number): Period => ({ count, unit: 'hours' })
const days = (count: number): Period => ({ count, unit: 'days' })
const months = (count: number): Period => ({ count, unit: 'months' })

const noon = { article: '5(4)', hour: 12, excludedByDecision: { article: '5(6)' } } as const
const noonUnlessCritical: RestDayRelief = {
  ...noon,
  excluded: {
    article: '5(5)',
    entities: ['creditInstitution', 'centralCounterparty', 'tradingVenueOperator', 'essentialOrImportantEntity'],
  },
}

export const sectorRules: readonly SectorRule[] = [
  {
    id: 'dora',
    act: 'Delegated Regulation (EU) 2025/301',
    source: 'https://eur-lex.europa.eu/eli/reg_del/2025/301/oj',
    filings: [
      {
        id: 'initialNotification',
        submission: 'initialNotification',
        article: '5(1)(a)',
        from: 'classification',
        period: hours(4),
        cap: { article: '5(1)(a)', from: 'awareness', period: hours(24), lateArticle: '5(2)' },
        relief: noonUnlessCritical,
      },
      {
        id: 'intermediateReport',
        submission: 'latestIntermediateReport',
        article: '5(1)(b)',
        from: 'initialNotification',
        period: hours(72),
        relief: noonUnlessCritical,
      },
      { id: 'finalReport', article: '5(1)(c)', from: 'latestIntermediateReport', period: months(1), relief: noon },
    ],
  },
  {
    id: 'nis2',
    act: 'Directive (EU) 2022/2555',
    source: 'https://eur-lex.europa.eu/eli/dir/2022/2555/oj',
    isTransposed: true,
    filings: [
      { id: 'earlyWarning', article: '23(4)(a)', from: 'awareness', period: hours(24) },
      {
        id: 'incidentNotification',
        submission: 'incidentNotification',
        article: '23(4)(b)',
        from: 'awareness',
        period: hours(72),
        shorter: { article: '23(4), second subparagraph', entity: 'trustServiceProvider', period: hours(24) },
      },
      { id: 'finalReport', article: '23(4)(d)', from: 'incidentNotification', period: months(1) },
      { id: 'finalReportAfterOngoingIncident', article: '23(4)(e)', from: 'incidentHandled', period: months(1) },
    ],
  },
  {
    id: 'gdpr',
    act: 'Regulation (EU) 2016/679',
    source: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
    filings: [
      { id: 'breachNotification', article: '33(1)', from: 'awareness', period: hours(72) },
      { id: 'answerToDataSubject', article: '12(3)', from: 'requestReceived', period: months(1) },
      { id: 'extendedAnswerToDataSubject', article: '12(3)', from: 'requestReceived', period: months(3) },
    ],
  },
  {
    id: 'cra',
    act: 'Regulation (EU) 2024/2847',
    source: 'https://eur-lex.europa.eu/eli/reg/2024/2847/oj',
    filings: [
      { id: 'vulnerabilityEarlyWarning', article: '14(2)(a)', from: 'awareness', period: hours(24) },
      { id: 'vulnerabilityNotification', article: '14(2)(b)', from: 'awareness', period: hours(72) },
      { id: 'vulnerabilityFinalReport', article: '14(2)(c)', from: 'correctiveMeasure', period: days(14) },
      { id: 'incidentEarlyWarning', article: '14(4)(a)', from: 'awareness', period: hours(24) },
      {
        id: 'incidentNotification',
        submission: 'incidentNotification',
        article: '14(4)(b)',
        from: 'awareness',
        period: hours(72),
      },
      { id: 'incidentFinalReport', article: '14(4)(c)', from: 'incidentNotification', period: months(1) },
    ],
  },
  {
    id: 'mdr',
    act: 'Regulation (EU) 2017/745',
    source: 'https://eur-lex.europa.eu/eli/reg/2017/745/oj',
    filings: [
      { id: 'seriousIncident', article: '87(3)', from: 'awareness', period: days(15) },
      { id: 'seriousPublicHealthThreat', article: '87(4)', from: 'awareness', period: days(2) },
      { id: 'deathOrSeriousDeterioration', article: '87(5)', from: 'awareness', period: days(10) },
    ],
  },
]
