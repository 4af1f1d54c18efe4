import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import { findExecutable } from '#test/tools.ts'
import { until } from '#test/until.ts'

interface ProxyLocation {
  readonly folder: string
  readonly port: number
  /** The address where Probata listens, as `host:port`. */
  readonly upstream: string
}

interface Kind {
  readonly program: string
  readonly file: string
  /** The configuration that docs/operating.md advises, with compression and without TLS. */
  readonly configuration: (location: ProxyLocation) => string
  readonly args: (path: string) => readonly string[]
}

const apacheModules = '/usr/lib/apache2/modules'
const requiredModules = 'mpm_event authz_core proxy proxy_http headers filter deflate brotli unixd'

/** The proxies that docs/operating.md describes. */
export const kinds: Readonly<Record<string, Kind>> = {
  nginx: {
    program: 'nginx',
    file: 'nginx.conf',
    args: path => ['-c', path],
    // nginx keeps what a slow client has not read yet in files, and only this user may write to the folder.
    configuration: ({ folder, port, upstream }) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    gzip on; gzip_proxied any; gzip_vary on; gzip_types application/json application/javascript text/css;
    location / {
      proxy_pass http://${upstream};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_request_buffering off;
      client_max_body_size 101m;
      proxy_read_timeout 300s;
    }
  }
}`,
  },
  apache: {
    program: 'apache2',
    file: 'apache.conf',
    args: path => ['-f', path, '-DFOREGROUND'],
    configuration: ({ folder, port, upstream }) => `
ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
${requiredModules
  .split(' ')
  .filter(name => name !== 'unixd')
  .map(name => `LoadModule ${name}_module ${apacheModules}/mod_${name}.so`)
  .join('\n')}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
ProxyPreserveHost On
ProxyPass / http://${upstream}/ nocanon timeout=300
RequestHeader set X-Forwarded-Proto http
AllowEncodedSlashes NoDecode
LimitRequestBody 105906176
AddOutputFilterByType BROTLI_COMPRESS;DEFLATE application/json text/html application/javascript text/css
`,
  },
  caddy: {
    program: 'caddy',
    file: 'Caddyfile',
    args: path => ['run', '--config', path, '--adapter', 'caddyfile'],
    configuration: ({ port, upstream }) => `
{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  encode gzip zstd
  request_body {
    max_size 101MB
  }
  reverse_proxy ${upstream}
}
`,
  },
  haproxy: {
    program: 'haproxy',
    file: 'haproxy.cfg',
    args: path => ['-db', '-f', path],
    configuration: ({ port, upstream }) => `
defaults
  mode http
  timeout connect 5s
  timeout client 300s
  timeout server 300s
  option forwardfor
frontend in
  bind 127.0.0.1:${port}
  compression algo gzip
  compression type application/json text/html application/javascript text/css
  http-request set-header X-Forwarded-Proto http
  default_backend probata
backend probata
  server one ${upstream}
`,
  },
}

/** The reason to skip tests behind the proxy, or false if it is installed. */
export const skipReason = ({ program }: Kind): string | false =>
  findExecutable(program) ? false : `${program} is missing`

const isListening = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** Starts a real reverse proxy on loopback in front of `upstream`. */
export const startProxy = async (
  { program, file, configuration, args }: Kind,
  upstream: string,
): Promise<{ readonly url: string } & AsyncDisposable> => {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'probata-proxy-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const path = join(folder, file)
  await writeFile(path, configuration({ folder, port, upstream }))
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(findExecutable(program) ?? '', args(path), { stdio: ['ignore', 'ignore', 'pipe'], env })
  let output = ''
  child.stderr.on('data', chunk => {
    output = (output + chunk).slice(-2000)
  })
  const exited = once(child, 'exit')
  resources.defer(async () => {
    child.kill('SIGTERM')
    await exited
  })
  await until(`${program} listens`, async () => {
    if (child.exitCode !== null) throw new Error(`${program} exited: ${output}`)
    return isListening(port)
  })
  const owned = resources.move()
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
