import type { evidence as english } from '#web/i18n/en/evidence.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const evidence = {
  claims: {
    title: 'Belege',
    description: 'Was als Nachweis vorliegt: worum es geht, woher es kommt und wie lange es gilt.',
    new: 'Neuer Beleg',
    claim: 'Beleg',
    key: 'Schlüssel',
    status: 'Status',
    requirement: 'Anforderung',
    validUntil: 'Gültig bis',
    createdAt: 'Erfasst',
    empty: 'Noch keine Belege',
    emptyText: 'Scanner und Sicherungssysteme legen Belege über ein Dienstkonto ab; Personen erfassen sie hier.',
  },
} satisfies Texts<typeof english>
