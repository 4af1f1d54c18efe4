import type { home as english } from '#web/i18n/en/home.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const home = {
  title: 'Übersicht',
  greeting: 'Das steht jetzt an, {{name}}.',
  all: 'Alle zeigen',
  first: {
    title: 'Erste Schritte',
    framework: 'Regelwerk importieren',
    frameworkText: 'Eine Norm, ein Gesetz oder eine Richtlinie, Abschnitt für Abschnitt, mit je einer Maßnahme.',
    requirement: 'Vorlagen für Nachweise wählen',
    requirementText:
      'ISO 27001, SOC 2, DORA, NIS2, DSGVO und KI-Verordnung: Anforderungen mit üblicher Quelle und Gültigkeit, fertig zum Anlegen.',
    people: 'Prüfende Personen einladen',
    peopleText: 'Niemand kann Nachweise annehmen, an denen er selbst mitgewirkt hat.',
    connect: 'Ihre Systeme anbinden',
    connectText:
      'Scanner und Sicherungssysteme erfassen Belege mit einem Dienstkonto; Personen erfassen sie auf diesen Seiten.',
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
