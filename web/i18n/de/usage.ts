import type { usage as english } from '#web/i18n/en/usage.ts'

export const usage: typeof english = {
  title: 'Belegung',
  description:
    'Wie viel dieser Arbeitsbereich aufbewahrt und wie viel er darf. Eine Datei zählt einmal, auch wenn es mehrere Kopien von ihr gibt.',
  kept: 'Was aufbewahrt wird',
  bytes: 'Größe aller Dateien',
  files: 'Dateien',
  ofQuota: '{{used}} von {{quota}}',
  bytesPercent: '{{percent}} % des Kontingents an Bytes',
  filesPercent: '{{percent}} % des Kontingents an Dateien',
  noQuota: 'keine Grenze',
  checkedAt: 'Zähler zuletzt mit den Dateien verglichen',
  quota: 'Kontingent',
  operator: 'Vom Betreiber der Installation gesetzt',
  own: 'Von diesem Arbeitsbereich gesetzt',
  holds: 'Es gilt',
  near: 'Fast voll',
  nearText: 'Mehr als neun Zehntel des Kontingents sind belegt.',
  reached: 'Voll',
  reachedText:
    'Niemand kann Dateien anhängen, bis das Kontingent erhöht wird. Was da ist, lässt sich öffnen, und Nachweise lassen sich prüfen.',
  bindings: 'Wo die Kopien liegen',
  binding: 'Speicherort',
  status: 'Status',
  copies: 'Kopien',
  stored: 'Größe, wie abgelegt',
  change: 'Kontingent ändern',
  changeText:
    'Es gilt der niedrigere Wert: dieser oder der des Betreibers. Was schon da ist, bleibt, auch wenn es mehr ist.',
  megabytes: 'Megabyte, höchstens',
  megabytesHint: 'Leer: keine Grenze dieses Arbeitsbereichs. 1 MB sind 1.000.000 Bytes.',
  mostFiles: 'Dateien, höchstens',
  filesHint: 'Leer: keine Grenze dieses Arbeitsbereichs.',
}
