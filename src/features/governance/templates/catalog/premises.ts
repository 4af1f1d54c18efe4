import type { Template } from '#src/features/governance/templates/template.ts'

export const premisesTemplates: readonly Template[] = [
  {
    key: 'SECURE-AREAS',
    ...{ source: 'document', owner: 'facilities', validityDays: 365 },
    answers: { iso27001: 'A.7.1 A.7.3 A.7.6', soc2: 'CC6.4', dora: '9(4)(c)' },
    en: [
      'Protected areas defined',
      'The floor plan with its zones and barriers, and the rules for work and visits in protected rooms.',
    ],
    de: [
      'Festgelegte Schutzzonen',
      'Der Gebäudeplan mit Zonen und Barrieren und die Regeln für Arbeiten und Besuche in geschützten Räumen.',
    ],
  },
  {
    key: 'ENTRY-RIGHTS',
    ...{ source: 'register', owner: 'facilities', validityDays: 180 },
    answers: { iso27001: 'A.7.2', soc2: 'CC6.4', dora: '9(4)(c)', gdpr: '32(1)(b)' },
    en: [
      'Review of entry rights',
      'The export of badges and keys for protected rooms, the review by the responsible person, and the visitor log.',
    ],
    de: [
      'Überprüfung der Zutrittsrechte',
      'Der Export der Ausweise und Schlüssel für geschützte Räume, die Überprüfung durch die Verantwortlichen und die Besucherliste.',
    ],
  },
  {
    key: 'PHYSICAL-MONITORING',
    ...{ source: 'monitoring', owner: 'facilities', validityDays: 365 },
    answers: { iso27001: 'A.7.4', soc2: 'CC6.4' },
    en: [
      'Alarm and surveillance tested',
      'The areas covered by alarms or cameras, the record of their last test, and who responds.',
    ],
    de: [
      'Getestete Alarm- und Überwachungsanlagen',
      'Die von Alarmen oder Kameras erfassten Bereiche, der Nachweis des letzten Tests und wer reagiert.',
    ],
  },
  {
    key: 'ENVIRONMENT-PROTECTION',
    ...{ source: 'report', owner: 'facilities', validityDays: 365 },
    answers: { iso27001: 'A.7.5 A.7.8 A.7.11', soc2: 'A1.2' },
    en: [
      'Fire, water, power and cooling',
      'The inspection reports of fire protection, leak detection, emergency power and cooling of the rooms with equipment.',
    ],
    de: [
      'Feuer, Wasser, Strom und Kühlung',
      'Die Prüfberichte zu Brandschutz, Leckageerkennung, Notstrom und Kühlung der Technikräume.',
    ],
  },
  {
    key: 'MAINTENANCE',
    ...{ source: 'report', owner: 'facilities', validityDays: 365 },
    answers: { iso27001: 'A.7.12 A.7.13', soc2: 'A1.2' },
    en: [
      'Maintenance of equipment and cabling',
      'The maintenance log with date, work and company, and the inspection of cable routes and distribution rooms.',
    ],
    de: [
      'Wartung von Geräten und Leitungen',
      'Das Wartungsbuch mit Datum, Arbeiten und Firma und die Begehung der Leitungswege und Verteilerräume.',
    ],
  },
  {
    key: 'CLEAR-DESK',
    ...{ source: 'person', owner: 'facilities', validityDays: 180 },
    answers: { iso27001: 'A.7.7 A.7.6' },
    en: [
      'Office walkthrough',
      'Notes of a walkthrough: unlocked screens, open documents and unattended visitors found, and what followed.',
    ],
    de: [
      'Begehung der Büros',
      'Das Protokoll einer Begehung: entsperrte Bildschirme, offene Unterlagen, unbegleitete Besucher und was daraus folgte.',
    ],
  },
]
