import type { Command, CommanderError } from 'commander'
import { similar } from '#lib/nearest.ts'

const alsoCalled: Readonly<Record<string, string>> = {
  __proto__: null as never,
  start: 'serve',
  run: 'serve',
  up: 'serve',
}

const unknownCommand = (program: Command): string => {
  const [word = ''] = program.args
  const visible = program
    .createHelp()
    .visibleCommands(program)
    .map(command => command.name())
  const names = visible.filter(name => name !== 'help')
  const meant = alsoCalled[word] ?? similar(names, word)
  const hint = meant ? `did you mean \`npx probata ${meant}\`?` : `there are ${names.join(', ')}.`
  return `There is no command ${JSON.stringify(word)}; ${hint} \`npx probata help\` describes each.`
}

const hints: Readonly<Record<string, string>> = {
  __proto__: null as never,
  serve:
    'What the server needs to know it reads from the environment, such as PORT=8081: see `npx probata serve --help`.',
  migrate: 'See `npx probata migrate --help`.',
  provision: 'See `npx probata provision --help`.',
  storage: 'See `npx probata help storage`.',
  ledger: 'See `npx probata help ledger`.',
  verify: 'See `npx probata verify bundle --help`.',
  'security-events': 'See `npx probata security-events --help`.',
}

/** What is wrong with the command line, in words. */
export const usageFault = (program: Command, { code, message }: CommanderError): string => {
  if (code === 'commander.unknownCommand') return unknownCommand(program)
  const words = message.replace(/^error: /, '').replaceAll('\n', ' ')
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  return `${sentence.replace(/[^.?)]$/, '$&.')} ${hints[process.argv[2] ?? ''] ?? 'See `npx probata help`.'}`
}
