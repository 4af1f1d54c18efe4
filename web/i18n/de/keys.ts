import type { keys as english } from '#web/i18n/en/keys.ts'

export const keys: typeof english = {
  title: 'Dateischlüssel',
  description:
    'Schlüssel, mit denen Dateien verschlüsselt werden, bevor sie die Installation verlassen, und wer sie verwahrt.',
  holder: 'Schlüsselverwahrung',
  heldBy: 'Verwahrt von',
  kind: { local: 'dieser Installation', 'vault-transit': 'einem Vault (Transit)' },
  address: 'Adresse',
  addressHint: 'Etwa https://vault.example:8200. Interne Adressen muss der Betreiber erlauben.',
  mount: 'Einhängepunkt',
  keyName: 'Schlüssel',
  namespace: 'Namensraum',
  namespaceHint: 'Leer, wenn der Vault keinen hat.',
  token: 'Token',
  tokenHint:
    'Muss mit diesem Schlüssel ver- und entschlüsseln und sich selbst erneuern dürfen. Wird nicht wieder angezeigt.',
  tokenKept: 'Leer: Das Token bleibt, sofern Adresse, Einhängepunkt und Namensraum gleich bleiben.',
  state: 'Status',
  code: 'Code',
  since: 'Seit',
  unavailable: 'Die Schlüssel sind nicht verfügbar',
  unavailableText:
    'Verschlüsselte Dateien lassen sich weder ablegen noch öffnen, bis die Schlüsselverwahrung wieder antwortet. Der Code nennt den Grund; Nachweise und Freigaben sind nicht betroffen.',
  change: 'Verwahrung ändern',
  changeText:
    'Die neue Verwahrung wird zuerst getestet. Danach verschlüsselt sie alle Schlüssel, und die bisherige wird nicht mehr verwendet.',
  save: 'Testen und speichern',
  generations: 'Schlüssel',
  generation: 'Nummer',
  status: 'Status',
  created: 'Erzeugt',
  destroyed: 'Vernichtet',
  none: 'Noch kein Schlüssel',
  noneText: 'Der erste entsteht mit der ersten Datei, die verschlüsselt wird.',
  make: 'Neuer Schlüssel',
  makeText: 'Neue Dateien werden mit ihm verschlüsselt. Frühere lassen sich weiter öffnen.',
  destruction: {
    title: 'Alle Schlüssel vernichten',
    text: 'Ohne ihre Schlüssel lassen sich die verschlüsselten Dateien dieses Arbeitsbereichs nie wieder öffnen. Nachweise, Prüfsummen und Entscheidungen bleiben lesbar. Dafür sind zwei Personen der Administration erforderlich.',
    noKeys: 'Es gibt noch keinen Schlüssel.',
    askedBy: 'Beantragt von',
    askedAt: 'Beantragt',
    reason: 'Begründung',
    expiresAt: 'Antrag gilt bis',
    endedBy: 'Entschieden von',
    endedAt: 'Entschieden',
    another: 'Den Antrag muss eine andere Person der Administration bestätigen, die schon vorher dazugehörte.',
    ask: 'Vernichtung beantragen',
    askText:
      'Nichts wird vernichtet, bis eine andere Person der Administration bestätigt. Der Antrag gilt sieben Tage.',
    confirm: 'Schlüssel vernichten',
    confirmText:
      'Alle Schlüssel werden jetzt vernichtet. Niemand kann die verschlüsselten Dateien dieses Arbeitsbereichs je wieder öffnen.',
    withdraw: 'Antrag zurückziehen',
    withdrawText: 'Die Schlüssel bleiben.',
  },
}
