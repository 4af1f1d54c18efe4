import type { signature as english } from '#web/i18n/en/signature.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const signature = {
  title: 'Signatur prüfen',
  description:
    'Zeigt den genauen Text, der signiert wird, und was an einer Signatur nicht stimmt. Berechnet in diesem Browser: Ihre Eingaben werden nicht gesendet.',
  recorded: 'Ausgefüllt mit der aufgezeichneten Zustellung',
  scheme: 'Signatur',
  secret: 'Signaturgeheimnis',
  secretHint: 'Bleibt auf dieser Seite; vergessen, sobald Sie sie verlassen.',
  body: 'Inhalt',
  bodyHint: 'Die Bytes, wie sie ankamen, nicht gelesen und neu geschrieben.',
  signed: 'Signierter Text',
  bytes_one: '{{count}} Byte',
  bytes_other: '{{count}} Bytes',
  key: {
    service: 'Schlüssel: das ganze Geheimnis als UTF-8, mit whsec_',
    standard: 'Schlüssel: base64 nach whsec_, dekodiert',
  },
  signatures: 'Signaturen',
  expected: 'Aus diesen Werten berechnet',
  given: 'In {{header}}',
  equal: 'gleich',
  other: 'weicht ab',
  waiting: 'Noch nichts zu vergleichen',
  waitingText: 'Geben Sie Geheimnis, Zeitstempel, Inhalt und die Kopfzeile mit der Signatur ein.',
  fits: 'Die Signatur passt',
  fitsText: 'Geheimnis, Zeitstempel und Inhalt sind die signierten.',
  fitsNew: 'Sie passt zur ersten von mehreren Signaturen: Dies ist das neueste Geheimnis, ein Wechsel läuft gerade.',
  fitsOld:
    'Sie passt zu einer späteren von mehreren Signaturen: Dies ist das Geheimnis vor dem Wechsel, 60 Sekunden lang gültig.',
  differs: 'Die Signatur passt nicht',
  old_one: 'Signiert mit {{count}} Minute Abstand zu jetzt',
  old_other: 'Signiert mit {{count}} Minuten Abstand zu jetzt',
  oldText: 'Der Zeitstempel ist älter als 5 Minuten: Ein Empfänger muss ihn ablehnen, auch wenn die Signatur passt.',
  oldRecorded:
    'Beim Senden war er frisch. Ein Empfänger, der ihn jetzt bekommt, muss ihn ablehnen: Wiederholen Sie die Zustellung für einen frischen.',
  ahead: 'Der Zeitstempel liegt mehr als 5 Minuten voraus: Eine der Uhren geht falsch.',
  fault: {
    noSignature: '{{header}} enthält keine Signatur der Version 1 (v1). Kopieren Sie den ganzen Wert.',
    missingPrefix: 'Dem Geheimnis fehlt whsec_ am Anfang: Geben Sie es genau so ein, wie es gezeigt wurde.',
    secretSpace:
      'Das Geheimnis endet mit einem Leerzeichen oder Zeilenumbruch, oft aus der Datei, aus der es gelesen wurde.',
    notBase64: 'Was auf whsec_ folgt, ist kein base64: Das Geheimnis wurde gekürzt oder verändert.',
    bodyRewritten:
      'Der Inhalt wurde gelesen und neu geschrieben, oder seine Zeilenenden wurden verändert. Rechnen Sie mit den Bytes, wie sie ankamen.',
    timestampRewritten: 'Der Zeitstempel wurde anders geschrieben. Nehmen Sie den Wert der Kopfzeile, wie er ist.',
    timestampOther: 'Zeitstempel und Signatur stammen von verschiedenen Versuchen: t= ist eine andere Sekunde.',
    timestampUnreadable: 'Der Zeitstempel ist kein Zeitpunkt. Nehmen Sie den Wert der Kopfzeile, wie er ist.',
    wrongSecret:
      'Das Geheimnis ist ein anderes: Zeitstempel, Inhalt und Kopfzeile sind die gesendeten. Wurde es seither gewechselt?',
    somethingElse:
      'Das Geheimnis ist ein anderes, oder Inhalt oder Zeitstempel gehören zu einer anderen Zustellung. Prüfen Sie zuerst das Geheimnis: Wurde es gewechselt?',
  },
  code: 'Dasselbe als Code',
  codeText: 'Mit diesen Werten; das Geheimnis wird aus SIGNING_SECRET gelesen.',
  docs: 'Alle Ereignisarten stehen in der Referenz.',
} satisfies Texts<typeof english>
