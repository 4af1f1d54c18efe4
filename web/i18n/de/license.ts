import type { license as english } from '#web/i18n/en/license.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const license = {
  title: 'Lizenz',
  description: 'Die Lizenz dieser Installation und was sie diesem Arbeitsbereich erlaubt.',
  now: 'Geltende Lizenz',
  allows: 'In diesem Arbeitsbereich erlaubt',
  fields: {
    state: 'Status',
    since: 'Seit',
    plan: 'Plan',
    holder: 'Inhaber',
    id: 'Kennung der Lizenz',
    installId: 'Kennung der Installation',
    from: 'Von',
    until: 'Bis',
    graceUntil: 'Karenzzeit bis',
  },
  state: {
    community: 'Community',
    valid: 'gültig',
    expiring: 'läuft bald ab',
    grace: 'abgelaufen, in der Karenzzeit',
    expired: 'abgelaufen',
    invalid: 'ungültig',
    not_yet_valid: 'noch nicht gültig',
  },
  next: {
    title: 'Was als Nächstes geschieht',
    expires: 'Läuft ab',
    community: 'Nie. Die eingebaute Lizenz erlaubt alles.',
    valid: 'Vorerst nichts. Ab 30 Tagen vor dem Ende weisen diese Seite und ein Sicherheitsereignis darauf hin.',
    expiring: 'Ersetzen Sie die Lizenz durch die nächste. Ohne sie ändert sich nichts, bis die Karenzzeit endet.',
    grace:
      'Die Lizenz ist abgelaufen, noch hat sich nichts geändert. Nach der Karenzzeit lassen sich lizenzierte Funktionen nicht mehr neu beginnen.',
    expired:
      'Lizenzierte Funktionen lassen sich nicht neu beginnen. Bestehende Nutzung läuft weiter. Eine neue Lizenz gilt innerhalb einer Stunde.',
    invalid:
      'Hier galt noch nie eine Lizenz. 30 Tage lang ändert sich nichts; danach lassen sich keine lizenzierten Funktionen neu beginnen.',
    not_yet_valid: 'Bis zum Beginn der Lizenz ändert sich nichts.',
  },
  always:
    'Mit und ohne Lizenz immer möglich: Lesen, Öffnen, Exportieren, Prüfen, Löschen und Anmelden, Zustellungen, laufende Migrationen, die Rückkehr in den lokalen Ordner, Protokoll und Sicherheitsereignisse.',
  problem: {
    title: 'Die Lizenzdatei gilt nicht',
    text: 'Die letzte gültige Lizenz läuft weiter, bis sie endet. Für den Betreiber dieser Installation:',
    missing: 'Unter dem Pfad in PROBATA_LICENSE_FILE gibt es keine Datei.',
    unreadable: 'Die Datei lässt sich nicht lesen oder ist keine gewöhnliche Datei von höchstens 64 KiB.',
    no_key: 'PROBATA_LICENSE_PUBLIC_KEY fehlt oder ist kein Ed25519-Schlüssel.',
    format: 'In der Datei steht etwas anderes als eine Lizenz.',
    algorithm: 'Sie ist mit einem anderen Verfahren als EdDSA signiert.',
    type: 'Die Datei ist signiert, aber keine Lizenz.',
    signature:
      'Ihre Signatur passt nicht zum konfigurierten Schlüssel: Die Datei wurde verändert, oder jemand anderes hat sie ausgestellt.',
    issuer: 'Sie wurde nicht für Probata ausgestellt.',
    claims: 'Ihr Inhalt ist nicht der einer Lizenz.',
    audience:
      'Sie ist an eine andere Installation gebunden. Erforderlich ist eine mit der Kennung dieser Installation.',
    clock: 'Die Uhr des Servers wurde um mehr als einen Tag zurückgestellt. Das Zurückstellen verlängert keine Lizenz.',
  },
  capability: { storage: { s3: 'Neuer Speicher in einem Objektspeicher (S3)' } },
  boundToThis: '{{id}}, an diese Installation gebunden',
  allowed: 'erlaubt',
  upTo: 'bis zu {{count}}',
  notAllowed: 'nicht erlaubt; bestehende Nutzung läuft weiter',
} satisfies Texts<typeof english>
