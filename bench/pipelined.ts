import { statements } from '#db/statement.ts'
import '#src/system.ts'

/** A statement of the program by its name, with SQL for each of its parameters; `:name` is a variable of pgbench. */
export type Sent = readonly [name: string, values: readonly string[]]

/** A script of pgbench that sends the program's own statements in one pipeline. */
export const pipelined = (settings: readonly string[], sent: readonly Sent[]): string => {
  const lines = sent.map(([name, values]) => {
    const known = statements().get(name)
    if (!known) throw new Error(`the program declares no statement ${name}`)
    return `${known.text.replaceAll(/\$(\d+)/g, (_, n) => values[n - 1] ?? '').replaceAll(/\s+/g, ' ')};`
  })
  return [...settings, '\\startpipeline', ...lines, '\\endpipeline', ''].join('\n')
}
