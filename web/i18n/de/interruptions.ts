import type { interruptions as english } from '#web/i18n/en/interruptions.ts'
import type { Texts } from '#web/i18n/texts.ts'

/** The texts of pages that wait for the server or for a newer version of the app. */
export const interruptions = {
  waiting: {
    title: 'Warten auf den Server',
    text: 'Der Server antwortet nicht. Diese Seite erscheint von selbst, sobald er wieder antwortet.',
  },
  newer: {
    text: 'Es gibt eine neue Version dieser Anwendung.',
    load: 'Laden',
    title: 'Neue Version erforderlich',
    gone: 'Die Anwendung wurde inzwischen aktualisiert. Diese Seite lässt sich nur mit der neuen Version anzeigen.',
  },
} satisfies Texts<typeof english>
