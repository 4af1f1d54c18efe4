import type { usage as english } from '#web/i18n/en/usage.ts'

export const usage: typeof english = {
  title: 'Belegung',
  description: 'Wie viel dieser Arbeitsbereich speichert, und sein Kontingent.',
  kept: 'Dateien der Datensätze',
  keptText: 'Sie zählen für das Kontingent. Eine Datei zählt einmal, auch bei mehreren Kopien.',
  bytes: 'Größe aller Dateien',
  files: 'Dateien',
  ofQuota: '{{used}} von {{quota}}',
  bytesPercent: '{{percent}} % des Größenkontingents',
  filesPercent: '{{percent}} % des Dateikontingents',
  noQuota: 'keine Grenze',
  checkedAt: 'Zähler zuletzt mit den Dateien verglichen',
  quota: 'Kontingent',
  operator: 'Vom Betreiber der Installation gesetzt',
  own: 'Von diesem Arbeitsbereich gesetzt',
  holds: 'Es gilt',
  near: 'Fast voll',
  nearText: 'Mehr als 90 % des Kontingents sind belegt.',
  reached: 'Voll',
  reachedText:
    'Bis das Kontingent erhöht wird, lassen sich keine Dateien anhängen. Vorhandene lassen sich öffnen, und über Nachweise lässt sich entscheiden.',
  bindings: 'Alles, was gespeichert ist',
  bindingsText:
    'Mehr als oben: auch Zweitkopien und was Probata selbst ablegt, etwa vorbereitete Exporte. Nur die Dateien oben zählen für das Kontingent.',
  binding: 'Speicherort',
  status: 'Status',
  copies: 'Kopien',
  stored: 'Größe, wie abgelegt',
  change: 'Kontingent ändern',
  changeText:
    'Es gilt der niedrigere Wert: dieser oder der des Betreibers. Vorhandene Dateien bleiben, auch oberhalb des Kontingents.',
  megabytes: 'Höchstzahl der Megabyte',
  megabytesHint: 'Leer: keine Grenze dieses Arbeitsbereichs. 1 MB sind 1.000.000 Bytes.',
  mostFiles: 'Höchstzahl der Dateien',
  filesHint: 'Leer: keine Grenze dieses Arbeitsbereichs.',
}
