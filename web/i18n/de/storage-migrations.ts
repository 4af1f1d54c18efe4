import type { storageMigrations as english } from '#web/i18n/en/storage-migrations.ts'
import type { Texts } from '#web/i18n/texts.ts'

/** The texts of the pages of storage migrations. */
export const storageMigrations = {
  title: 'Migrationen',
  description:
    'Dateien werden kopiert, zurückgelesen und verglichen, bevor etwas entfernt wird; sie bleiben jederzeit abrufbar.',
  start: 'Migration starten',
  startText:
    'Zuerst werden die Dateien nur gezählt. Während des Kopierens lassen sie sich öffnen; neue Dateien kommen an den bisherigen Speicherort, bis alle kopiert sind.',
  count: 'Dateien zählen',
  counted: 'Schätzung',
  estimate_one: '{{count}} Datei mit {{bytes}}; bei diesem Tempo dauert das mindestens {{duration}}.',
  estimate_other: '{{count}} Dateien mit {{bytes}}; bei diesem Tempo dauert das mindestens {{duration}}.',
  choose: 'Auswählen',
  source: 'Von',
  target: 'Nach',
  mode: 'Art',
  modes: { move: 'Verschieben', copy: 'Kopieren und beides behalten' },
  moveText:
    'Sind alle kopiert, kommen neue Dateien ans Ziel. Die Quelle behält ihre Dateien {{hours}} Stunden, dann werden sie dort entfernt.',
  copyText:
    'Dateien bleiben an beiden Orten; eine beschädigte Kopie lässt sich aus der anderen reparieren. Neue Dateien kommen weiter an den bisherigen Speicherort.',
  rate: 'Höchsttempo',
  rateHint: 'Lässt sich während der Migration ändern. Uploads haben Vorrang.',
  hold: 'Stunden, in denen beide Speicherorte die Dateien behalten',
  holdHint: 'So lange können Sie zurück, indem Sie die Quelle wieder in Betrieb nehmen.',
  way: 'Von und nach',
  progress: 'Fortschritt',
  percent: '{{percent}} Prozent',
  copiedOf_one: '{{done}} von {{formatted}} Datei kopiert',
  copiedOf_other: '{{done}} von {{formatted}} Dateien kopiert',
  removedOf_one: '{{done}} von {{formatted}} Datei entfernt',
  removedOf_other: '{{done}} von {{formatted}} Dateien entfernt',
  began: 'Begonnen',
  files_one: '{{formatted}} Datei',
  files_other: '{{formatted}} Dateien',
  copied: 'Kopiert und verglichen',
  left: 'Noch offen',
  removed: 'An der Quelle entfernt',
  failedFiles: 'Nicht kopierbar',
  acceptedFiles: 'Hingenommen und zurückgelassen',
  measured: 'Aktuelles Tempo',
  perSecond: '{{bytes}} pro Sekunde',
  eta: 'Voraussichtliches Ende',
  deleteAfter: 'An der Quelle entfernt ab',
  failed: 'Die Migration ist stehen geblieben',
  failedText:
    'Keine Datei ist verloren; alle liegen, wo sie waren. Setzen Sie die Migration fort, sobald das behoben ist.',
  failures: 'Dateien, die sich nicht kopieren ließen',
  noFailures: 'Keine',
  file: 'Datei',
  why: 'Warum',
  accepted: 'Hingenommen',
  accept: 'Zurücklassen',
  acceptText:
    'Diese Datei bleibt an der Quelle, wie sie ist, und hält die Migration nicht mehr auf. Ist sie beschädigt oder fehlt sie, hilft nur eine Sicherung.',
  back: 'Rückweg',
  backText: 'Solange keine Dateien entfernt sind, genügt es, die Quelle wieder in Betrieb zu nehmen:',
  empty: 'Noch keine Migrationen',
  emptyText:
    'Fügen Sie einen Bucket hinzu, prüfen Sie ihn und nehmen Sie ihn in Betrieb; migrieren Sie dann vorhandene Dateien dorthin.',
  means: {
    copying: 'Dateien werden kopiert, zurückgelesen und verglichen. Bis dahin öffnet sie die Quelle.',
    holding: 'Alle Dateien sind am Ziel, das jetzt auch neue aufnimmt. Die Quelle behält ihre Dateien vorerst.',
    deleting: 'Dateien werden an der Quelle entfernt, jede nach einem weiteren Vergleich ihrer Kopie.',
    done: 'Die Migration ist abgeschlossen; es bleibt nichts zu tun.',
    cancelled: 'Die Migration wurde beendet. Angelegte Kopien bleiben, und keine Datei ist verloren.',
    failed:
      'Die Migration ist wegen eines Fehlers stehen geblieben. Dateien liegen, wo sie waren, und lassen sich öffnen.',
    paused: 'Nichts wird kopiert oder entfernt, bis die Migration fortgesetzt wird.',
  },
  waits: {
    uploads: 'Wartet, bis Uploads zur Quelle beendet sind.',
    failures:
      'Wartet, bis jede Datei, die sich nicht kopieren ließ, hingenommen ist. Für einen neuen Versuch die Migration anhalten und fortsetzen.',
    store: 'Wartet auf einen Speicher, der nicht antwortet, und versucht es von selbst erneut.',
  },
  actions: { pause: 'Anhalten', resume: 'Fortsetzen', cancel: 'Migration beenden', rate: 'Tempo ändern' },
  texts: {
    pause: 'Bis zum Fortsetzen wird nichts kopiert oder entfernt; Dateien lassen sich öffnen wie bisher.',
    resume:
      'Die Migration läuft dort weiter, wo sie angehalten wurde; nicht kopierbare Dateien werden erneut versucht.',
    cancel:
      'Die Migration endet hier endgültig. Angelegte Kopien bleiben, entfernt wird nichts mehr, und eine andere Migration kann beginnen.',
    rate: 'Gilt binnen Sekunden, auch für die Datei, die gerade kopiert wird.',
  },
  done: { pause: 'Die Migration ist angehalten.', resume: 'Die Migration geht weiter.' },
  codes: {
    failing: 'Die Hälfte der letzten Dateien ließ sich nicht kopieren. Siehe die Liste.',
    not_validated: 'Die Prüfung des Ziels gilt nicht mehr. Prüfen Sie es erneut.',
  },
  reasons: {
    unreachable: 'der Speicher antwortete nicht',
    refused_address: 'die Adresse ist nicht erlaubt',
    tls: 'das Zertifikat ist falsch',
    clock: 'die Uhren gehen auseinander',
    credential: 'der Zugangsschlüssel wurde nicht angenommen',
    forbidden: 'der Zugangsschlüssel darf das nicht',
    no_bucket: 'der Bucket existiert nicht mehr',
    slow: 'es dauerte zu lange',
    altered: 'der Inhalt weicht vom hochgeladenen ab',
    missing: 'der Inhalt fehlt',
    full: 'das Ziel hat keinen Platz mehr',
    unsupported: 'der Speicher kann das nicht',
  },
} satisfies Texts<typeof english>
