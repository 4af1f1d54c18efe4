import { english, type Words } from '#client/verify/words.ts'
import { german } from './german.ts'

export interface Texts {
  readonly words: Words
  readonly title: string
  readonly language: string
  readonly intro: string
  readonly warning: string
  readonly choose: string
  readonly stays: string
  readonly against: string
  readonly keys: string
  readonly keysHint: string
  readonly checkpoints: string
  readonly all: string
  readonly start: string
  readonly working: string
  readonly part: string
  readonly state: string
  readonly what: string
  readonly signer: string
  readonly signerHint: string
  readonly json: string
  readonly footer: string
  readonly of: string
  readonly tooLarge: string
  readonly cannotVerify: string
  readonly noKey: string
  readonly noCheckpoint: string
  readonly unreadable: string
  readonly nothingChosen: string
}

const en: Texts = {
  words: {
    ...english,
    results: {
      ...english.results,
      sound:
        'Sound, not proven: nothing in the file contradicts itself. But you named no key, and anybody can make such a file: compare the key below with one that you got by another way, and enter it above.',
    },
  },
  title: 'Check an audit bundle',
  language: 'Language',
  intro:
    'This page checks a file of evidence that Probata exported: that nothing in it was altered, that every record is in the ledger as it stands here, and what was left out. It computes in this browser. It sends nothing anywhere, and the browser keeps it from doing so.',
  warning:
    'Where this page comes from matters. Found inside the bundle that you want to check, it may be as forged as that bundle, and would then say what the forger likes. Take the page from a server that you trust (there it is at /verify), or use the command “probata-verify”.',
  choose: 'The bundle (.asice): choose it, or drop it here',
  stays: 'It stays on your computer. Up to 1 GiB; for larger files use the command.',
  against: 'Known from another source',
  keys: 'Keys of the organization, one a line',
  keysHint:
    'Such as from a contract, an earlier audit, or a person who read it to you. Without one the check tells only whether the file is sound, not who made it.',
  checkpoints: 'Checkpoints of its ledger that you hold',
  all: 'Go on after the first finding',
  start: 'Check',
  working: 'Reading …',
  part: 'Part',
  state: 'State',
  what: 'Result',
  signer: 'The key that signed',
  signerHint: 'Compare all of it with the key you were given, not only its beginning.',
  json: 'The report as JSON, the same as the command gives',
  footer: 'Probata. docs/verifying-a-bundle.md describes what this page checks, and how to do it by hand.',
  of: '{file}, {bytes} bytes, checked {at}',
  tooLarge:
    'The file is larger than 1 GiB, which is too much for a page. Use the command: node probata-verify.mjs FILE',
  cannotVerify:
    'This browser cannot verify Ed25519 signatures here. Open the page over https or as a file, in Chromium 137, Firefox 129, Safari 17 or newer.',
  noKey: 'This is no key: {line}',
  noCheckpoint: '{file} is not a checkpoint.',
  unreadable: 'The file cannot be read: {reason}',
  nothingChosen: 'Choose a bundle first.',
}

const de: Texts = {
  words: german,
  title: 'Ein Prüfpaket prüfen',
  language: 'Sprache',
  intro:
    'Diese Seite prüft eine Datei mit Nachweisen, die Probata ausgegeben hat: dass nichts daran verändert wurde, dass jeder Datensatz so im Ledger steht, wie er hier steht, und was weggelassen wurde. Sie rechnet in diesem Browser. Sie sendet nichts, und der Browser hindert sie daran.',
  warning:
    'Es kommt darauf an, woher diese Seite stammt. Liegt sie in dem Paket, das Sie prüfen wollen, kann sie so gefälscht sein wie dieses und sagt dann, was dem Fälscher gefällt. Nehmen Sie die Seite von einem Server, dem Sie trauen (dort unter /verify), oder den Befehl „probata-verify“.',
  choose: 'Das Prüfpaket (.asice): auswählen oder hier ablegen',
  stays: 'Es bleibt auf Ihrem Rechner. Bis 1 GiB; für größere Dateien gibt es den Befehl.',
  against: 'Was Sie anderswoher wissen',
  keys: 'Schlüssel der Organisation, einer je Zeile',
  keysHint:
    'Etwa aus einem Vertrag, einer früheren Prüfung oder von jemandem, der ihn vorgelesen hat. Ohne Schlüssel zeigt die Prüfung nur, ob die Datei in sich stimmt, nicht, von wem sie ist.',
  checkpoints: 'Checkpoints des Ledgers, die Sie aufbewahrt haben',
  all: 'Nach dem ersten Befund weiterprüfen',
  start: 'Prüfen',
  working: 'Wird gelesen …',
  part: 'Teil',
  state: 'Zustand',
  what: 'Befund',
  signer: 'Der Schlüssel, mit dem signiert wurde',
  signerHint: 'Vergleichen Sie ihn ganz mit dem, was man Ihnen gesagt hat, nicht nur seinen Anfang.',
  json: 'Der Bericht als JSON, wie ihn auch der Befehl ausgibt',
  footer: 'Probata. Was diese Seite prüft und wie es von Hand geht, steht in docs/verifying-a-bundle.md (englisch).',
  of: '{file}, {bytes} Bytes, geprüft {at}',
  tooLarge:
    'Die Datei ist größer als 1 GiB, zu viel für eine Seite. Nehmen Sie den Befehl: node probata-verify.mjs DATEI',
  cannotVerify:
    'Dieser Browser kann hier keine Ed25519-Signaturen prüfen. Öffnen Sie die Seite über https oder als Datei, mit Chromium 137, Firefox 129, Safari 17 oder neuer.',
  noKey: 'Das ist kein Schlüssel: {line}',
  noCheckpoint: '{file} ist kein Checkpoint.',
  unreadable: 'Die Datei kann nicht gelesen werden: {reason}',
  nothingChosen: 'Wählen Sie zuerst ein Prüfpaket.',
}

export const languages: Readonly<Record<string, Texts>> = { __proto__: null as never, en, de }
