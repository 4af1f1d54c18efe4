import type { work as english } from '#web/i18n/en/work.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const work = {
  title: 'Meine Aufgaben',
  intro: 'Ihre Aufgaben nach Art. Erledigtes verschwindet von selbst.',
  what: 'Datensatz',
  task: 'Aufgabe',
  key: 'Schlüssel',
  status: 'Status',
  due: 'Fällig',
  since: 'wartet seit {{date}}',
  missing: 'noch kein Nachweis',
  never: 'ohne Termin',
  open_one: '{{count}} Abschnitt ohne Antwort',
  open_other: '{{count}} Abschnitte ohne Antwort',
  requests_one: '{{count}} Anfrage ohne Antwort',
  requests_other: '{{count}} Anfragen ohne Antwort',
  atLeast: '{{number}} oder mehr',
  lateOf: '{{count}} überfällig',
  dues: { late: 'überfällig', week: 'in den nächsten 7 Tagen' },
  kinds: {
    claim_review: 'Über Nachweis entscheiden',
    assessment_answers: 'Bewertung beantworten',
    assessment_completion: 'Bewertung abschließen',
    room_request: 'Externen Prüfern antworten',
    finding_remediation: 'Feststellung beheben',
    finding_closing: 'Feststellung schließen',
    risk_review: 'Risiko überprüfen',
    approval: 'Änderung bestätigen',
    evidence_renewal: 'Nachweis erneuern',
    package_due: 'Paket einreichen',
    policy_acknowledgement: 'Richtlinie lesen und bestätigen',
    questionnaire_answers: 'Fragebogen beantworten',
  },
  empty: 'Nichts zu tun',
  emptyText:
    'Freigaben, Antworten, Anfragen von Prüfern, Feststellungen, Risiken, Anforderungen, Pakete, Richtlinien und Fragebögen erscheinen hier, sobald sie auf Sie warten.',
} satisfies Texts<typeof english>
