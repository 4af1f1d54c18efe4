import type { work as english } from '#web/i18n/en/work.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const work = {
  title: 'Meine Aufgaben',
  intro: 'Was auf Sie wartet, Überfälliges und Fälliges zuerst. Was erledigt ist, verschwindet von selbst.',
  what: 'Was',
  task: 'Zu tun',
  key: 'Schlüssel',
  status: 'Status',
  due: 'Fällig',
  since: 'wartet seit {{date}}',
  now: 'sofort',
  never: 'ohne Termin',
  open_one: '{{count}} Klausel ohne Antwort',
  open_other: '{{count}} Klauseln ohne Antwort',
  requests_one: '{{count}} Anfrage ohne Antwort',
  requests_other: '{{count}} Anfragen ohne Antwort',
  kinds: {
    claim_review: 'Beleg prüfen',
    assessment_answers: 'Bewertung beantworten',
    assessment_completion: 'Bewertung abschließen',
    room_request: 'Prüfern von außen antworten',
    finding_remediation: 'Feststellung beheben',
    finding_closing: 'Feststellung schließen',
    risk_review: 'Risiko überprüfen',
    approval: 'Änderung bestätigen',
    evidence_renewal: 'Nachweis erneuern',
    package_due: 'Paket einreichen',
    policy_acknowledgement: 'Richtlinie lesen und bestätigen',
    questionnaire_answers: 'Fragebogen beantworten',
  },
  empty: 'Nichts wartet auf Sie',
  emptyText:
    'Prüfungen, Antworten, Anfragen von Prüfern, Feststellungen, Risiken, Anforderungen, Pakete, Richtlinien und Fragebögen erscheinen hier, sobald Sie etwas tun können.',
} satisfies Texts<typeof english>
