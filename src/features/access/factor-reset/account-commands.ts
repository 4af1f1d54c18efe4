import type { Command } from 'commander'
import type { Services } from '#http/call.ts'
import type { beginFactorReset } from './begin-factor-reset.ts'

interface CommandContext {
  say(text: string): void
  /** Opens the services of an install, whose server may be running, with the function that starts a reset. */
  opened(): Promise<{ readonly services: Services; readonly begin: typeof beginFactorReset } & AsyncDisposable>
}

interface Options {
  readonly workspace?: string
  readonly reason: string
  readonly json?: true
}

/**
 * Adds `probata account reset-factor`: in a workspace with one administrator, the operator acts as the second person.
 */
export const addAccountCommands = (program: Command, { say, opened }: CommandContext): void => {
  const resetFactor = async (email: string, { json, ...options }: Options): Promise<void> => {
    await using install = await opened()
    const reset = await install.begin(install.services, { email, ...options })
    if (json) return say(JSON.stringify({ event: 'factorResetBegun', ...reset }))
    const mail = reset.mailed ? 'A mail was sent to them.' : 'NO MAIL was sent to them: notify them yourself.'
    say(
      `The second factor of ${email} in ${reset.workspace} is removed at ${reset.dueAt}, unless they cancel it. ` +
        `Everyone in the workspace sees this until then, and their sessions have ended. ${mail}`,
    )
  }
  program
    .command('account')
    .description('accounts of people, for the operator')
    .command('reset-factor')
    .argument('<email>', 'the address that the person signs in with')
    .description("remove a person's second factor in 24 hours, which everyone in their workspace sees until then")
    .option('--workspace <slug>', 'required if the address is in several workspaces')
    .requiredOption('--reason <text>', 'for the audit trail, and shown in the workspace')
    .option('--json', 'one line of JSON')
    .action(resetFactor)
}
