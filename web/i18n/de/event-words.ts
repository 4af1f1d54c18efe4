import type { eventWords as english } from '#web/i18n/en/event-words.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const eventWords = {
  assessment: {
    group: 'Bewertung',
    completed: 'Eine Bewertung wurde abgeschlossen; ihre Ergebnisse liegen vor.',
    status_changed: 'Der Status einer Bewertung hat sich geändert.',
  },
  'evidence claim': {
    group: 'Nachweis',
    approved: 'Ein wartender Nachweis wurde akzeptiert.',
    created: 'Ein Nachweis wurde erfasst und wartet auf seine Freigabe.',
    expired: 'Die Gültigkeit eines Nachweises ist abgelaufen.',
    information_requested: 'Zu einem Nachweis wurde nachgefragt. Er bleibt eingereicht.',
    rejected: 'Ein wartender Nachweis wurde abgelehnt.',
  },
  'evidence export': {
    group: 'Export',
    failed: 'Ein Beweisbündel konnte nicht vorbereitet werden, oder es erwies sich als verändert.',
    ready: 'Ein Beweisbündel steht zum Herunterladen bereit.',
  },
  finding: {
    group: 'Feststellung',
    closed: 'Eine Feststellung wurde behoben, akzeptiert oder als Fehlalarm gekennzeichnet.',
    created: 'Eine Feststellung wurde erfasst, von einer Person oder einer Quelle.',
    status_changed: 'Der Status einer Feststellung hat sich geändert.',
    updated: 'Schweregrad, Status, verantwortliche Person, Frist oder Text einer Feststellung hat sich geändert.',
  },
  'ledger checkpoint': {
    group: 'Prüfpunkt des Registers',
    published:
      'Das Register des Arbeitsbereichs wurde signiert. Wer den Prüfpunkt aufbewahrt, kann den Stand des Registers zu diesem Zeitpunkt beweisen.',
  },
  'submission package': {
    group: 'Paket einer Einreichung',
    event_recorded: 'Zu einem Paket wurde ein Ereignis erfasst.',
    status_changed: 'Der Status eines Pakets hat sich geändert.',
  },
  webhook: {
    group: 'Webhook',
    test: 'Ein Test dieses Webhooks wurde angefordert.',
  },
} satisfies Texts<typeof english>
