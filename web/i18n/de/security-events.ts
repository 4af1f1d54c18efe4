import type { securityEvents as english } from '#web/i18n/en/security-events.ts'
import type { Texts } from '#web/i18n/texts.ts'
import { securityEventTypes } from './security-event-types.ts'

/** The texts of the page of security events. */
export const securityEvents = {
  title: 'Sicherheitsereignisse',
  description:
    'Auffälliges: gestörter Speicher, veränderte Dateien, gesperrte Konten, neue Personen in der Administration, Aufträge, die nicht laufen.',
  what: 'Ereignis',
  when: 'Wann',
  record: 'Datensatz',
  request: 'Anfrage oder Lauf',
  concerns: 'Betrifft',
  install: 'die ganze Installation',
  workspace: 'diesen Arbeitsbereich',
  code: 'Fehlercode',
  kind: 'Art',
  id: 'Ereigniskennung',
  empty: 'Keine Sicherheitsereignisse',
  emptyText: 'Es ist nichts aufgefallen. Die Kontrollen stehen unter „Aufträge“.',
  severity: 'Schweregrad',
  since: 'Ab',
  job: 'Auftrag',
  count: 'Anzahl',
  person: 'Person',
  todo: 'Was zu tun ist',
  binding: 'Speicherort',
  folded: '{{name}} ({{count}}-mal)',
  back: 'zurück bis',
  more: ' und {{count}} weitere',
  kinds: {
    idp: 'Identitätsanbieter',
    ptk: 'Token der Benutzerbereitstellung',
    stb: 'Speicherort',
    stm: 'Migration von Dateien',
    whk: 'Webhook',
    gee: 'Export',
    grs: 'Gruppenregeln',
    srh: 'Sperre',
    skd: 'Vernichtung der Speicherschlüssel',
  },
  type: securityEventTypes,
} satisfies Texts<typeof english>
