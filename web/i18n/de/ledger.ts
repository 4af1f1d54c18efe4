import type { ledger as english } from '#web/i18n/en/ledger.ts'
import type { Texts } from '#web/i18n/texts.ts'

/** The texts of the ledger page. */
export const ledger = {
  title: 'Register',
  description:
    'Jede Zeile des Protokolls ist ein Blatt eines Merkle-Baums. Ein extern verwahrter, signierter Prüfpunkt deckt jede spätere Änderung früherer Zeilen auf.',
  state: 'Stand',
  size: 'Zeilen',
  generation: 'Generation',
  generationText: '{{generation}} (eine neue beginnt nur nach dem Einspielen einer älteren Sicherung)',
  sealedUntil: 'Versiegelt bis',
  stoppedAt: 'Nichts versiegelt seit',
  provedUntil: 'Extern bewiesen bis',
  notProved: 'noch nicht',
  lastVerified: 'Zuletzt geprüft',
  places: 'Extern verwahrte Prüfpunkte',
  placesText:
    'Jede externe Ablage erhält stündlich einen Prüfpunkt. Nur extern verwahrte Prüfpunkte beweisen etwas gegenüber dem Betreiber dieser Installation.',
  where: 'Externe Ablage',
  holds: 'Zeilen beim neuesten Prüfpunkt',
  holdsNothing: 'noch nichts',
  heldAt: 'Verwahrt seit',
  noPlaces: 'Kein Prüfpunkt wird extern verwahrt',
  noPlacesText:
    'Externe Ablagen richtet der Betreiber ein: einen Ordner auf einem anderen System, einen gesperrten Bucket, eine Zeitstempelstelle, Zeugen.',
  toSettings:
    'Ob Prüfpunkte und Schlüssel öffentlich sind, legen die <settings>Einstellungen des Arbeitsbereichs</settings> fest.',
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
