import type { Template } from '#src/features/governance/templates/template.ts'

export const peopleTemplates: readonly Template[] = [
  {
    key: 'CODE-OF-CONDUCT',
    ...{ source: 'hr', owner: 'hr', validityDays: 365 },
    answers: { iso27001: 'A.6.2 A.6.4', soc2: 'CC1.1 CC1.5', nis2: '21(2)(i)' },
    en: [
      'Code of conduct acknowledged',
      'An export of who acknowledged the code of conduct and when, who has not, and the rule for violations.',
    ],
    de: [
      'Bestätigter Verhaltenskodex',
      'Ein Export, wer den Verhaltenskodex wann bestätigt hat und wer noch fehlt, dazu die Regelung für Verstöße.',
    ],
  },
  {
    key: 'BACKGROUND-CHECKS',
    ...{ source: 'hr', owner: 'hr', validityDays: 365 },
    answers: { iso27001: 'A.6.1', soc2: 'CC1.1 CC1.4', nis2: '21(2)(i)' },
    en: [
      'Checks before hiring',
      'For the people hired in the period: which checks were made, by whom and when, without the personal results.',
    ],
    de: [
      'Überprüfung vor der Einstellung',
      'Zu den Einstellungen des Zeitraums: welche Prüfungen durch wen und wann erfolgten, ohne die persönlichen Ergebnisse.',
    ],
  },
  {
    key: 'NDA',
    ...{ source: 'contract', owner: 'hr', validityDays: 365 },
    answers: { iso27001: 'A.6.2 A.6.6', soc2: 'CC2.3 C1.1', gdpr: '32(4)' },
    en: [
      'Confidentiality agreements signed',
      'A list of employees and external staff with the date of their signed agreement, and a sample of the signed text.',
    ],
    de: [
      'Unterzeichnete Vertraulichkeitserklärungen',
      'Eine Liste der Beschäftigten und externen Kräfte mit dem Datum ihrer Unterschrift und ein Muster des unterzeichneten Textes.',
    ],
  },
  {
    key: 'AWARENESS-TRAINING',
    ...{ source: 'training', owner: 'hr', validityDays: 365 },
    answers: {
      iso27001: 'A.6.3 A.6.8',
      soc2: 'CC1.4 CC2.2',
      dora: '13(6)',
      nis2: '21(2)(g)',
      gdpr: '32(4)',
    },
    en: [
      'Security awareness training',
      'An export of everyone who had to attend, with date and result, the share that completed it, and the contents.',
    ],
    de: [
      'Schulung zur Informationssicherheit',
      'Ein Export aller Teilnahmepflichtigen mit Datum und Ergebnis, die Quote der Teilnahme und die Inhalte.',
    ],
  },
  {
    key: 'PHISHING-EXERCISE',
    ...{ source: 'training', owner: 'security', validityDays: 180 },
    answers: { iso27001: 'A.6.3 A.6.8', soc2: 'CC2.2', dora: '13(6)', nis2: '21(2)(g)' },
    en: [
      'Phishing exercise',
      'The result of a simulated attack: how many people opened the message, entered data or reported it, and the follow-up.',
    ],
    de: [
      'Phishing-Übung',
      'Das Ergebnis eines simulierten Angriffs: wie viele die Nachricht öffneten, Daten eingaben oder sie meldeten, und was daraus folgte.',
    ],
  },
  {
    key: 'ROLE-TRAINING',
    ...{ source: 'training', owner: 'security', validityDays: 365 },
    answers: { iso27001: 'A.6.3', soc2: 'CC1.4', dora: '13(6)', nis2: '21(2)(g)' },
    en: [
      'Training for technical roles',
      'Certificates or course records of administrators and developers for the skills that their role needs.',
    ],
    de: [
      'Schulung technischer Rollen',
      'Zertifikate oder Kursnachweise der Personen in Administration und Entwicklung für die Kenntnisse, die ihre Rolle verlangt.',
    ],
  },
  {
    key: 'OFFBOARDING',
    ...{ source: 'hr', owner: 'hr', validityDays: 90 },
    answers: { iso27001: 'A.6.5 A.5.11 A.5.18', soc2: 'CC6.2 CC6.5', dora: '9(4)(c)', nis2: '21(2)(i)' },
    en: [
      'Offboarding completed',
      'The people who left in the period, with their last day, the time when each account was disabled, and the return of equipment.',
    ],
    de: [
      'Abgeschlossene Austritte',
      'Die Austritte des Zeitraums mit letztem Arbeitstag, Zeitpunkt der Sperrung jedes Kontos und Rückgabe der Geräte.',
    ],
  },
  {
    key: 'REMOTE-WORK',
    ...{ source: 'document', owner: 'hr', validityDays: 365 },
    answers: { iso27001: 'A.6.7 A.7.9', soc2: 'CC6.7', nis2: '21(2)(g)' },
    en: [
      'Remote work policy',
      'The rules for working from home and on the road, and the acknowledgement by the people who do so.',
    ],
    de: [
      'Regeln für mobiles Arbeiten',
      'Die Regeln für das Arbeiten zu Hause und unterwegs und deren Bestätigung durch die Betroffenen.',
    ],
  },
]
