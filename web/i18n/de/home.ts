import type { home as english } from '#web/i18n/en/home.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const home = {
  title: 'Übersicht',
  greeting: 'Was jetzt ansteht, {{name}}.',
  all: 'Alle zeigen',
  first: {
    title: 'Erste Schritte',
    framework: 'Importieren, wofür Sie einstehen',
    frameworkText: 'Eine Norm, ein Gesetz oder eine Richtlinie, Klausel für Klausel, mit je einer Maßnahme.',
    requirement: 'Sagen, welchen Nachweis Sie sehen wollen',
    requirementText:
      'Eine Anforderung sagt, wie lange ihr Nachweis gilt; fügen Sie sie der Maßnahme hinzu, deren Wirkung er zeigt.',
    people: 'Einladen, wer prüft',
    peopleText: 'Niemand nimmt Nachweise an, an denen er selbst beteiligt war.',
    connect: 'Anbinden, was Nachweise liefert',
    connectText:
      'Scanner und Sicherungssysteme erfassen Belege mit einem Dienstkonto; Menschen erfassen sie auf diesen Seiten.',
  },
  evidence: {
    title: 'Nachweise',
    assigned: 'Ihnen zugewiesen',
    toReview: 'zu prüfen',
    stale: 'veraltet oder fehlend',
    dueSoon: 'bald veraltet',
    current: 'aktuell',
    created: 'erfasst',
    accepted: 'angenommen',
    rejected: 'abgelehnt',
  },
  submissions: {
    title: 'Einreichungen',
    overdue: 'überfällig',
    week: 'in 7 Tagen fällig',
    month: 'in 30 Tagen fällig',
    waiting: 'ohne Eingangsbestätigung',
    next: 'Als Nächstes fällig',
    nothing: 'Nichts ist fällig.',
    events: 'Ereignisse',
  },
  webhooks: {
    title: 'Webhooks',
    failing: 'gestört',
    dead: 'unzustellbar',
    pending: 'wartend',
    secrets: 'Geheimnisse überfällig',
    succeeded: 'zugestellt',
    failed: 'fehlgeschlagen',
  },
  security: {
    title: 'Sicherheit',
    day: 'Ereignisse in 24 Stunden',
    week: 'Ereignisse in 7 Tagen',
    refusals: 'Verweigerungen in 24 Stunden',
    jobs: 'Aufträge gestört',
    newest: 'Neueste Ereignisse',
    nothing: 'Keine Sicherheitsereignisse.',
  },
} satisfies Texts<typeof english>
