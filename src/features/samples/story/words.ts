/** The languages of the sample's texts. */
export const sampleLanguages = ['en', 'de'] as const

export type SampleLanguage = (typeof sampleLanguages)[number]

const english = {
  /** The reason of every change. */
  reason: 'Sample data.',
  /** Begins with the prefix that the database requires for samples. */
  organization: 'Sample data: Northwind Bank',
  people: {
    adam: 'Adam Administrator',
    rita: 'Rita Reviewer',
    olga: 'Olga Officer',
    carl: 'Carl Contributor',
    ada: 'Ada Auditor',
  },
  filing: { title: 'Register of information', last: 'Register of last year', current: 'Register of this year' },
  claim: 'first report',
  table: { header: 'system;date;result', result: 'passed' },
  audit: { title: 'Annual audit', note: 'One report is older than a year.' },
  findings: {
    tls: 'A server still accepts TLS 1.0',
    account: 'A former employee has an account',
    certificate: 'A certificate ends this quarter',
  },
  risks: { provider: 'A provider of the core banking system fails', backups: 'Backups cannot be restored in time' },
}

/** The texts of the story in one language. */
export type StoryWords = typeof english

const german: StoryWords = {
  reason: 'Beispieldaten.',
  organization: 'Sample data: Nordwind Bank',
  people: {
    adam: 'Adam Administrator',
    rita: 'Rita Referentin',
    olga: 'Olga Ordnung',
    carl: 'Carl Controller',
    ada: 'Ada Auditorin',
  },
  filing: { title: 'Informationsregister', last: 'Register des letzten Jahres', current: 'Register dieses Jahres' },
  claim: 'erster Bericht',
  table: { header: 'System;Datum;Ergebnis', result: 'bestanden' },
  audit: { title: 'Jahresprüfung', note: 'Ein Bericht ist älter als ein Jahr.' },
  findings: {
    tls: 'Ein Server nimmt noch TLS 1.0 an',
    account: 'Eine ausgeschiedene Person hat noch ein Konto',
    certificate: 'Ein Zertifikat läuft in diesem Quartal ab',
  },
  risks: {
    provider: 'Ein Dienstleister des Kernbanksystems fällt aus',
    backups: 'Datensicherungen lassen sich nicht rechtzeitig wiederherstellen',
  },
}

export const storyWords: Readonly<Record<SampleLanguage, StoryWords>> = { en: english, de: german }
