import type { rounds as english } from '#web/i18n/en/rounds.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const rounds = {
  ask: {
    open: 'Nachfragen',
    title: 'Beim Einreichenden nachfragen',
    text: 'Der Nachweis bleibt eingereicht und wartet auf eine Antwort. Danach steht er wieder bei Ihnen.',
    submit: 'Frage senden',
    question: 'Frage',
  },
  answer: {
    open: 'Antworten',
    title: 'Frage beantworten',
    text: 'Die Antwort wird Teil des Nachweises. Sie können danach nicht mehr über ihn entscheiden (Vier-Augen-Prinzip).',
    submit: 'Antwort senden',
    answer: 'Antwort',
    hint: 'Dateien, die seit der Frage angehängt wurden, gehören zur Antwort. Leer: nur die Dateien.',
  },
  withdraw: {
    open: 'Frage zurückziehen',
    text: 'Der Nachweis wartet dann wieder auf seine Freigabe.',
    done: 'Die Frage ist zurückgezogen.',
  },
  questions: {
    title: 'Rückfragen',
    askedBy: '{{name}} hat gefragt',
    waitsFor: 'Wartet auf {{name}}.',
    waitsForAdministrators:
      'Wer den Nachweis eingereicht hat, kann gerade nicht antworten; die Frage wartet auf die Administration.',
    answeredBy: '{{name}} hat geantwortet',
    files_one: '{{count}} Datei wurde für die Antwort angehängt.',
    files_other: '{{count}} Dateien wurden für die Antwort angehängt.',
    states: { open: 'offen', answered: 'beantwortet', withdrawn: 'zurückgezogen', ended: 'beendet' },
    ended: {
      accepted: 'Ohne Antwort beendet: Der Nachweis wurde akzeptiert.',
      rejected: 'Ohne Antwort beendet: Der Nachweis wurde abgelehnt.',
      expired: 'Ohne Antwort beendet: Der Nachweis ist abgelaufen.',
    },
  },
  approvals: {
    title: 'Freigaben',
    count: '{{given}} von {{needed}} Freigaben durch verschiedene Personen.',
    yours: 'Sie haben diesen Nachweis akzeptiert; eine weitere Person muss zustimmen. Ablehnen können Sie ihn noch.',
    other:
      'Eine Person, die mitgewirkt hat, hat diesen Nachweis schon akzeptiert; jetzt muss jemand zustimmen, der nicht mitgewirkt hat. Ablehnen können Sie ihn noch.',
    selfDecided: 'selbst entschieden',
    void: {
      changed: 'Aufgehoben: Danach kam eine Datei oder eine Antwort hinzu.',
      contributed: 'Aufgehoben: Die Person hat danach am Nachweis mitgewirkt.',
      self_decision_off:
        'Aufgehoben: Die Person hat am Nachweis mitgewirkt, und der Arbeitsbereich erlaubt die Entscheidung über eigene Arbeit nicht mehr.',
    },
  },
  compare: {
    title: 'Vergleich mit dem zuletzt akzeptierten Nachweis',
    open: 'Vergleichen',
    close: 'Schließen',
    with: 'Verglichen mit',
    acceptedAt: ', akzeptiert am {{date}}.',
    nothing: 'Zu dieser Anforderung wurde vorher kein Nachweis akzeptiert.',
    field: 'Feld',
    before: 'Vorher',
    after: 'Jetzt',
    none: 'keine Angabe',
    sameFields: 'Alle Felder sind gleich.',
    files: 'Dateien',
    file: 'Datei',
    change: 'Änderung',
    changes: { same: 'gleich', changed: 'geändert', added: 'hinzugefügt', removed: 'entfernt' },
    noFiles: 'Keiner der beiden Nachweise hat Dateien.',
    filesOmitted: 'Einer der Nachweise hat mehr Dateien; nur die ersten 500 wurden verglichen.',
    sameSnapshot: '{{name}}: unverändert.',
    omitted_one: '{{count}} weiterer Wert weicht ab.',
    omitted_other: '{{count}} weitere Werte weichen ab.',
  },
} satisfies Texts<typeof english>
