/**
 * What the server says of a field that it refuses, as it says it: its issues have words, and no codes. Numbers stand in
 * their order. `test/contract/messages.test.ts` compares them with what the server says.
 */
export const said = {
  missing: 'is required',
  empty: 'must not be empty',
  atLeastCharacters: 'must have at least {{0}} characters',
  atMostCharacters: 'must have at most {{0}} characters',
  trimmed: 'must contain at least {{0}} and at most {{1}} characters after trimming',
  atLeastItems: 'must have at least {{0}} item',
  atMostItems: 'must have at most {{0}} items',
  atLeast: 'must be at least {{0}}',
  atLeastBelow: 'must be at least -{{0}}',
  atMost: 'must be at most {{0}}',
  lei: 'must be a legal entity identifier (LEI) whose check digits are right',
  absent: 'does not exist in the workspace',
  bytes: 'must be at most {{0}} bytes',
  bytesAsJson: 'must be at most {{0}} bytes as JSON',
  timestamp: 'must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T09:00:00.000Z',
  noTimestamp: 'is not a timestamp',
  noSecurityEvent: 'is not the id of a security event',
  moment: 'must be a timestamp',
  ahead: 'is more than {{0}} minutes in the future',
  aheadDays: 'is more than {{0}} days in the future',
  future: 'is in the future',
  inFuture: 'must be in the future',
  neededWithFingerprint: 'is required with a sourceFingerprint',
  beyondLedger: 'is larger than the ledger, which has {{0}} rows',
  beyondTo: 'is larger than `to`',
  notOfKind: 'is not part of the kind {{0}}',
  neededOfKind: 'is required for the kind {{0}}',
  afterFrom: 'must be later than from',
  notLongAfterFrom: 'must be at most {{0}} days later than from',
  afterValidFrom: 'must be later than validFrom',
  afterObservedFrom: 'must be later than observedFrom',
  timeZone: 'is not a name in the IANA time zone database, such as Europe/Berlin',
  email: 'must be an e-mail address',
  mediaType: 'must be a media type, such as text/plain',
  digest: 'must be a SHA-{{0}} digest: {{1}} hexadecimal digits',
  reviewedDigest: 'must be the reviewedDigest of the claim: {{0}} hexadecimal digits',
  clientId: 'must be {{0}} to {{1}} letters, digits, - and _',
  domain: 'must be a domain such as example.com',
  domains: 'must name a domain where people are made',
  described: 'is required where there is no name',
  sourceSnapshot: 'is required when the source is external',
  region: 'must be a region such as eu-central-{{0}}',
  bucket: 'must be the name of a bucket: {{0}} to {{1}} letters, digits, dots, dashes and underscores',
  otherBinding: 'must be another storage binding than the source',
  prefix: 'must be at most {{0}} names with single slashes between them, and none at its ends',
  nul: 'must not contain NUL',
  surrogate: 'must not contain an unpaired surrogate',
  deep: 'is nested deeper than {{0}} levels',
  rounded: 'is an integer beyond 2^53 - 1, which would be rounded; send it as text',
  wrong: 'is wrong',
  wrongOrUsed: 'is wrong or was used before',
  codeOrPassword: 'or currentPassword is required',
  samePassword: 'must differ from the current password',
  commonPassword: 'is one of the passwords most often used; attackers try these first',
  twoPasswords: 'is made of two of the passwords most often used',
  repeated: 'repeats the same characters',
  row: 'is a row of characters, as on a keyboard or in the alphabet',
  names: 'is little more than names that others know: of this workspace, of you, or Probata',
  bytesLong: 'must be at most {{0}} bytes long',
  controlCharacters: 'must be text without control characters',
  url: 'must be a valid URL',
  https: 'must begin with https://',
  httpsHere:
    'must begin with https://; plain http is only for networks that the operator of this install allows (PROBATA_WEBHOOK_ALLOW)',
  publicAddress: 'must lead to a public address; the operator of this install can allow others (PROBATA_WEBHOOK_ALLOW)',
  urlSpaces: 'must not contain spaces or control characters',
  urlUser: 'must not contain a user name or a password',
  urlFragment: 'must not contain a fragment (#)',
  vaultOnly: 'is only for vault-transit',
  path: 'must be letters, digits, - and _, with . or / between them',
  keyName: 'must be letters, digits, - and _, with . between them',
  printable: 'must be printable characters without spaces',
  sha256: 'must be a SHA-256, 64 hexadecimal digits in lower case',
  twice: 'is there twice',
  noParent: 'is not the key of a clause before it',
  controlKeyTooLong: 'makes the key of a control too long',
  urlPort: 'must not name a port that belongs to mail, a database, a cache or another service that is no web server',
}

const keys: ReadonlyMap<string, keyof typeof said> = new Map(
  Object.entries(said).map(([key, sentence]) => [sentence, key as keyof typeof said]),
)

/** The key of a sentence of the server with its numbers; none of one that the app does not know. */
export const readSaid = (
  sentence: string,
): { readonly key?: keyof typeof said; readonly numbers: readonly string[] } => {
  const numbers: string[] = []
  const pattern = sentence.replaceAll(/\d+/g, number => `{{${numbers.push(number) - 1}}}`)
  const key = keys.get(sentence) ?? keys.get(pattern)
  return { numbers, ...(key && { key }) }
}
