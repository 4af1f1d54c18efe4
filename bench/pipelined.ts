import { statements } from '#db/statement.ts'
import '#src/system.ts'

/** The name of a statement of the program, with SQL for each of its parameters; `:name` is a variable of pgbench. */
export type Sent = readonly [name: string, values: readonly string[]]

/** A pgbench script that sends statements of the program in one pipeline. */
export const pipelined = (settings: readonly string[], sent: readonly Sent[]): string => {
  const lines = sent.map(([name, values]) => {
    const known = statements().get(name)
    if (!known) throw new Error(`the program declares no statement ${name}`)
    const given = (n: number): string => {
      const value = values[n - 1]
      if (value === undefined) throw new Error(`${name} has a parameter $${n} without a value`)
      return value
    }
    return `${known.text.replaceAll(/\$(\d+)/g, (_, n) => given(Number(n))).replaceAll(/\s+/g, ' ')};`
  })
  return [...settings, '\\startpipeline', ...lines, '\\endpipeline', ''].join('\n')
}
