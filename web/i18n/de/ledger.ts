import type { ledger as english } from '#web/i18n/en/ledger.ts'
import type { Texts } from '#web/i18n/texts.ts'

/** The texts of the ledger page. */
export const ledger = {
  title: 'Register',
  description:
    'Jede Zeile des Protokolls ist ein Blatt eines Merkle-Baums. Ein außerhalb verwahrter signierter Prüfpunkt deckt jede spätere Änderung früherer Zeilen auf.',
  state: 'Stand',
  size: 'Zeilen',
  generation: 'Generation',
  generationText: '{{generation}}: Eine neue beginnt nur, wenn eine ältere Sicherung eingespielt wurde',
  sealedUntil: 'Versiegelt bis',
  stoppedAt: 'Nichts versiegelt seit',
  provedUntil: 'Bewiesen bis',
  lastVerified: 'Zuletzt geprüft',
  places: 'Außerhalb verwahrte Prüfpunkte',
  placesText:
    'Jeder Ort erhält stündlich einen Prüfpunkt. Nur was ein Ort außerhalb verwahrt, beweist etwas gegenüber dem Betreiber dieser Installation.',
  where: 'Ort',
  holds: 'Zeilen an seinem neuesten Prüfpunkt',
  holdsNothing: 'noch nichts',
  heldAt: 'Verwahrt seit',
  noPlaces: 'Kein Prüfpunkt wird außerhalb verwahrt',
  noPlacesText:
    'Der Betreiber dieser Installation richtet sie ein: einen Ordner anderswo, einen gesperrten Bucket, eine Zeitstempelstelle, Zeugen.',
  toSettings: 'Ob alle ohne Konto Prüfpunkte und Schlüssel lesen dürfen, legen Sie hier fest:',
  settings: 'Einstellungen des Arbeitsbereichs',
  keys: 'Schlüssel',
  keysText:
    'Geben Sie diese an alle weiter, die Bündel und Prüfpunkte prüfen. Die privaten Teile verlassen diese Installation nie.',
  purpose: 'Signiert',
  purposes: { checkpoint: 'Prüfpunkte', bundle: 'Bündel' },
  key: 'Schlüssel zum Weitergeben',
  since: 'Seit',
  status: 'Status',
  until: 'bis',
  current: 'in Gebrauch',
  noKeys: 'Noch keine Schlüssel',
  noKeysText: 'Der erste entsteht, wenn etwas signiert wird.',
  rotate: 'Neuer Schlüssel',
  rotateOf: 'Neuer Schlüssel für {{what}}',
  rotateText:
    'Signaturen des bisherigen Schlüssels bleiben gültig. Den nächsten Prüfpunkt signieren beide, und das Protokoll hält den neuen Schlüssel fest; geben Sie ihn an alle weiter, die prüfen.',
  place: {
    folder: 'einen Ordner',
    'object-store': 'einen gesperrten Bucket',
    event: 'Empfänger von Webhooks',
    'time-stamp': 'eine Zeitstempelstelle',
    witness: 'den Zeugen {{name}}',
  },
} satisfies Texts<typeof english>
