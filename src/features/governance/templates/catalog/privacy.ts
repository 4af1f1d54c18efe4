import type { Template } from '#src/features/governance/templates/template.ts'

export const privacyTemplates: readonly Template[] = [
  {
    key: 'PROCESSING-RECORDS',
    ...{ source: 'register', owner: 'privacy', validityDays: 365 },
    answers: { iso27001: 'A.5.34', gdpr: '30(1) 24(1)' },
    en: [
      'Records of processing activities',
      'The current records with purpose, categories, recipients, transfers, deletion periods and measures, and the last review.',
    ],
    de: [
      'Verzeichnis der Verarbeitungstätigkeiten',
      'Das aktuelle Verzeichnis mit Zweck, Kategorien, Empfängern, Übermittlungen, Löschfristen und Maßnahmen und der letzten Überprüfung.',
    ],
  },
  {
    key: 'PRIVACY-BY-DESIGN',
    ...{ source: 'document', owner: 'privacy', validityDays: 365 },
    answers: { iso27001: 'A.5.34 A.5.8', gdpr: '25(1) 25(2)' },
    en: [
      'Data protection by design and default',
      'For a recent product or process: the decisions on data kept to a minimum, default settings and access, with the sign-off.',
    ],
    de: [
      'Datenschutz durch Gestaltung und Voreinstellung',
      'Zu einem aktuellen Produkt oder Prozess: Entscheidungen zu Datensparsamkeit, Voreinstellungen und Zugriff mit Freigabe.',
    ],
  },
  {
    key: 'PROCESSOR-CONTRACTS',
    ...{ source: 'contract', owner: 'privacy', validityDays: 365 },
    answers: { iso27001: 'A.5.20 A.5.34', soc2: 'CC9.2', gdpr: '28(1) 28(3)' },
    en: [
      'Contracts with processors',
      'The list of processors with signed contract, subprocessors and the evaluation of their guarantees.',
    ],
    de: [
      'Verträge zur Auftragsverarbeitung',
      'Die Liste der Auftragsverarbeiter mit unterzeichnetem Vertrag, Unterauftragnehmern und der Bewertung ihrer Garantien.',
    ],
  },
  {
    key: 'PSEUDONYMIZATION',
    ...{ source: 'configuration', owner: 'privacy', validityDays: 365 },
    answers: { iso27001: 'A.8.11', gdpr: '32(1)(a)' },
    en: [
      'Pseudonyms and masked data',
      'Where personal data is masked or replaced by pseudonyms, how, and who has access to the mapping.',
    ],
    de: [
      'Pseudonymisierung und Maskierung',
      'Wo und wie personenbezogene Daten maskiert oder durch Pseudonyme ersetzt werden und wer die Zuordnung einsehen kann.',
    ],
  },
  {
    key: 'ERASURE-REQUESTS',
    ...{ source: 'ticket', owner: 'privacy', validityDays: 180 },
    answers: { iso27001: 'A.5.34 A.8.10', gdpr: '17(1)' },
    en: [
      'Requests for erasure handled',
      'The register of requests with receipt, check of identity, decision, erasure in all systems and answer, without names.',
    ],
    de: [
      'Bearbeitete Löschanträge',
      'Das Verzeichnis der Anträge mit Eingang, Identitätsprüfung, Entscheidung, Löschung in allen Systemen und Antwort, ohne Namen.',
    ],
  },
  {
    key: 'BREACH-NOTIFICATION',
    ...{ source: 'document', owner: 'privacy', validityDays: 365 },
    answers: { iso27001: 'A.5.5 A.5.34', soc2: 'CC7.4', gdpr: '33(1) 33(5) 34(1)' },
    en: [
      'Data breaches notified',
      'The register of breaches with assessment, notification within 72 hours and notice to people; otherwise the rehearsed procedure.',
    ],
    de: [
      'Meldung von Datenschutzverletzungen',
      'Das Verzeichnis der Verletzungen mit Bewertung, Meldung binnen 72 Stunden und Benachrichtigung; andernfalls das geübte Verfahren.',
    ],
  },
  {
    key: 'IMPACT-ASSESSMENT',
    ...{ source: 'document', owner: 'privacy', validityDays: 365 },
    answers: { iso27001: 'A.5.34', gdpr: '35(1) 32(2)' },
    en: [
      'Data protection impact assessments',
      'The decisions for which processing an assessment is needed, and the assessments with risks, measures and advice received.',
    ],
    de: [
      'Datenschutz-Folgenabschätzungen',
      'Die Entscheidungen, für welche Verarbeitungen eine Abschätzung nötig ist, und die Abschätzungen mit Risiken, Maßnahmen und Rat.',
    ],
  },
]
