import type { Template } from '#src/features/governance/templates/template.ts'

export const incidentsTemplates: readonly Template[] = [
  {
    key: 'INCIDENT-PROCESS',
    ...{ source: 'document', owner: 'security', validityDays: 365 },
    answers: { iso27001: 'A.5.24 A.5.25 A.6.8', soc2: 'CC7.3 CC7.4 CC2.2', dora: '17 18', nis2: '21(2)(b)' },
    en: [
      'Incident process',
      'The process with reporting channels, criteria for severity, roles and deadlines, and where staff find it.',
    ],
    de: [
      'Prozess für Sicherheitsvorfälle',
      'Der Prozess mit Meldewegen, Kriterien für die Schwere, Rollen und Fristen und wo die Beschäftigten ihn finden.',
    ],
  },
  {
    key: 'INCIDENT-LOG',
    ...{ source: 'ticket', owner: 'security', validityDays: 90 },
    answers: { iso27001: 'A.5.25 A.5.26', soc2: 'CC7.3 CC7.4 CC7.5', dora: '17 18', nis2: '21(2)(b)', gdpr: '33(5)' },
    en: [
      'Incidents recorded and handled',
      'The register of the period with time, severity, effect, measures and end of each incident, or the statement that none occurred.',
    ],
    de: [
      'Erfasste und bearbeitete Vorfälle',
      'Das Verzeichnis des Zeitraums mit Zeit, Schwere, Wirkung, Maßnahmen und Ende je Vorfall oder die Erklärung, dass keiner auftrat.',
    ],
  },
  {
    key: 'INCIDENT-EXERCISE',
    ...{ source: 'report', owner: 'security', validityDays: 365 },
    answers: { iso27001: 'A.5.24 A.5.26', soc2: 'CC7.4', dora: '11(6)', nis2: '21(2)(b)' },
    en: [
      'Incident response exercise',
      'The report of a rehearsed incident: scenario, participants, decisions, times and the lessons agreed on.',
    ],
    de: [
      'Übung zur Reaktion auf Vorfälle',
      'Der Bericht eines geübten Vorfalls: Szenario, Beteiligte, Entscheidungen, Zeiten und vereinbarte Lehren.',
    ],
  },
  {
    key: 'INCIDENT-REPORTING',
    ...{ source: 'document', owner: 'legal', validityDays: 365 },
    answers: {
      iso27001: 'A.5.5 A.5.26',
      soc2: 'CC2.3 CC7.4',
      dora: '19',
      nis2: '23(1) 23(4)(a) 23(4)(b) 23(4)(c) 23(4)(d)',
    },
    en: [
      'Reports to the authority in time',
      'For each reportable incident: early warning, notification and final report with time stamps; otherwise the rehearsed procedure.',
    ],
    de: [
      'Fristgerechte Meldungen an die Behörde',
      'Zu jedem meldepflichtigen Vorfall: Erstmeldung, Meldung und Abschlussbericht mit Zeitstempeln; andernfalls das geübte Verfahren.',
    ],
  },
  {
    key: 'CUSTOMER-NOTICES',
    ...{ source: 'document', owner: 'legal', validityDays: 365 },
    answers: { soc2: 'CC2.3 CC7.4', dora: '14', nis2: '23(2)' },
    en: [
      'Notices to customers',
      'The notices sent about incidents and significant threats with date and recipients, or the approved template and who releases it.',
    ],
    de: [
      'Mitteilungen an Kunden',
      'Die versandten Mitteilungen zu Vorfällen und erheblichen Bedrohungen mit Datum und Empfängern oder die freigegebene Vorlage mit Zuständigen.',
    ],
  },
  {
    key: 'INCIDENT-LESSONS',
    ...{ source: 'minutes', owner: 'security', validityDays: 180 },
    answers: { iso27001: 'A.5.27', soc2: 'CC7.5 CC4.2', dora: '13(2)', nis2: '21(2)(b) 21(4)' },
    en: [
      'Lessons from incidents',
      'The review after each serious incident: cause, what worked, what did not, and the measures with owner and due date.',
    ],
    de: [
      'Lehren aus Vorfällen',
      'Die Nachbereitung jedes ernsten Vorfalls: Ursache, Gelungenes, Misslungenes und Maßnahmen mit Verantwortlichen und Termin.',
    ],
  },
  {
    key: 'FORENSIC-READINESS',
    ...{ source: 'document', owner: 'security', validityDays: 365 },
    answers: { iso27001: 'A.5.28', soc2: 'CC7.4', dora: '17' },
    en: [
      'Evidence preservation',
      'The instructions for collecting and storing traces with a chain of custody, and who is trained or contracted for it.',
    ],
    de: [
      'Sicherung von Spuren',
      'Die Anleitung zum Erheben und Verwahren von Spuren mit lückenloser Übergabe und wer dafür geschult oder beauftragt ist.',
    ],
  },
]
