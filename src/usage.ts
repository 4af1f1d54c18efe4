import type { Command, CommanderError } from 'commander'
import { similar } from '#lib/nearest.ts'

const aliases: Readonly<Record<string, string>> = {
  __proto__: null as never,
  start: 'serve',
  run: 'serve',
  up: 'serve',
}

/** Finds the deepest command that the words name, and the first word after it. */
const resolveCommand = (program: Command, words: readonly string[]) => {
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

/** Finds the missing subcommand before a file name, as in `push scan.sarif`. */
const missingSubcommand = (group: Command, word: string): string | undefined => {
  const withArguments = group.commands.filter(({ registeredArguments }) => registeredArguments.length > 0)
  return /[./\\]/.test(word) || group.commands.length === 1 ? withArguments[0]?.name() : undefined
}

const unknownCommand = (program: Command, words: readonly string[]): string => {
  const { command, path, word = '' } = resolveCommand(program, words)
  const visible = command
    .createHelp()
    .visibleCommands(command)
    .map(one => one.name())
  const names = visible.filter(name => name !== 'help')
  const isRoot = command === program
  const replacement = (isRoot && aliases[word]) || similar(names, word)
  const subcommand = isRoot || replacement ? undefined : missingSubcommand(command, word)
  const suggestion = replacement ?? (subcommand && `${subcommand} ${word}`)
  const hint = suggestion ? `did you mean \`${path} ${suggestion}\`?` : `the commands are ${names.join(', ')}.`
  const unknown = isRoot ? word : `${path.replace('npx probata ', '')} ${word}`
  const more = isRoot ? '`npx probata help` describes each.' : `See \`${path} --help\`.`
  return `There is no command ${JSON.stringify(unknown)}; ${hint} ${more}`
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

/** The exit status for an invalid command line. */
export const usageExit = 2

/** Describes the problem with the command line; undefined if the help was printed instead. */
export const usageFault = (program: Command, { code, message }: CommanderError): string | undefined => {
  const { args } = program
  if (code === 'commander.unknownCommand') return unknownCommand(program, args)
  if (code === 'commander.help') return args[0] === 'help' ? unknownCommand(program, args.slice(1)) : undefined
  const words = message.replace(/^error: /, '').replaceAll('\n', ' ')
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  const { path } = resolveCommand(program, args)
  const hint = hints[args[0] ?? ''] ?? (args.length > 0 ? `See \`${path} --help\`.` : 'See `npx probata help`.')
  return `${sentence.replace(/[^.?)]$/, '$&.')} ${hint}`
}
