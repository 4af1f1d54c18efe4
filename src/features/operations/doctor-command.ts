import type { Command } from 'commander'
import type { Check, Examined, Finding } from '#api/check.ts'
import { sentenceOf } from '#lib/error-digest.ts'

interface Surroundings {
  say(text: string): void
  /** What a server that may be running uses. Rejects where there is none. */
  looking(): Promise<AsyncDisposable & Examined>
  checks(): Promise<readonly Check[]>
}

interface Options {
  readonly json?: true
}

/** What a check finds; one that cannot be made is a finding too. */
async function* findingsOf({ name, look }: Check, looking: Examined): AsyncGenerator<Finding> {
  try {
    yield* look(looking)
  } catch (error) {
    yield { what: name, good: false, says: sentenceOf(error) }
  }
}

/** `probata doctor`: every check, one after the other; ends with 1 where something is wrong. */
export const addDoctorCommand = (program: Command, { say, looking, checks }: Surroundings): void => {
  const doctor = async ({ json }: Options): Promise<void> => {
    await using open = await looking()
    for (const check of await checks())
      for await (const finding of findingsOf(check, open)) {
        const { what, good, says } = finding
        say(
          json
            ? JSON.stringify({ check: check.name, ...finding })
            : `${good ? 'ok ' : 'BAD'} ${check.name}: ${what}: ${says}`,
        )
        if (!good) process.exitCode = 1
      }
  }

  program
    .command('doctor')
    .description(
      'look at what a running server depends on: database, jobs, license, places of files; ends with 1 where something is wrong',
    )
    .option('--json', 'a line of JSON for each finding')
    .action(doctor)
}
