import type { Facts } from '#client/verify/report.ts'
import type { Mark } from '#client/verify/time.ts'
import type { Words } from '#client/verify/words.ts'

const number = (value: number): string => value.toLocaleString('de')
const counted = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`

const kinds: Readonly<Record<string, string>> = {
  __proto__: null as never,
  'ledger rows': 'Ledger-Zeilen',
  attachments: 'Anhänge',
  records: 'Datensätze',
  reasons: 'Begründungen',
  contents: 'Inhalte von Datensätzen',
}
const reasons: Readonly<Record<string, string>> = {
  __proto__: null as never,
  'outside the scope': 'außerhalb des Umfangs',
  erased: 'gelöscht',
  pruned: 'nach Fristablauf entfernt',
  withheld: 'zurückgehalten',
  'never uploaded': 'nie hochgeladen',
  'changed since': 'seither geändert',
  'not kept': 'nicht aufbewahrt',
  'without a row': 'ohne Zeile im Ledger',
}

const newest = ({ newest: last }: Facts['time']): string => {
  if (!last) return 'davor wurde kein Checkpoint veröffentlicht'
  const held = last.places.map(({ place, heldAt }) => `${place} seit ${heldAt}`).join(', ')
  return `neuester veröffentlichter Checkpoint: Größe ${number(last.size)}, laut Paket aufbewahrt von ${held || 'niemandem'}`
}

const unjudged = 'wer es ausgestellt hat, beurteilt der Befehl mit --ca'

const kindsOfMarks: Readonly<Record<Mark['kind'], string>> = {
  'e-seal': 'elektronisches Siegel',
  'time-stamp': 'Zeitstempel',
  'time-stamp of a checkpoint': 'Zeitstempel eines Checkpoints',
}

const marksOf = ({ marks }: Facts['time']): string =>
  marks
    .map(({ kind, time, verdict }) => {
      const rest = verdict === 'cannot tell' ? 'nicht zu beurteilen' : `über dieses Paket; ${unjudged}`
      return `${kindsOfMarks[kind]}${time ? ` vom ${time}` : ''}: ${rest}`
    })
    .join('; ') || 'weder elektronisches Siegel noch Zeitstempel'

export const german: Words = {
  results: {
    proven: 'Bewiesen: Nichts wurde verändert, und ein Schlüssel, den Sie genannt haben, hat es signiert.',
    altered: 'Verändert oder unvollständig.',
    'no bundle': 'Das ist kein Prüfpaket.',
    sound:
      'In sich stimmig, nicht bewiesen: Nichts in der Datei widerspricht sich. Aber Sie haben keinen Schlüssel genannt, und so eine Datei kann jeder machen: Vergleichen Sie den Schlüssel unten mit einem, den Sie auf anderem Weg bekommen haben, und geben Sie ihn oben ein.',
    unjudged: 'In sich stimmig, nicht bewiesen wie verlangt: Siegel und Zeitstempel lassen sich nicht alle beurteilen.',
    'other checkpoint':
      'In sich stimmig, aber anders als ein Checkpoint, den Sie angegeben haben: Das Paket lässt sich nicht damit vergleichen.',
  },
  sections: {
    container: 'Container',
    signature: 'Signatur',
    files: 'Dateien',
    ledger: 'Ledger',
    records: 'Datensätze',
    decisions: 'Entscheidungen',
    time: 'Zeit',
    'left out': 'Weggelassen',
  },
  states: {
    holds: 'stimmt',
    broken: 'STIMMT NICHT',
    unjudged: 'nicht beurteilt',
    absent: 'keine',
    'not checked': 'nicht geprüft',
  },
  agreements: {
    same: 'gehört zu dieser Geschichte',
    'other history': 'gehört zu einer anderen Geschichte',
    larger: 'ist neuer als das Paket',
    between: 'liegt in Zeilen, die weggelassen sind, und ist nicht vergleichbar',
    'another ledger': 'gehört zu einem anderen Ledger',
  },
  lines: {
    container: ({ files, bytes }) => `${counted(files, 'Datei', 'Dateien')}, ${number(bytes)} Bytes, ohne Lücke`,
    signature: ({ id, origin, signer, isNamed }) =>
      `${id} von ${origin}, signiert mit ${isNamed ? 'einem Schlüssel, den Sie genannt haben' : 'einem Schlüssel, den Sie nicht genannt haben'}: ${signer}`,
    files: ({ files }) => `${counted(files, 'Datei ist', 'Dateien sind')} wie signiert`,
    ledger: facts =>
      [
        `${counted(facts.rowsShown, 'Zeile', 'Zeilen')} von ${number(facts.size)} gezeigt, Wurzel ${facts.root}`,
        `${counted(facts.published, 'veröffentlichter Checkpoint stimmt', 'veröffentlichte Checkpoints stimmen')} überein`,
        ...facts.held.map(({ size, agreement }) => `Ihr Checkpoint der Größe ${size} ${german.agreements[agreement]}`),
      ].join('; '),
    records: ({ records, attachments, asOf }) =>
      `${counted(records, 'Datensatz', 'Datensätze')} und ${counted(attachments, 'Anhang', 'Anhänge')}, wie das Ledger sagt${asOf === undefined ? '' : `, Stand ${asOf}`}`,
    decisions: ({ decisions }) => `${counted(decisions, 'Entscheidung', 'Entscheidungen')}, wie das Ledger sagt`,
    time: facts => `${newest(facts)}; ${marksOf(facts)}`,
    'left out': ({ items }) =>
      items
        .map(({ count, kind, reason }) => `${number(count)} ${kinds[kind] ?? kind} (${reasons[reason] ?? reason})`)
        .join(', ') || 'nichts',
  },
  sentences: {
    'end-altered': 'Das Ende der Datei fehlt oder ist verändert',
    'directory-altered': 'Das Verzeichnis der Datei ist verändert',
    'header-altered': 'Der Kopf von {file} ist verändert',
    'bad-name': 'Eine Datei hat einen Namen, den kein Paket enthalten darf: {file}',
    'name-twice': 'Zwei Dateien haben bis auf Groß- und Kleinschreibung denselben Namen: {file}',
    'loose-bytes': 'Vor {file} stehen Bytes, die zu keiner Datei gehören, oder sie überlappt eine andere',
    'ends-early': 'Die Datei endet, bevor {file} endet',
    'wrong-order': 'Wo {file} stehen sollte, steht {other}',
    'mimetype-altered': 'mimetype ist verändert',
    'too-large': '{file} ist größer, als sie sein darf',
    'not-text': '{file} ist kein Text in UTF-8',
    missing: '{file} fehlt',
    'bad-key': 'Zeile {line} von {file} ist kein Schlüssel dieses Ledgers: {what}',
    'note-malformed': '{file} ist keine signierte Notiz',
    'note-not-signed': 'Kein Schlüssel aus data/ledger/keys.txt hat {file} signiert',
    'signature-broken': 'Die Signatur von {file} stimmt nicht: verändert oder von jemand anderem signiert',
    'not-by-your-key': 'Das Paket ist signiert mit {what}; das ist keiner der Schlüssel, die Sie genannt haben',
    'not-a-bundle-note': 'META-INF/bundle.note sagt nicht, dass dies ein Prüfpaket ist',
    'notes-disagree': 'Das Paket wurde für einen anderen Checkpoint signiert als den in data/ledger/checkpoint.txt',
    altered: '{file} ist verändert',
    'crc-wrong': '{file} hat eine andere CRC-32, als der Container sagt',
    unlisted: '{file} steht in keinem Manifest',
    'manifest-malformed': 'Zeile {line} von manifest-sha256.txt ist keine Prüfsumme mit Namen',
    'bag-contradicts': '{file} widerspricht dem, was signiert wurde: {what}',
    'line-too-long': 'Zeile {line} von {file} ist länger, als sie sein darf',
    'line-malformed': 'Zeile {line} von {file} ist nicht, was so eine Datei enthält',
    'line-ambiguous':
      'Zeile {line} von {file} lässt sich verschieden lesen: doppelte Namen, Leerraum, eine zu große Zahl',
    'line-cut': 'Die letzte Zeile von {file} ist abgeschnitten',
    'row-misplaced':
      'Wo Zeile {row} des Ledgers stehen sollte, steht Zeile {what}: Zeilen fehlen, sind doppelt oder vertauscht',
    'skip-malformed': 'Die Zeilen {row} bis {what} des Ledgers sind in einer anderen Form weggelassen als erlaubt',
    'skip-crosses':
      'Die Zeilen {row} bis {what} sind über den Checkpoint der Größe {other} hinweg weggelassen; er ist so nicht vergleichbar',
    'disclosure-malformed': 'Zeile {row} des Ledgers zeigt ein Feld in einer Form, die sich verschieden lesen lässt',
    'disclosure-wrong': 'Zeile {row} des Ledgers zeigt {what} anders, als es versiegelt wurde',
    'disclosure-twice': 'Zeile {row} des Ledgers zeigt {what} zweimal',
    'hidden-field': 'Zeile {row} des Ledgers verbirgt {what}; das darf nicht verborgen werden',
    'root-wrong': 'Die Zeilen des Ledgers ergeben nicht den Checkpoint: Eine davon wurde verändert',
    'row-later':
      'Zeile {row} des Ledgers wurde nach dem Zeitpunkt protokolliert, dessen Stand das Paket zeigt: am {what}',
    'size-wrong': 'Das Ledger hat {what} Zeilen, sein Checkpoint {other}',
    'past-root-wrong':
      'Die Zeilen ergeben nicht den Checkpoint, der bei Größe {row} veröffentlicht wurde: Die Geschichte wurde danach umgeschrieben',
    'past-malformed':
      'Zeile {line} von data/ledger/checkpoints.jsonl ist kein Checkpoint dieses Ledgers mit gültiger Signatur',
    'history-rewritten':
      'Die Zeilen ergeben nicht Ihren Checkpoint der Größe {row}: Die Geschichte wurde danach umgeschrieben',
    'erasure-unmatched':
      'Zeile {line} von data/ledger/erasures.jsonl nennt ein Feld, das die Zeilen nicht als gelöscht zeigen',
    'leaf-not-shown': 'Zeile {line} von {file} beruft sich auf Ledger-Zeile {row}, die nicht gezeigt wird',
    'record-not-sealed': 'Zeile {line} von {file} ist ein anderer Datensatz, als Ledger-Zeile {row} sagt',
    'content-not-sealed': 'Zeile {line} von {file} hat einen anderen Inhalt, als Ledger-Zeile {row} sagt',
    'record-of-another': 'Zeile {line} von {file} beruft sich auf Ledger-Zeile {row}; die handelt von etwas anderem',
    'record-outdated':
      'Zeile {line} von {file} ist nicht der letzte Stand: Ledger-Zeile {row} kam danach und sagt etwas anderes',
    'attachment-missing': 'Zeile {line} von {file} nennt {what}; die Datei fehlt',
    'attachment-exchanged': '{what} ist nicht die Datei, die Zeile {line} von {file} nennt',
    'attachment-unnamed': '{file} gehört zu keinem Datensatz',
    'manifest-of-seal': '{file} nennt die Dateien nicht, wie sie sind',
    'seal-incomplete': '{file} steht da ohne {what}',
    'stamp-of-another': '{file} handelt von etwas anderem als diesem Paket',
    'seal-broken': '{file} gilt nicht: {what}',
    'left-out-wrong': 'data/left-out.jsonl nennt {what} weggelassene Ledger-Zeilen, es sind aber {other}',
  },
}
