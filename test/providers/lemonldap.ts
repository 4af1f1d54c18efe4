import { generateKeyPairSync } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import type { Browser } from '#test/identity-provider.ts'
import { findExecutable } from '#test/tools.ts'
import { type ClientSettings, type ServedProvider, serve } from './served.ts'

/** The reason to skip tests that need LemonLDAP::NG, or false if it is installed. */
export const withoutLemonldap =
  findExecutable('plackup') && findExecutable('llng-fastcgi-server') ? false : 'LemonLDAP::NG is missing: npm run tools'

const ini = (folder: string) => `[all]
logLevel = error
logger = Lemonldap::NG::Common::Logger::Std
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'c', 'default_expires_in' => 600, 'cache_root' => '${folder}/cache', 'cache_depth' => 3 }
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`

const pem = { type: 'spki', format: 'pem' } as const

const settings = (
  folder: string,
  issuer: string,
  { redirectUri, signedOutUri, clientId, clientSecret }: ClientSettings,
) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const sessions = (name: string) => ({ Directory: `${folder}/${name}`, LockDirectory: `${folder}/${name}/lock` })
  return {
    cfgNum: 1,
    cfgDate: 1_700_000_000,
    cfgAuthor: 'test',
    cfgVersion: '2.16.1',
    portal: `${issuer}/`,
    domain: '127.0.0.1',
    cookieName: 'lemonldap',
    securedCookie: 0,
    requireToken: 0,
    // By default, LemonLDAP::NG ignores prompt=login in the first 5 seconds of a session.
    portalForceAuthnInterval: 0,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    registerDB: 'Null',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    locationRules: { '127.0.0.1': { default: 'accept' } },
    macros: {},
    groups: { timelords: '$uid eq "dwho"', travellers: '$uid', others: '$uid ne "dwho"' },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: sessions('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: sessions('psessions'),
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { cache_root: `${folder}/cache`, namespace: 's', default_expires_in: 600 },
    notification: 0,
    issuerDBOpenIDConnectActivation: 1,
    issuerDBOpenIDConnectPath: '^/oauth2/',
    oidcServiceMetaDataIssuer: issuer,
    oidcServicePrivateKeySig: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    oidcServicePublicKeySig: publicKey.export(pem),
    oidcServiceKeyIdSig: 'test',
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcRPMetaDataExportedVars: { probata: { email: 'mail', name: 'cn', groups: 'groups;string;always' } },
    // LemonLDAP::NG sends claims beyond the standard ones for a scope of their own.
    oidcRPMetaDataOptionsExtraClaims: { probata: { groups: 'groups' } },
    oidcRPMetaDataOptions: {
      probata: {
        oidcRPMetaDataOptionsClientID: clientId,
        oidcRPMetaDataOptionsClientSecret: clientSecret,
        oidcRPMetaDataOptionsRedirectUris: redirectUri,
        oidcRPMetaDataOptionsPostLogoutRedirectUris: signedOutUri,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsBypassConsent: 1,
      },
    },
  }
}

const attribute = (tag: string, name: string): string | undefined => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1]

/** Returns the fields of a page's first form, filled in with the password of the demonstration user. */
const fieldsOf = (page: string): Record<string, string> => {
  const fields: Record<string, string> = {}
  for (const [tag] of page.matchAll(/<input[^>]*>/g)) {
    const [name, type] = [attribute(tag, 'name'), attribute(tag, 'type')]
    if (name && type !== 'checkbox') fields[name] = attribute(tag, 'value') ?? ''
  }
  return { ...fields, ...('user' in fields && { user: 'dwho', password: 'dwho' }) }
}

const followPages = async (url: string, ask: Browser, redirectUri: string): Promise<string> => {
  let currentUrl = url
  let response = await ask(currentUrl)
  for (let step = 0; step < 12; step++) {
    const location = response.headers.get('location')
    if (location) {
      currentUrl = new URL(location, currentUrl).href
      if (currentUrl.startsWith(redirectUri)) return new URL(currentUrl).search.slice(1)
      response = await ask(currentUrl)
      continue
    }
    const page = await response.text()
    const form = /<form[^>]*>/.exec(page)?.[0]
    if (!form) throw new Error(`no form at ${currentUrl}: ${response.status}`)
    const action = attribute(form, 'action') ?? '#'
    currentUrl = action === '#' ? currentUrl : new URL(action, currentUrl).href
    response = await ask(currentUrl, fieldsOf(page))
  }
  throw new Error('the portal keeps redirecting the browser')
}

/** Starts the portal of LemonLDAP::NG with its demonstration users. */
export const startLemonldap = async (client: ClientSettings): Promise<ServedProvider> => {
  await using resources = new AsyncDisposableStack()
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  await serve(
    {
      command: findExecutable('plackup') ?? '',
      args: folder => ['-E', 'deployment', '-o', '127.0.0.1', '-p', `${port}`, join(folder, 'app.psgi')],
      env: folder => ({ LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') }),
      async prepare(folder) {
        for (const name of ['conf', 'cache', 'sessions/lock', 'psessions/lock'])
          await mkdir(join(folder, name), { recursive: true })
        await writeFile(join(folder, 'lemonldap-ng.ini'), ini(folder))
        await writeFile(join(folder, 'conf/lmConf-1.json'), JSON.stringify(settings(folder, issuer, client)))
        const app = 'use Lemonldap::NG::Portal::Main;\nLemonldap::NG::Portal::Main->run({});\n'
        await writeFile(join(folder, 'app.psgi'), app)
      },
      readyUrl: `${issuer}/.well-known/openid-configuration`,
    },
    resources,
  )
  const owned = resources.move()
  return {
    issuer,
    email: 'dwho@badwolf.org',
    groups: ['timelords', 'travellers'],
    signIn: (url, browser) => followPages(url, browser, client.redirectUri),
    signOut: async (url, browser) =>
      new URL(`?${await followPages(url, browser, client.signedOutUri)}`, client.signedOutUri),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
