import type { Command, CommanderError } from 'commander'
import { similar } from '#lib/nearest.ts'

const alsoCalled: Readonly<Record<string, string>> = {
  __proto__: null as never,
  start: 'serve',
  run: 'serve',
  up: 'serve',
}

/** The deepest command that the words name, and the first word that names none. */
const resolve = (program: Command, words: readonly string[]) => {
  let [command, path, rest] = [program, 'npx probata', [...words]]
  for (let [word] = rest; word !== undefined; [word] = rest) {
    const child = command.commands.find(one => one.name() === word)
    if (!child) break
    command = child
    path = `${path} ${word}`
    rest = rest.slice(1)
  }
  return { command, path, word: rest[0] }
}

/** A word instead of a missing subcommand: `push scan.sarif`. */
const withFile = (group: Command, word: string): string | undefined => {
  const taking = group.commands.filter(({ registeredArguments }) => registeredArguments.length > 0)
  return /[./\\]/.test(word) || group.commands.length === 1 ? taking[0]?.name() : undefined
}

const unknownCommand = (program: Command, words: readonly string[]): string => {
  const { command, path, word = '' } = resolve(program, words)
  const visible = command
    .createHelp()
    .visibleCommands(command)
    .map(one => one.name())
  const names = visible.filter(name => name !== 'help')
  const isRoot = command === program
  const alone = (isRoot && alsoCalled[word]) || similar(names, word)
  const before = isRoot || alone ? undefined : withFile(command, word)
  const meant = alone ?? (before && `${before} ${word}`)
  const hint = meant ? `did you mean \`${path} ${meant}\`?` : `there are ${names.join(', ')}.`
  const typed = isRoot ? word : `${path.replace('npx probata ', '')} ${word}`
  const more = isRoot ? '`npx probata help` describes each.' : `See \`${path} --help\`.`
  return `There is no command ${JSON.stringify(typed)}; ${hint} ${more}`
}

const hints: Readonly<Record<string, string>> = {
  __proto__: null as never,
  serve: 'The server reads its configuration from the environment, such as PORT=8081: see `npx probata serve --help`.',
  migrate: 'See `npx probata migrate --help`.',
  provision: 'See `npx probata provision --help`.',
  account: 'See `npx probata help account`.',
  storage: 'See `npx probata help storage`.',
  ledger: 'See `npx probata help ledger`.',
  verify: 'See `npx probata verify bundle --help`.',
  'security-events': 'See `npx probata security-events --help`.',
}

/** The exit status of every wrong command line. */
export const usageExit = 2

/** The problem with the command line, in words; undefined if its help was printed instead. */
export const usageFault = (program: Command, { code, message }: CommanderError): string | undefined => {
  const { args } = program
  if (code === 'commander.unknownCommand') return unknownCommand(program, args)
  if (code === 'commander.help') return args[0] === 'help' ? unknownCommand(program, args.slice(1)) : undefined
  const words = message.replace(/^error: /, '').replaceAll('\n', ' ')
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  const { path } = resolve(program, args)
  const hint = hints[args[0] ?? ''] ?? (args.length > 0 ? `See \`${path} --help\`.` : 'See `npx probata help`.')
  return `${sentence.replace(/[^.?)]$/, '$&.')} ${hint}`
}
