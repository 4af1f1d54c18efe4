import type { Template } from '#src/features/governance/templates/template.ts'

export const governanceTemplates: readonly Template[] = [
  {
    key: 'SECURITY-POLICY',
    ...{ source: 'document', owner: 'management', validityDays: 365 },
    answers: { iso27001: 'A.5.1', soc2: 'CC5.3 CC2.2', dora: '9(4)(a) 9(2)', nis2: '21(2)(a) 21(1)', gdpr: '24(1)' },
    en: [
      'Security policy in force',
      'The policy as approved by management, with its date of approval, and the notice that made it known to staff.',
    ],
    de: [
      'Gültige Sicherheitsrichtlinie',
      'Die von der Geschäftsleitung freigegebene Richtlinie mit Datum der Freigabe, dazu die Bekanntgabe an die Beschäftigten.',
    ],
  },
  {
    key: 'POLICY-REVIEW',
    ...{ source: 'minutes', owner: 'security', validityDays: 365 },
    answers: { iso27001: 'A.5.1 A.5.36', soc2: 'CC5.3 CC4.1', dora: '6(5)', nis2: '21(2)(f)', gdpr: '24(1)' },
    en: [
      'Yearly review of policies',
      'A record that each policy was read again within the year: who reviewed it, what changed and who approved it.',
    ],
    de: [
      'Jährliche Überprüfung der Richtlinien',
      'Ein Nachweis, dass jede Richtlinie im Lauf des Jahres überprüft wurde: durch wen, mit welchen Änderungen und wessen Freigabe.',
    ],
  },
  {
    key: 'SECURITY-ROLES',
    ...{ source: 'document', owner: 'management', validityDays: 365 },
    answers: { iso27001: 'A.5.2 A.5.4', soc2: 'CC1.3 CC1.5', dora: '5(2)', nis2: '21(2)(a)' },
    en: [
      'Security responsibilities assigned',
      'An organization chart or list that names a person for each security duty, with a deputy, and their acceptance.',
    ],
    de: [
      'Zuständigkeiten für Sicherheit',
      'Ein Organigramm oder eine Liste, die für jede Sicherheitsaufgabe eine Person und eine Vertretung nennt, samt deren Zustimmung.',
    ],
  },
  {
    key: 'MANAGEMENT-OVERSIGHT',
    ...{ source: 'minutes', owner: 'management', validityDays: 180 },
    answers: { iso27001: 'A.5.4', soc2: 'CC1.2 CC2.1 CC3.1', dora: '5(2) 6(8)', nis2: '20(1)' },
    en: [
      'Management oversight of security',
      'Minutes in which management approved the objectives and measures, reviewed the state of risks and decided on resources.',
    ],
    de: [
      'Aufsicht der Geschäftsleitung',
      'Ein Sitzungsprotokoll, in dem die Geschäftsleitung Ziele und Maßnahmen billigt, die Risikolage zur Kenntnis nimmt und über Mittel entscheidet.',
    ],
  },
  {
    key: 'MANAGEMENT-TRAINING',
    ...{ source: 'training', owner: 'management', validityDays: 365 },
    answers: { soc2: 'CC1.2', dora: '5(4) 13(6)', nis2: '20(2)' },
    en: [
      'Security training of management',
      'Certificates of attendance for every member of the management body, with the date and the contents.',
    ],
    de: [
      'Schulung der Leitungsorgane',
      'Teilnahmenachweise aller Mitglieder der Leitungsorgane mit Datum und Inhalten.',
    ],
  },
  {
    key: 'RISK-ASSESSMENT',
    ...{ source: 'register', owner: 'risk', validityDays: 365 },
    answers: {
      iso27001: 'A.5.7',
      soc2: 'CC3.1 CC3.2 CC5.1 CC2.1',
      dora: '6(1) 8(2)',
      nis2: '21(1) 21(2)(a)',
      gdpr: '32(2)',
    },
    en: [
      'Security risk assessment',
      'The risk register with rating, owner, decision and date of each risk, and the method by which risks were rated.',
    ],
    de: [
      'Beurteilung der Sicherheitsrisiken',
      'Das Risikoregister mit Bewertung, Verantwortlichen, Entscheidung und Datum je Risiko, dazu die Methode der Bewertung.',
    ],
  },
  {
    key: 'RISK-TREATMENT',
    ...{ source: 'register', owner: 'risk', validityDays: 180 },
    answers: { soc2: 'CC5.1 CC5.2 CC9.1', dora: '6(1)', nis2: '21(1) 21(4)', gdpr: '32(2)' },
    en: [
      'Progress of risk treatment',
      'The treatment plan with the measure, owner, due date and state of each risk, and the acceptance of residual risks.',
    ],
    de: [
      'Stand der Risikobehandlung',
      'Der Behandlungsplan mit Maßnahme, Verantwortlichen, Termin und Stand je Risiko, dazu die Annahme der Restrisiken.',
    ],
  },
  {
    key: 'FRAUD-RISK',
    ...{ source: 'register', owner: 'risk', validityDays: 365 },
    answers: { iso27001: 'A.5.3', soc2: 'CC3.3' },
    en: [
      'Fraud risks and separated duties',
      'The assessment of where one person could cause or hide damage, and an export that shows that these duties are separated.',
    ],
    de: [
      'Betrugsrisiken und Funktionstrennung',
      'Die Beurteilung, wo eine Person allein Schaden anrichten oder verbergen könnte, und ein Export, der die Trennung dieser Aufgaben zeigt.',
    ],
  },
  {
    key: 'CHANGE-IN-RISK',
    ...{ source: 'minutes', owner: 'risk', validityDays: 180 },
    answers: { iso27001: 'A.5.8', soc2: 'CC3.4', dora: '8(3)', nis2: '21(2)(a)' },
    en: [
      'Risks of projects and major changes',
      'For each new project, product or major change: the risk assessment made before the start, with its result and sign-off.',
    ],
    de: [
      'Risiken von Projekten und größeren Änderungen',
      'Zu jedem neuen Projekt, Produkt oder größeren Umbau: die vorab erstellte Risikobeurteilung mit Ergebnis und Freigabe.',
    ],
  },
  {
    key: 'LEGAL-REGISTER',
    ...{ source: 'register', owner: 'legal', validityDays: 365 },
    answers: { iso27001: 'A.5.31', soc2: 'CC2.3 CC3.1', nis2: '21(1)', gdpr: '24(1)' },
    en: [
      'Register of legal and contractual duties',
      'A list of the laws, regulators and contracts that demand security, who is responsible for each, and the date of the last check.',
    ],
    de: [
      'Verzeichnis der Rechts- und Vertragspflichten',
      'Eine Liste der Gesetze, Aufsichten und Verträge mit Sicherheitspflichten, der Zuständigen und des Datums der letzten Prüfung.',
    ],
  },
  {
    key: 'AUTHORITY-REGISTRATION',
    ...{ source: 'document', owner: 'legal', validityDays: 365 },
    answers: { iso27001: 'A.5.5', nis2: '3(4)' },
    en: [
      'Registration with authorities, and contacts',
      'The confirmation of registration with current contact details, and the list of authorities with the person who calls them.',
    ],
    de: [
      'Registrierung und Kontakte bei Behörden',
      'Die Bestätigung der Registrierung mit aktuellen Kontaktdaten und die Liste der Behörden mit der Person, die sie benachrichtigt.',
    ],
  },
  {
    key: 'THREAT-INTELLIGENCE',
    ...{ source: 'monitoring', owner: 'security', validityDays: 90 },
    answers: { iso27001: 'A.5.6 A.5.7', soc2: 'CC3.2 CC7.1', dora: '13(1) 45', nis2: '21(2)(e)' },
    en: [
      'Threat intelligence reviewed',
      'The sources and groups that are followed, recent warnings, and what was decided or changed because of them.',
    ],
    de: [
      'Auswertung von Bedrohungsinformationen',
      'Die verfolgten Quellen und Fachkreise, aktuelle Warnungen und was daraufhin entschieden oder geändert wurde.',
    ],
  },
  {
    key: 'INTERNAL-AUDIT',
    ...{ source: 'report', owner: 'audit', validityDays: 365 },
    answers: {
      iso27001: 'A.5.35 A.5.36',
      soc2: 'CC4.1',
      dora: '6(6) 6(5)',
      nis2: '21(2)(f)',
      gdpr: '32(1)(d)',
    },
    en: [
      'Internal or independent audit',
      'The report of an audit by people who do not run the audited area: scope, date, findings and conclusion.',
    ],
    de: [
      'Interne oder unabhängige Prüfung',
      'Der Bericht einer Prüfung durch Personen, die den geprüften Bereich nicht verantworten: Umfang, Datum, Feststellungen und Ergebnis.',
    ],
  },
  {
    key: 'CORRECTIVE-ACTIONS',
    ...{ source: 'ticket', owner: 'security', validityDays: 90 },
    answers: { iso27001: 'A.5.36', soc2: 'CC4.2', dora: '6(5)', nis2: '21(4)' },
    en: [
      'Corrective actions followed up',
      'The list of open and closed findings with cause, owner and due date, and the approval of each extension.',
    ],
    de: [
      'Verfolgung von Korrekturmaßnahmen',
      'Die Liste offener und erledigter Feststellungen mit Ursache, Verantwortlichen und Termin, dazu die Freigabe jeder Fristverlängerung.',
    ],
  },
  {
    key: 'SECURITY-METRICS',
    ...{ source: 'monitoring', owner: 'security', validityDays: 90 },
    answers: { iso27001: 'A.5.36', soc2: 'CC2.1 CC4.1', dora: '6(8)', nis2: '21(2)(f)', gdpr: '32(1)(d)' },
    en: [
      'Security metrics reported',
      'The figures of the quarter against their targets, such as patch times or failed restores, and the report to management.',
    ],
    de: [
      'Berichtete Sicherheitskennzahlen',
      'Die Kennzahlen des Quartals mit ihren Zielwerten, etwa Patchzeiten oder fehlgeschlagene Wiederherstellungen, und der Bericht an die Leitung.',
    ],
  },
]
