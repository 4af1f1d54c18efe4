import type { locks as english } from '#web/i18n/en/locks.ts'

export const locks: typeof english = {
  retention: 'Aufzubewahrende Dateien sperren',
  retentionHint:
    'Dateien von Anforderungen mit einer Aufbewahrungsfrist bleiben im Bucket bis zum Ende der Frist gesperrt. Der Bucket braucht Object Lock. Nicht mehr änderbar, sobald der Speicherort in Betrieb ist.',
  modes: {
    none: 'nein',
    governance: 'ja; wer beim Anbieter das Recht dazu hat, darf eine Sperre aufheben',
    compliance: 'ja; niemand darf eine Sperre aufheben',
  },
  lockedUntil: 'Hier sind Dateien gesperrt bis',
  pending: 'Dateien warten auf ihre Sperre',
  pendingText:
    'Einige Dateien sind noch nicht so lange gesperrt, wie sie aufzubewahren sind. Ein geplanter Auftrag holt das innerhalb von Minuten nach. Bleibt dieser Hinweis, prüfen Sie die Tests und die geplanten Aufträge.',
  kept: 'An der Quelle behalten',
  keptText: '{{files}}, dort gesperrt bis',
}
