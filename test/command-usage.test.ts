import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { commandsWith } from './run-command.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'probata-command-usage-'))
after(() => folder.remove())
chmodSync(folder.path, 0o755)
const pathOf = (name: string) => join(folder.path, name)
const { run } = commandsWith(pathOf('data'))

const writeFile = (name: string, content: string): string => {
  writeFileSync(pathOf(name), content)
  return pathOf(name)
}

const mistyped: [args: string[], err: RegExp][] = [
  [['sevre'], /no command "sevre"; did you mean `npx probata serve`\?/],
  [['provison', 'x.json'], /no command "provison"; did you mean `npx probata provision`\?/],
  [['start'], /no command "start"; did you mean `npx probata serve`\?/],
  [
    ['frobnicate'],
    /no command "frobnicate"; the commands are serve, migrate, provision, replace-master-key, security-events, account, sample, license, verify, export, push, ledger, storage, doctor\./,
  ],
  [
    ['serve', '--port', '81'],
    /Unknown option '--port'\. .* environment, such as PORT=8081: .*`npx probata serve --help`/,
  ],
  [['migrate', '--jsn'], /Unknown option '--jsn' \(Did you mean --json\?\)/],
  [['migrate', 'now'], /Too many arguments for 'migrate'.*`npx probata migrate --help`/],
  [
    ['storage', 'migrate', '--to', 'local'],
    /Required option '--organization <slug>' not specified\. See `npx probata help storage`\./,
  ],
  [
    ['storage', 'migrate', '--organization', 'acme', '--to', 'local', '--rate', '-1'],
    /Option '--rate <megabytes>' argument '-1' is invalid\. It must be a number from 0\.1 to 10000\./,
  ],
  [['storage', 'migrate', '--organization', 'acme', '--to', 'local'], /^--reason is required: /],
  [['provision'], /Missing required argument 'file'\. See `npx probata provision --help`\./],
  [['push'], /^Usage: npx probata push /],
  [
    ['push', 'scan.sarif', '--reason', 'x'],
    /no command "push scan\.sarif"; did you mean `npx probata push findings scan\.sarif`\?/,
  ],
  [['push', 'FILE'], /no command "push FILE"; did you mean `npx probata push findings FILE`\?/],
  [['push', 'findings'], /Missing required argument 'file'\. See `npx probata push findings --help`\./],
  [['push', 'findings', 'x.sarif', '--wait', 'soon'], /^--wait must be a whole number of minutes from 0 to 1440\.\n$/],
  [['verify', 'x.asice'], /no command "verify x\.asice"; did you mean `npx probata verify bundle x\.asice`\?/],
  [['license', './l.jwt'], /did you mean `npx probata license check \.\/l\.jwt`\?/],
  [['storage', 'chek'], /no command "storage chek"; did you mean `npx probata storage check`\?/],
  [
    ['ledger', 'frobnicate'],
    /the commands are checkpoint, publish, keys, continue\. See `npx probata ledger --help`\./,
  ],
  [['help', 'frobnicate'], /no command "frobnicate"; the commands are serve, /],
  [
    ['export', '--everything', '--reason'],
    /Option '--reason <text>' argument missing\. See `npx probata export --help`\./,
  ],
  [['export', '--everything', '--reason', 'x', '--url', 'ftp://x'], /^--url is needed, such as https:/],
  [['doctor', 'now'], /Too many arguments for 'doctor'/],
  [['security-events', '--since', 'yesterday'], /It must be a timestamp such as 2026-11-01T00:00:00Z\./],
]
/** Commands that are valid but cannot succeed. */
const impossible: typeof mistyped = [
  [['provision', pathOf('none.json')], /^The provisioning file .*none\.json does not exist\n$/],
  [['provision', folder.path], /^The provisioning file .* is a directory\n$/],
  [['provision', writeFile('no.json', '{"organizations": [')], /no\.json: The file is not valid JSON/],
  [['provision', writeFile('empty.json', '{}')], /^.*empty\.json: organizations is required\n$/],
]
for (const [cases, exit] of [
  [mistyped, 2],
  [impossible, 1],
] as const)
  for (const [args, err] of cases) {
    test(`probata ${args.map(arg => arg.replace(folder.path, '…')).join(' ')}: reports the mistake before anything starts`, async () => {
      const output = await run(args)
      assert.deepEqual([output.out, output.status], ['', exit])
      assert.match(output.err, err)
      assert.equal(existsSync(pathOf('data')), false)
    })
  }
