import type { Template } from '#src/features/governance/templates/template.ts'

export const aiTemplates: readonly Template[] = [
  {
    key: 'AI-INVENTORY',
    ...{ source: 'register', owner: 'ai', validityDays: 180 },
    answers: { iso27001: 'A.5.9', ai_act: '16 26(1)' },
    en: [
      'Inventory of AI systems',
      'The list of AI systems with purpose, role as provider or deployer, risk class with reasons, and the responsible person.',
    ],
    de: [
      'Verzeichnis der KI-Systeme',
      'Die Liste der KI-Systeme mit Zweck, Rolle als Anbieter oder Betreiber, begründeter Risikoklasse und verantwortlicher Person.',
    ],
  },
  {
    key: 'AI-LITERACY',
    ...{ source: 'training', owner: 'hr', validityDays: 365 },
    answers: { ai_act: '4 26(2)' },
    en: [
      'AI training of staff',
      'An export of the people who build, operate or oversee AI systems, with the training that fits their task and its date.',
    ],
    de: [
      'KI-Schulung der Beschäftigten',
      'Ein Export der Personen, die KI-Systeme entwickeln, betreiben oder beaufsichtigen, mit passender Schulung und Datum.',
    ],
  },
  {
    key: 'AI-RISK-MANAGEMENT',
    ...{ source: 'document', owner: 'ai', validityDays: 180 },
    answers: { ai_act: '9(2) 9(6)' },
    en: [
      'Risk management of the AI system',
      'The risk file: known and foreseeable risks to health, safety and rights, measures, tests and the accepted residual risk.',
    ],
    de: [
      'Risikomanagement des KI-Systems',
      'Die Risikoakte: bekannte und absehbare Risiken für Gesundheit, Sicherheit und Rechte, Maßnahmen, Tests und akzeptiertes Restrisiko.',
    ],
  },
  {
    key: 'AI-TEST',
    ...{ source: 'report', owner: 'ai', validityDays: 180 },
    answers: { ai_act: '9(6) 15(1) 15(4)' },
    en: [
      'Tests of accuracy and robustness',
      'The test report with metrics set beforehand, data sets, results also for groups of people, and behavior on faulty input.',
    ],
    de: [
      'Tests zu Genauigkeit und Robustheit',
      'Der Testbericht mit vorab festgelegten Metriken, Datensätzen, Ergebnissen auch je Personengruppe und Verhalten bei fehlerhafter Eingabe.',
    ],
  },
  {
    key: 'AI-SECURITY',
    ...{ source: 'report', owner: 'security', validityDays: 180 },
    answers: { iso27001: 'A.8.29', ai_act: '15(5)' },
    en: [
      'Protection of the AI system from attacks',
      'The analysis and tests of attacks such as poisoned data, manipulated input and extraction of the model, with the measures.',
    ],
    de: [
      'Schutz des KI-Systems vor Angriffen',
      'Analyse und Tests von Angriffen wie vergifteten Daten, manipulierter Eingabe und Auslesen des Modells, mit den Maßnahmen.',
    ],
  },
  {
    key: 'AI-DATA-GOVERNANCE',
    ...{ source: 'document', owner: 'ai', validityDays: 365 },
    answers: { ai_act: '10(2) 10(3)' },
    en: [
      'Training and test data documented',
      'For each data set: origin, preparation, suitability, gaps, examination for bias, and how far it represents the people concerned.',
    ],
    de: [
      'Dokumentierte Trainings- und Testdaten',
      'Zu jedem Datensatz: Herkunft, Aufbereitung, Eignung, Lücken, Prüfung auf Verzerrung und wie gut er die Betroffenen abbildet.',
    ],
  },
  {
    key: 'AI-TECHNICAL-FILE',
    ...{ source: 'document', owner: 'ai', validityDays: 365 },
    answers: { ai_act: '11(1) 18(1)' },
    en: [
      'Technical documentation',
      'The documentation of the current version, the date of its last update, and where it is kept for ten years.',
    ],
    de: [
      'Technische Dokumentation',
      'Die Dokumentation der aktuellen Version, das Datum der letzten Änderung und wo sie zehn Jahre aufbewahrt wird.',
    ],
  },
  {
    key: 'AI-LOGS',
    ...{ source: 'monitoring', owner: 'ai', validityDays: 90 },
    answers: { iso27001: 'A.8.15', ai_act: '12(1) 19(1) 26(6)' },
    en: [
      'Automatic logs of the AI system',
      'A sample of the logs with the recorded events, and the setting that keeps them for at least six months.',
    ],
    de: [
      'Automatische Protokolldaten des KI-Systems',
      'Ein Auszug der Protokolldaten mit den erfassten Ereignissen und die Einstellung, die sie mindestens sechs Monate aufbewahrt.',
    ],
  },
  {
    key: 'AI-INSTRUCTIONS',
    ...{ source: 'document', owner: 'ai', validityDays: 365 },
    answers: { ai_act: '13(3) 26(1)' },
    en: [
      'Instructions for use',
      'The instructions with purpose, limits, accuracy, oversight and maintenance, and the confirmation that operators have them.',
    ],
    de: [
      'Betriebsanleitung des KI-Systems',
      'Die Anleitung mit Zweck, Grenzen, Genauigkeit, Aufsicht und Wartung und die Bestätigung, dass sie den Bedienenden vorliegt.',
    ],
  },
  {
    key: 'AI-OVERSIGHT',
    ...{ source: 'person', owner: 'ai', validityDays: 180 },
    answers: { ai_act: '14(4) 26(2)' },
    en: [
      'Human oversight in practice',
      'The named people with competence and authority, how they can override or stop the system, and cases in which they did.',
    ],
    de: [
      'Gelebte menschliche Aufsicht',
      'Die benannten Personen mit Befähigung und Befugnis, wie sie eingreifen oder anhalten können, und Fälle, in denen sie es taten.',
    ],
  },
  {
    key: 'AI-QUALITY-SYSTEM',
    ...{ source: 'document', owner: 'ai', validityDays: 365 },
    answers: { ai_act: '17(1) 16' },
    en: [
      'Quality management for AI',
      'The documented quality system with its procedures for design, testing, data, changes and responsibilities, and its last review.',
    ],
    de: [
      'Qualitätsmanagement für KI',
      'Das dokumentierte System mit Verfahren für Entwurf, Tests, Daten, Änderungen und Zuständigkeiten und seine letzte Überprüfung.',
    ],
  },
  {
    key: 'AI-CONFORMITY',
    ...{ source: 'document', owner: 'legal', validityDays: 365 },
    answers: { ai_act: '16 18(1) 47(1) 49(1)' },
    en: [
      'Conformity and registration',
      'The signed EU declaration of conformity with the assessment behind it, and the entry in the EU database.',
    ],
    de: [
      'Konformität und Registrierung',
      'Die unterzeichnete EU-Konformitätserklärung mit der zugrunde liegenden Bewertung und der Eintrag in der EU-Datenbank.',
    ],
  },
  {
    key: 'AI-CORRECTIVE-ACTION',
    ...{ source: 'ticket', owner: 'ai', validityDays: 180 },
    answers: { ai_act: '20(1)' },
    en: [
      'Corrective actions on AI systems',
      'The defects found in service with correction, withdrawal or recall, and who was informed and when.',
    ],
    de: [
      'Korrekturmaßnahmen an KI-Systemen',
      'Die im Einsatz gefundenen Mängel mit Korrektur, Rücknahme oder Rückruf und wer wann informiert wurde.',
    ],
  },
  {
    key: 'AI-DEPLOYMENT',
    ...{ source: 'monitoring', owner: 'ai', validityDays: 90 },
    answers: { ai_act: '26(4) 26(5)' },
    en: [
      'Operation and input data monitored',
      'The checks of input data and of results in use, the deviations found, and the reports to the provider.',
    ],
    de: [
      'Überwachung von Betrieb und Eingabedaten',
      'Die Prüfungen der Eingabedaten und Ergebnisse im Einsatz, gefundene Abweichungen und Mitteilungen an den Anbieter.',
    ],
  },
  {
    key: 'AI-WORKER-NOTICE',
    ...{ source: 'hr', owner: 'hr', validityDays: 365 },
    answers: { ai_act: '26(7)' },
    en: [
      'Workers informed about AI',
      'The notice to the workers concerned and their representatives, dated before the system was put to use at work.',
    ],
    de: [
      'Information der Beschäftigten über KI',
      'Die Mitteilung an betroffene Beschäftigte und ihre Vertretung, datiert vor der Inbetriebnahme am Arbeitsplatz.',
    ],
  },
  {
    key: 'AI-RIGHTS-IMPACT',
    ...{ source: 'document', owner: 'legal', validityDays: 365 },
    answers: { ai_act: '27(1)' },
    en: [
      'Impact on fundamental rights',
      'Where the duty applies: the assessment with process, people concerned, risks of harm, oversight and complaint channels.',
    ],
    de: [
      'Grundrechte-Folgenabschätzung',
      'Soweit die Pflicht gilt: die Abschätzung mit Ablauf, betroffenen Personen, Schadensrisiken, Aufsicht und Beschwerdewegen.',
    ],
  },
  {
    key: 'AI-MARKET-MONITORING',
    ...{ source: 'monitoring', owner: 'ai', validityDays: 180 },
    answers: { ai_act: '72(1) 72(3)' },
    en: [
      'Monitoring after market entry',
      'The monitoring plan and the evaluation of performance data and complaints from use, with the conclusions.',
    ],
    de: [
      'Beobachtung nach dem Inverkehrbringen',
      'Der Plan der Beobachtung und die Auswertung von Leistungsdaten und Beschwerden aus dem Einsatz mit den Schlussfolgerungen.',
    ],
  },
  {
    key: 'AI-INCIDENT-REPORTING',
    ...{ source: 'document', owner: 'legal', validityDays: 365 },
    answers: { ai_act: '73(1) 73(2)' },
    en: [
      'Serious AI incidents reported',
      'For each serious incident: the report to the authority with its time and the cause found; otherwise the rehearsed procedure.',
    ],
    de: [
      'Meldung schwerwiegender KI-Vorfälle',
      'Zu jedem schwerwiegenden Vorfall: die Meldung an die Behörde mit Zeitpunkt und ermittelter Ursache; andernfalls das geübte Verfahren.',
    ],
  },
]
