import type { usage as english } from '#web/i18n/en/usage.ts'

export const usage: typeof english = {
  title: 'Belegung',
  description: 'Belegter Speicher und Kontingent dieses Arbeitsbereichs.',
  kept: 'Dateien der Datensätze',
  keptText: 'Nur sie zählen für das Kontingent, jede Datei einmal, auch bei mehreren Kopien.',
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
  holds: 'Geltendes Kontingent',
  near: 'Fast voll',
  nearText: 'Mehr als 90 % des Kontingents sind belegt.',
  reached: 'Voll',
  reachedText:
    'Bis das Kontingent erhöht wird, lassen sich keine Dateien anhängen. Vorhandene lassen sich öffnen, und über Nachweise lässt sich entscheiden.',
  bindings: 'Gesamter Speicher',
  bindingsText:
    'Einschließlich Zweitkopien und dessen, was Probata selbst ablegt, etwa vorbereiteter Exporte. Für das Kontingent zählen nur die Dateien oben.',
  binding: 'Speicherort',
  status: 'Status',
  copies: 'Kopien',
  stored: 'Belegter Speicher',
  change: 'Kontingent ändern',
  changeText:
    'Es gilt der niedrigere Wert: dieser oder der des Betreibers. Vorhandene Dateien bleiben, auch oberhalb des Kontingents.',
  megabytes: 'Höchstzahl der Megabyte',
  megabytesHint: 'Leer: keine Grenze dieses Arbeitsbereichs. 1 MB sind 1.000.000 Bytes.',
  mostFiles: 'Höchstzahl der Dateien',
  filesHint: 'Leer: keine Grenze dieses Arbeitsbereichs.',
}
