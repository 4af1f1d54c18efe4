import type { deputies as english } from '#web/i18n/en/deputies.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const deputies = {
  title: 'Vertretung und Abwesenheit',
  deputy: 'Vertretung',
  none: 'Keine Vertretung',
  absence: 'Abwesenheit',
  dates: '{{from}} bis {{until}}',
  noDates: 'Keine geplant',
  deputyFor: 'Vertritt',
  alwaysShort: 'immer',
  change: 'Vertretung und Abwesenheit ändern',
  text: 'Während der Abwesenheit erscheinen offene Aufgaben auch bei der Vertretung. Sie entscheidet unter eigenem Namen und erhält keine weiteren Rechte.',
  from: 'Erster Tag der Abwesenheit',
  until: 'Letzter Tag der Abwesenheit',
  always: 'Die Vertretung erhält die Aufgaben immer, nicht nur während der Abwesenheit',
  absentUntil: 'ist bis {{date}} abwesend.',
  deputyIs: 'Vertretung: {{name}}.',
  noDeputy: 'Es gibt keine Vertretung.',
  deputyDisabled: '{{name}} kann sich nicht mehr anmelden. Wählen Sie eine andere Vertretung.',
  deputyAbsent: '{{name}} ist bis {{date}} abwesend. Die Aufgaben gehen nicht an eine weitere Vertretung.',
  uncovered:
    'Diese Aufgaben kann die Vertretung nicht übernehmen, wegen ihrer Rolle, ihrer Einheiten oder ihrer Beteiligung:',
  uncoveredAll: 'Ohne Vertretung bleiben diese Aufgaben bis zur Rückkehr liegen:',
} satisfies Texts<typeof english>
