import type { license as english } from '#web/i18n/en/license.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const license = {
  title: 'Lizenz',
  description: 'Wofür diese Installation lizenziert ist, und was dieser Arbeitsbereich damit beginnen darf.',
  now: 'Jetzt',
  allows: 'Was dieser Arbeitsbereich damit beginnen darf',
  fields: {
    state: 'Zustand',
    since: 'Seit',
    plan: 'Plan',
    holder: 'Inhaber',
    id: 'Lizenz',
    installId: 'Diese Installation',
    from: 'Von',
    until: 'Bis',
    graceUntil: 'Nachfrist bis',
  },
  state: {
    community: 'Community',
    valid: 'gültig',
    expiring: 'endet bald',
    grace: 'beendet, in der Nachfrist',
    expired: 'beendet',
    invalid: 'ungültig',
    not_yet_valid: 'noch nicht gültig',
  },
  next: {
    title: 'Was als Nächstes geschieht',
    community: 'Nichts: Die eingebaute Lizenz erlaubt alles und endet nicht.',
    valid: 'Vorerst nichts. Ab 30 Tagen vor ihrem Ende sagen es diese Seite und ein Sicherheitsereignis.',
    expiring:
      'Legen Sie die nächste Lizenz an die Stelle der alten. Ohne sie ändert sich nichts, bevor die Nachfrist endet.',
    grace:
      'Sie ist zu Ende, und noch hat sich nichts geändert. Nach der Nachfrist lässt sich nichts Lizenziertes mehr beginnen.',
    expired:
      'Nichts Lizenziertes lässt sich beginnen. Was da ist, läuft weiter. Eine neue Lizenz gilt innerhalb einer Stunde.',
    invalid:
      'Hier galt noch nie eine Lizenz. 30 Tage lang ändert sich nichts; danach lässt sich nichts Lizenziertes beginnen.',
    not_yet_valid: 'Bis sie beginnt, ändert sich nichts.',
  },
  always:
    'Mit und ohne Lizenz: lesen, öffnen, ausleiten, prüfen und löschen, anmelden, Zustellungen, laufende Umzüge von Dateien und solche zurück in den Ordner, Protokoll und Sicherheitsereignisse.',
  problem: {
    title: 'Die Lizenzdatei gilt nicht',
    text: 'Die letzte gültige Lizenz läuft weiter, bis sie endet. Für den Betreiber dieser Installation:',
    missing: 'Wo PROBATA_LICENSE_FILE hinzeigt, ist keine Datei.',
    unreadable: 'Die Datei lässt sich nicht lesen oder ist keine gewöhnliche Datei von höchstens 64 KiB.',
    no_key: 'PROBATA_LICENSE_PUBLIC_KEY fehlt oder ist kein Ed25519-Schlüssel.',
    format: 'In der Datei steht etwas anderes als eine Lizenz.',
    algorithm: 'Sie ist mit einem anderen Verfahren als EdDSA signiert.',
    type: 'Die Datei ist signiert, aber keine Lizenz.',
    signature:
      'Ihre Signatur stammt nicht vom eingestellten Schlüssel: Sie wurde verändert, oder jemand anders hat sie ausgestellt.',
    issuer: 'Sie wurde nicht für Probata ausgestellt.',
    claims: 'Was darin steht, ist nicht, was in einer Lizenz steht.',
    audience: 'Sie ist an eine andere Installation gebunden. Es braucht eine mit der Kennung dieser Installation.',
    clock: 'Die Uhr des Servers wurde um mehr als einen Tag zurückgestellt. Vergangene Zeit kommt nicht wieder.',
  },
  capability: { storage: { s3: 'Neuer Speicher in einem Objektspeicher (S3)' } },
  boundToThis: '{{id}}, an diese Installation gebunden',
  allowed: 'erlaubt',
  upTo: 'bis zu {{count}}',
  notAllowed: 'nicht erlaubt; was da ist, läuft weiter',
} satisfies Texts<typeof english>
