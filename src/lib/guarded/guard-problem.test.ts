import assert from 'node:assert/strict'
import test from 'node:test'
import { networks } from '#lib/networks.ts'
import { createNames, nameNotFound } from '#test/receivers/names.ts'
import { createGuard } from './guard.ts'

const names = createNames()
names.set('public.test', () => ['93.184.216.34', '2606:4700::1111'])
names.set('partner.test', () => ['10.1.2.3'])
names.set('absent.test', () => nameNotFound('absent.test'))
names.set('last-of-several.test', () => ['93.184.216.34', '2606:4700::1111', '127.0.0.1'])
names.set('slow.test', () => 'never')

const notHttps = /must begin with https:\/\/; plain http is only for networks that the operator of this install allows/
const notPublic =
  /must lead to a public address; the operator of this install can allow others \(PROBATA_WEBHOOK_ALLOW\)/

const sentences: readonly (readonly [url: string, sentence: RegExp | undefined])[] = [
  ['https://public.test/hook?a=1', undefined],
  ['HTTPS://PUBLIC.TEST:8443', undefined],
  ['https://93.184.216.34/', undefined],
  ['https://[2606:4700::1111]/', undefined],
  ['https://absent.test/', undefined],
  ['https://slow.test/', undefined],
  ['https://partner.test/', undefined],
  ['http://partner.test/', undefined],
  ['http://10.1.0.1:8080/', undefined],
  [`https://public.test/${'a'.repeat(2028)}`, undefined],
  [`https://public.test/${'a'.repeat(2029)}`, /at most 2048 characters/],
  ['http://public.test/', notHttps],
  ['http://93.184.216.34/', notHttps],
  ['http://absent.test/', notHttps],
  ['http://10.2.0.1/', notPublic],
  ['https://10.2.0.1/', notPublic],
  ['https://last-of-several.test/', notPublic],
  ['ftp://public.test/', /must begin with https/],
  ['file:///etc/passwd', /must begin with https/],
  ['javascript:alert(1)', /must begin with https/],
  ['https:public.test', /must begin with https/],
  ['https:\\\\public.test', /must begin with https/],
  [' https://public.test/', /must begin with https/],
  ['https://public.test/a b', /spaces or control characters/],
  ['https://pub\tlic.test/', /spaces or control characters/],
  ['https://public.test/\r\nhost: x', /spaces or control characters/],
  ['https://user@public.test/', /user name or a password/],
  ['https://user:password@public.test/', /user name or a password/],
  ['https://:password@public.test/', /user name or a password/],
  ['https://public.test/#part', /fragment/],
  ['https://public.test/#', /fragment/],
  ['https://public.test:25/', /must not name a port of mail/],
  ['https://public.test:06379/', /must not name a port/],
  ['http://10.1.0.1:5432/', /must not name a port/],
  ['http://10.1.0.1:11211/', /must not name a port/],
  ['https://', /valid URL/],
  ['https://public.test:70000/', /valid URL/],
  ['public.test', /valid URL/],
  ['', /valid URL/],
]

test('each rejected URL gets the sentence for its problem', async () => {
  const guard = createGuard({ lookup: names.lookup, allow: networks('10.1.0.0/16'), threads: 16 })
  const problems = await Promise.all(sentences.map(([url]) => guard.problem(url)))
  for (const [index, [url, sentence]] of sentences.entries()) {
    if (sentence) assert.match(problems[index]?.text ?? 'accepted', sentence, url)
    else assert.equal(problems[index], undefined, url)
  }
})
