import { isSecretVariable } from './environment.ts'

function shown(name: string, value: unknown): string {
  if (value === undefined || value === '') return 'not set'
  const text = String(value)
  // An address with its credentials is told by its machine alone.
  if (URL.canParse(text) && new URL(text).host !== '' && (isSecretVariable(name) || new URL(text).password !== ''))
    return new URL(text).host
  return isSecretVariable(name) ? 'set' : text
}

/** A program's configuration for administrators' eyes: secrets are only said to be set. */
export const shownEnvironment = (config: object): Record<string, string> =>
  Object.fromEntries(Object.entries(config).map(([name, value]) => [name, shown(name, value)]))
