import type { Words } from './words.ts'

export const wordsDe: Words = {
  kinds: {
    assigned: ['Ihnen zugewiesen', 'Ihnen zugewiesen'],
    mentioned: ['In einem Kommentar erwähnt', 'In Kommentaren erwähnt'],
    commented: ['Neuer Kommentar', 'Neue Kommentare'],
    export_ready: ['Beweisbündel bereit', 'Beweisbündel bereit'],
    export_failed: ['Beweisbündel fehlgeschlagen', 'Beweisbündel fehlgeschlagen'],
    invitation_accepted: ['Einladung angenommen', 'Einladungen angenommen'],
    claim_answer: ['Rückfrage zu Ihrem Nachweis', 'Rückfragen zu Ihren Nachweisen'],
    room_request: ['Frage aus der externen Prüfung', 'Fragen aus der externen Prüfung'],
    claim_review: ['Nachweis zur Freigabe', 'Nachweise zur Freigabe'],
    approval: ['Anfrage zur Bestätigung', 'Anfragen zur Bestätigung'],
    finding_closing: ['Feststellung abzuschließen', 'Feststellungen abzuschließen'],
    assessment_completion: ['Bewertung abzuschließen', 'Bewertungen abzuschließen'],
    assessment_answers: ['Bewertung zu beantworten', 'Bewertungen zu beantworten'],
    evidence_renewal: ['Nachweis zu erneuern', 'Nachweise zu erneuern'],
    package_due: ['Paket einzureichen', 'Pakete einzureichen'],
    finding_remediation: ['Feststellung zu beheben', 'Feststellungen zu beheben'],
    risk_review: ['Risiko zu überprüfen', 'Risiken zu überprüfen'],
    policy_acknowledgement: ['Richtlinie zur Kenntnisnahme', 'Richtlinien zur Kenntnisnahme'],
    questionnaire_answers: ['Fragebogen zu beantworten', 'Fragebögen zu beantworten'],
    escalated: ['Überfällige Aufgabe einer anderen Person', 'Überfällige Aufgaben anderer'],
    receiver_failing: ['Webhook-Empfänger antwortet nicht', 'Webhook-Empfänger antworten nicht'],
    secret_overdue: ['Geheimnis zu erneuern', 'Geheimnisse zu erneuern'],
    job_trouble: ['Auftrag scheitert oder hängt', 'Aufträge scheitern oder hängen'],
    storage_deviating: ['Abweichung des Speichers', 'Abweichungen des Speichers'],
    checkpoints_unpublished: ['Prüfpunkte sind nicht veröffentlicht', 'Prüfpunkte sind nicht veröffentlicht'],
  },
  greeting: name => `Guten Tag ${name},`,
  intro: {
    at_once: workspace => `in ${workspace} gibt es etwas für Sie:`,
    digest: workspace => `dies ist Ihre tägliche Übersicht aus ${workspace}:`,
  },
  due({ days, late, date }) {
    if (late) return days === 0 ? 'Seit heute überfällig' : `Überfällig seit ${date}`
    if (days <= 0) return 'Heute fällig'
    return days === 1 ? 'Morgen fällig' : `Fällig am ${date}`
  },
  subject: (what, title) => `${what}: ${title}`,
  andMore: (subject, more) => `${subject} und ${more} weitere`,
  counts: ({ late, soon, other }) =>
    [
      ...(late > 0 ? [`${late} überfällig`] : []),
      ...(soon > 0 ? [`${soon} diese Woche fällig`] : []),
      ...(other > 0 ? [`${other} ${other === 1 ? 'wartet' : 'warten'} auf Sie`] : []),
    ].join(', '),
  countsSubject: (counts, workspace) => `${counts} in ${workspace}`,
  more: count =>
    `${count === 1 ? '1 weiterer Eintrag steht' : `${count} weitere Einträge stehen`} in „Meine Aufgaben“.`,
  moreOverdue: (title, count) => `${title}: ${count} weitere überfällige ${count === 1 ? 'Aufgabe' : 'Aufgaben'}`,
  action: 'Meine Aufgaben öffnen',
  reason: workspace => `Sie erhalten diese Mail, weil Sie in Probata im Arbeitsbereich ${workspace} arbeiten.`,
  settings: 'Einstellungen der Benachrichtigungen',
  stopKind: kind => `Mails dieser Art abbestellen (${kind})`,
  stopDigest: 'Tägliche Übersicht abbestellen',
  test: workspace => `Dies ist eine Testnachricht aus dem Arbeitsbereich ${workspace} in Probata.`,
}
