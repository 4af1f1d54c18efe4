import type { Template } from '#src/features/governance/templates/template.ts'

export const suppliersTemplates: readonly Template[] = [
  {
    key: 'SUPPLIER-STRATEGY',
    ...{ source: 'document', owner: 'procurement', validityDays: 365 },
    answers: { iso27001: 'A.5.19 A.5.21', soc2: 'CC9.2', dora: '28(2)', nis2: '21(2)(d)' },
    en: [
      'Strategy for supplier risk',
      'The approved rules for choosing, rating and leaving suppliers, including those that support critical functions.',
    ],
    de: [
      'Strategie für Lieferantenrisiken',
      'Die freigegebenen Regeln für Auswahl, Einstufung und Wechsel von Lieferanten, auch solcher für kritische Funktionen.',
    ],
  },
  {
    key: 'SUPPLIER-REGISTER',
    ...{ source: 'register', owner: 'procurement', validityDays: 180 },
    answers: { iso27001: 'A.5.19', soc2: 'CC9.2', dora: '28(3) 8(5)', nis2: '21(2)(d)' },
    en: [
      'Register of suppliers and services',
      'An export with provider, service, data, criticality, subcontractors and contract dates, and the date of its last check.',
    ],
    de: [
      'Register der Lieferanten und Leistungen',
      'Ein Export mit Anbieter, Leistung, Daten, Kritikalität, Unterauftragnehmern und Vertragsdaten sowie dem Datum der letzten Prüfung.',
    ],
  },
  {
    key: 'SUPPLIER-ASSESSMENT',
    ...{ source: 'report', owner: 'procurement', validityDays: 365 },
    answers: {
      iso27001: 'A.5.21 A.5.22',
      soc2: 'CC9.2',
      dora: '28(4)',
      nis2: '21(3) 21(2)(d)',
      gdpr: '28(1)',
    },
    en: [
      'Assessment of important suppliers',
      'For each important supplier: the questionnaire, certificate or audit report, the evaluation, and the decision before the contract.',
    ],
    de: [
      'Beurteilung wichtiger Lieferanten',
      'Zu jedem wichtigen Lieferanten: Fragebogen, Zertifikat oder Prüfbericht, dessen Auswertung und die Entscheidung vor Vertragsschluss.',
    ],
  },
  {
    key: 'SUPPLIER-CONTRACTS',
    ...{ source: 'contract', owner: 'legal', validityDays: 365 },
    answers: { iso27001: 'A.5.20', soc2: 'CC9.2 CC2.3', dora: '30(2) 30(3)', nis2: '21(2)(d)' },
    en: [
      'Security terms in contracts',
      'The contracts in force checked against the list of required terms: locations, audit rights, incident notice, exit and subcontracting.',
    ],
    de: [
      'Sicherheitsklauseln in Verträgen',
      'Die geltenden Verträge im Abgleich mit den nötigen Klauseln: Orte, Prüfrechte, Meldung von Vorfällen, Ausstieg und Unteraufträge.',
    ],
  },
  {
    key: 'SUPPLIER-MONITORING',
    ...{ source: 'report', owner: 'procurement', validityDays: 180 },
    answers: { iso27001: 'A.5.22 A.8.21', soc2: 'CC9.2 CC4.1', nis2: '21(3)' },
    en: [
      'Supplier performance reviewed',
      'Service reports compared with the agreed levels, security events at the supplier, and the minutes of the review.',
    ],
    de: [
      'Überprüfung der Lieferantenleistung',
      'Leistungsberichte im Vergleich mit den vereinbarten Werten, Sicherheitsereignisse beim Lieferanten und das Protokoll der Besprechung.',
    ],
  },
  {
    key: 'CLOUD-SERVICES',
    ...{ source: 'configuration', owner: 'it', validityDays: 180 },
    answers: { iso27001: 'A.5.23 A.8.9', soc2: 'CC6.1 CC7.1', dora: '28(4)', nis2: '21(2)(e)' },
    en: [
      'Cloud services configured safely',
      'The cloud services in use, who is responsible for what, and a report that checks their settings against a baseline.',
    ],
    de: [
      'Sicher eingerichtete Cloud-Dienste',
      'Die genutzten Cloud-Dienste, die Aufteilung der Zuständigkeiten und ein Bericht, der ihre Einstellungen mit einer Vorgabe vergleicht.',
    ],
  },
  {
    key: 'EXIT-PLANS',
    ...{ source: 'document', owner: 'procurement', validityDays: 365 },
    answers: { iso27001: 'A.5.23', soc2: 'CC9.1', dora: '28(8) 29' },
    en: [
      'Exit plans and concentration',
      'For each critical provider: the tested exit plan with its duration and the alternative, and the analysis of dependence on few providers.',
    ],
    de: [
      'Ausstiegspläne und Konzentration',
      'Zu jedem kritischen Dienstleister: der erprobte Ausstieg mit Dauer und Alternative und die Analyse der Abhängigkeit von wenigen Anbietern.',
    ],
  },
]
