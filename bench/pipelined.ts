import { statements } from '#db/statement.ts'
import '#src/system.ts'

/** The name of a statement of the program, with SQL for each of its parameters; `:name` is a variable of pgbench. */
export type StatementValues = readonly [name: string, values: readonly string[]]

/** A pgbench script that sends statements of the program in one pipeline. */
export const pipelineScript = (settings: readonly string[], statementValues: readonly StatementValues[]): string => {
  const lines = statementValues.map(([name, values]) => {
    const statement = statements().get(name)
    if (!statement) throw new Error(`the program declares no statement ${name}`)
    const parameterValue = (n: number): string => {
      const value = values[n - 1]
      if (value === undefined) throw new Error(`${name} has a parameter $${n} without a value`)
      return value
    }
    const count = new Set(statement.text.match(/\$\d+/g)).size
    if (count < values.length) throw new Error(`${name} has ${count} parameters and ${values.length} values`)
    return `${statement.text.replaceAll(/\$(\d+)/g, (_, n) => parameterValue(Number(n))).replaceAll(/\s+/g, ' ')};`
  })
  return [...settings, '\\startpipeline', ...lines, '\\endpipeline', ''].join('\n')
}
