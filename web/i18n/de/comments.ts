import type { comments as english } from '#web/i18n/en/comments.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const comments = {
  title: 'Kommentare',
  internal: 'Für Personen dieses Arbeitsbereichs, die diesen Datensatz sehen. Gäste eines Prüfraums sehen sie nie.',
  none: 'Noch keine Kommentare.',
  earlier: 'Frühere Kommentare anzeigen',
  write: 'Kommentar schreiben',
  change: 'Kommentar ändern',
  hint: '@ erwähnt eine Person. Ein Kommentar lässt sich 15 Minuten lang ändern. Strg+Eingabe sendet ihn.',
  send: 'Kommentieren',
  save: 'Speichern',
  missing: 'Schreiben Sie zuerst etwas.',
  people: 'Personen, die diesen Datensatz sehen',
  found_one: '{{count}} Person gefunden',
  found_other: '{{count}} Personen gefunden',
  edited: 'geändert',
  edit: 'Ändern',
  delete: 'Löschen',
  deleteTitle: 'Kommentar löschen',
  deleteText: 'Löscht den Text. Das Protokoll behält, dass es einen Kommentar gab.',
  remove: 'Entfernen',
  removeTitle: 'Kommentar entfernen',
  removeText: 'Löscht den Text für alle. Das Protokoll behält, dass es einen Kommentar gab, und Ihre Begründung.',
  removed: 'Der Kommentar wurde entfernt.',
  cannotSee: 'sieht diesen Datensatz nicht',
  deletedBy: {
    author: 'Der Kommentar wurde von der Person gelöscht, die ihn geschrieben hat.',
    administrator: 'Der Kommentar wurde von der Administration entfernt.',
  },
} satisfies Texts<typeof english>
