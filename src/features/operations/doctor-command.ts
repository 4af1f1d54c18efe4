import type { Command } from 'commander'
import { sentenceOf } from '#lib/error-digest.ts'
import type { Check, CheckInput, CheckResult } from '#shared/check.ts'

interface DoctorCommandContext {
  say(text: string): void
  /** The services of a running server. Rejects without a running server. */
  looking(): Promise<AsyncDisposable & CheckInput>
  checks(): Promise<readonly Check[]>
}

interface Options {
  readonly json?: true
}

/** Runs a check and yields its findings. A check that cannot run is also a finding. */
async function* runCheck({ name, run }: Check, services: CheckInput): AsyncGenerator<CheckResult> {
  try {
    yield* run(services)
  } catch (error) {
    yield { subject: name, isOk: false, message: sentenceOf(error) }
  }
}

/** Adds `probata doctor`, which runs the checks one after another and exits with 1 if one finds a problem. */
export const addDoctorCommand = (
  program: Command,
  { say, looking: openServices, checks }: DoctorCommandContext,
): void => {
  const doctor = async ({ json }: Options): Promise<void> => {
    await using services = await openServices()
    for (const check of await checks())
      for await (const { subject, isOk, message } of runCheck(check, services)) {
        say(
          json
            ? JSON.stringify({ check: check.name, what: subject, good: isOk, says: message })
            : `${isOk ? 'ok ' : 'BAD'} ${check.name}: ${subject}: ${message}`,
        )
        if (!isOk) process.exitCode = 1
      }
  }

  program
    .command('doctor')
    .description(
      'check the dependencies of a running server: database, jobs, license, file storage; ends with 1 if it finds a problem',
    )
    .option('--json', 'a line of JSON for each finding')
    .action(doctor)
}
