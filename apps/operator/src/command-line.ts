import { parseArgs } from 'node:util'
import { type Command, commands } from './commands.ts'
import { OperatorError, UsageError } from './core/operator-error.ts'

function usageOf([name, { says, positional, options }]: [string, Command]): string {
  const own = Object.entries(options).map(([option, { type, says: saying }]) => {
    const value = type === 'string' ? ' VALUE' : ''
    return `      --${option}${value}: ${saying}`
  })
  return [`  ${name}${positional ? ` ${positional}` : ''}: ${says}`, ...own].join('\n')
}

const usage = () => ['usage: readroom <command>', ...Object.entries(commands).map(usageOf)].join('\n')

function parse(command: Command, args: string[]) {
  const options = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]))
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: command.positional !== undefined })
    if (positionals.length > 1) throw new UsageError(`${positionals[1]} is an unexpected argument`)
    const single = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? undefined : value])
    return { values: Object.fromEntries(single), positional: positionals[0] }
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error
  }
}

/** Runs an operator's command. Returns the exit code: 1 if it failed or found differences, 2 for a wrong command line. */
export async function runCommandLine([name, ...args]: string[]): Promise<number> {
  try {
    const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new UsageError(name === undefined ? 'no command given' : `unknown command ${name}`)
    await command.run(parse(command, args))
    return 0
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n${usage()}`)
    else console.error(error instanceof OperatorError ? error.message : error)
    return error instanceof UsageError ? 2 : 1
  }
}
