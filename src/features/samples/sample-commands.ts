import { type Command, Option } from 'commander'
import type { closeSampleOfInstall, createSampleWorkspace, SampleParts } from './create-sample-workspace.ts'
import { type SampleLanguage, sampleLanguages } from './story/words.ts'

interface CommandContext {
  say(text: string): void
  /** Opens the install. Its server may be running. */
  opened(): Promise<
    SampleParts & {
      readonly create: typeof createSampleWorkspace
      readonly close: typeof closeSampleOfInstall
    } & AsyncDisposable
  >
}

interface CreateOptions extends Options {
  readonly slug: string
  readonly language: SampleLanguage
}

interface Options {
  readonly json?: true
}

/** `probata sample create` and `probata sample close`. */
export const addSampleCommands = (program: Command, { say, opened }: CommandContext): void => {
  const create = async ({ slug, language, json }: CreateOptions): Promise<void> => {
    await using install = await opened()
    const sample = await install.create(install, slug, language)
    if (json) return say(JSON.stringify({ event: 'sampleCreated', ...sample }))
    say(
      `The workspace "${sample.name}" contains sample data. Sign in as ${sample.email} with the password ` +
        `${sample.password}. Nothing in it reaches another system. \`npx probata sample close\` deletes it.`,
    )
  }
  const close = async ({ json }: Options): Promise<void> => {
    await using install = await opened()
    const { id, slug, name } = await install.close(install)
    say(
      json
        ? JSON.stringify({ event: 'sampleClosed', id, slug, name })
        : `The workspace "${name}" and all its data are deleted.`,
    )
  }
  const commands = program.command('sample').description('a workspace with sample data, beside the real ones')
  commands
    .command('create')
    .description('create and fill the sample workspace, and print how to sign in')
    .option('--slug <slug>', 'its slug', 'sample-data')
    .addOption(new Option('--language <language>', 'the language of its texts').choices(sampleLanguages).default('en'))
    .option('--json', 'one line of JSON')
    .action(create)
  commands
    .command('close')
    .description('delete the sample workspace as a whole; never a real one')
    .option('--json', 'one line of JSON')
    .action(close)
}
