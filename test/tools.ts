import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Tool = {
  packages: readonly string[]
  tests: string
  get: string
  /** Other programs that are equally suitable. */
  or?: readonly string[]
  /** Files whose existence shows that libraries are installed, because a library is not a program on PATH. */
  files?: readonly string[]
}

/** Chromium without windows, which takes two thirds of the time, and alternatives to it. */
export const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'] as const

/** The Java libraries for the upload tests, as named in Debian. */
export const jars = ['httpclient', 'httpcore', 'httpmime', 'commons-logging', 'commons-codec', 'okhttp', 'okio'].map(
  name => `/usr/share/java/${name}.jar`,
)

/**
 * The programs other than Node and npm that some tests use, each with Debian's packages and instructions to install
 * them.
 */
const tools = {
  curl: {
    packages: ['curl'],
    tests: "the tests of the README's walkthrough and of the docs' shell receiver",
    get: '`apt-get install curl` or `brew install curl`',
  },
  openssl: {
    packages: ['openssl'],
    tests: "the tests of the README's walkthrough and of the docs' shell receiver",
    get: '`apt-get install openssl` or `brew install openssl`',
  },
  pgbench: {
    packages: ['postgresql-contrib'],
    tests: 'the benchmarks of creates and submission events',
    get: '`apt-get install postgresql-contrib` or `brew install libpq`',
  },
  'redis-server': {
    packages: ['redis-server'],
    tests: 'the tests of rate limits in Redis',
    get: '`apt-get install redis-server` or `brew install redis`',
  },
  'locale-gen': {
    packages: ['postgresql-15', 'locales'],
    tests: 'the tests of PostgreSQL 15, with messages in German',
    get: '`apt-get install postgresql-15 locales`',
  },
  pgbouncer: {
    packages: ['pgbouncer'],
    tests: 'the tests of a pooler before PostgreSQL',
    get: '`apt-get install pgbouncer` or `brew install pgbouncer`',
  },
  go: {
    packages: ['golang-go'],
    tests: "the tests of the docs' Go receiver",
    get: '`apt-get install golang-go` or `brew install go`',
  },
  rsyslogd: {
    packages: ['rsyslog', 'rsyslog-gnutls'],
    tests: 'the test that sends security events to rsyslog',
    get: '`apt-get install rsyslog rsyslog-gnutls`',
  },
  clamd: {
    packages: ['clamav-daemon'],
    tests: 'the campaign of uploads with a malware scanner',
    get: '`apt-get install --no-install-recommends clamav-daemon`',
  },
  squid: {
    packages: ['squid'],
    tests: 'the tests of outbound requests through a proxy',
    get: '`apt-get install squid` or `brew install squid`',
  },
  nginx: {
    packages: ['nginx-light'],
    tests: 'the campaign behind nginx, and the example of the docs',
    get: '`apt-get install nginx-light` or `brew install nginx`',
  },
  apache2: {
    packages: ['apache2'],
    tests: 'the campaign behind Apache',
    get: '`apt-get install apache2`',
  },
  caddy: {
    packages: ['caddy'],
    tests: 'the campaign behind Caddy',
    get: '`apt-get install caddy` or `brew install caddy`',
  },
  haproxy: {
    packages: ['haproxy'],
    tests: 'the campaign behind HAProxy',
    get: '`apt-get install haproxy` or `brew install haproxy`',
  },
  postfix: {
    packages: ['postfix'],
    tests: 'the test of mail over STARTTLS',
    get: '`apt-get install --no-install-recommends postfix`',
  },
  promtool: {
    packages: ['prometheus'],
    tests: 'the test of metrics with promtool',
    get: '`apt-get install --no-install-recommends prometheus` or `brew install prometheus`',
  },
  glewlwyd: {
    packages: ['glewlwyd', 'sqlite3'],
    tests: 'the campaign of single sign-on with Glewlwyd',
    get: '`apt-get install --no-install-recommends glewlwyd sqlite3`',
  },
  'llng-fastcgi-server': {
    packages: [
      'lemonldap-ng-fastcgi-server',
      'liblemonldap-ng-portal-perl',
      'libplack-perl',
      'libgd-securityimage-perl',
      'libimage-magick-perl',
      'libstring-random-perl',
      'libcrypt-openssl-rsa-perl',
      'libcrypt-openssl-bignum-perl',
      'libio-string-perl',
      'libipc-run-perl',
      'libmime-tools-perl',
      'libunicode-string-perl',
      'libconvert-base32-perl',
      'libemail-sender-perl',
    ],
    tests: 'the campaign of single sign-on with LemonLDAP::NG',
    get: '`npm run tools`',
  },
  'swift-proxy-server': {
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
    tests: 'the tests of files in a bucket of Swift',
    get: '`apt-get install --no-install-recommends swift-proxy swift-account swift-container swift-object`',
  },
  radosgw: {
    packages: ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw'],
    tests: 'the tests of files in a bucket of Ceph',
    get: '`apt-get install --no-install-recommends ceph-mon ceph-osd ceph-common radosgw`',
  },
  unzip: {
    packages: ['unzip'],
    tests: 'the tests of bundles in unzip',
    get: '`apt-get install unzip`',
  },
  python3: {
    packages: ['python3'],
    tests: 'the tests of bundles in Python',
    get: '`apt-get install python3`',
  },
  ruby: {
    packages: ['ruby'],
    tests: 'the tests of uploads by Ruby',
    get: '`apt-get install --no-install-recommends ruby` or `brew install ruby`',
  },
  php: {
    packages: ['php-cli', 'php-curl'],
    tests: 'the tests of uploads by PHP',
    get: '`apt-get install --no-install-recommends php-cli php-curl`',
  },
  'Perl’s HTTP clients': {
    packages: ['libwww-perl', 'libhttp-tiny-multipart-perl'],
    tests: 'the tests of uploads by Perl',
    get: '`apt-get install --no-install-recommends libwww-perl libhttp-tiny-multipart-perl`',
    files: ['/usr/share/perl5/LWP.pm', '/usr/share/perl5/HTTP/Tiny/Multipart.pm'],
  },
  'Python’s HTTP clients': {
    packages: ['python3-requests', 'python3-requests-toolbelt', 'python3-httpx', 'python3-aiohttp'],
    tests: 'the tests of uploads by Python',
    get: '`apt-get install --no-install-recommends python3-requests python3-requests-toolbelt python3-httpx python3-aiohttp`',
    files: ['requests', 'requests_toolbelt', 'httpx', 'aiohttp'].map(name => `/usr/lib/python3/dist-packages/${name}`),
  },
  'Java’s HTTP clients': {
    packages: ['default-jdk-headless', 'libhttpclient-java', 'libhttpmime-java', 'libokhttp-java'],
    tests: 'the tests of uploads by Java',
    get: '`apt-get install --no-install-recommends default-jdk-headless libhttpclient-java libhttpmime-java libokhttp-java`',
    files: ['/usr/bin/javac', ...jars],
  },
  pdftotext: {
    packages: ['poppler-utils'],
    tests: 'the browser tests of printed documents',
    get: '`apt-get install --no-install-recommends poppler-utils` or `brew install poppler`',
  },
  [browsers[0]]: {
    packages: ['chromium-headless-shell'],
    tests: 'the browser tests',
    get: '`apt-get install chromium-headless-shell` or `brew install chromium`',
    or: browsers,
  },
} as const satisfies Record<string, Tool>

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the full path of a program on PATH, or undefined if it is missing. */
export function findExecutable(name: string): string | undefined {
  const pathFolders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  return pathFolders.map(folder => join(folder, name)).find(isExecutable)
}

export const isThere = (name: string, { or = [], files }: Tool): boolean =>
  files ? files.every(existsSync) : [name, ...or].some(findExecutable)

/** Returns the programs that are not on PATH, and the libraries that are missing. */
export const missingTools = (): (readonly [name: string, tool: Tool])[] =>
  Object.entries<Tool>(tools).filter(([name, tool]) => !isThere(name, tool))

/** Prints which tests are skipped because a program is missing. With CI=true, this is an error. */
export const reportMissingTools = (): void => {
  for (const [name, { tests, get }] of missingTools()) {
    if (process.env.CI === 'true') throw new Error(`${name} is missing, and ${tests} need it: \`npm run tools\``)
    console.log(
      `${name} is missing: ${tests} are left out. To run them: \`npm run tools\` as root on Debian, or ${get}.`,
    )
  }
}
