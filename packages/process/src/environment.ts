import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Each may stand in a file instead, which the variable of the same name with `_FILE` names. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'REDIS_URL',
  'REDIS_PASSWORD',
  'ORTHANC_PASSWORD',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'JWT_SECRET',
  'SECOND_FACTOR_KEY',
  'OIDC_CLIENT_SECRET',
  'READROOM_ADMIN_PASSWORD',
  'REPORT_SEAL_P12',
  'REPORT_SEAL_PASSWORD',
  'HL7_TLS_KEY',
  'WORKLIST_TLS_KEY',
  'RESULTS_KEY',
]

/** Nobody is shown what is in it: by its place in the list, and by its name too, in case the list was forgotten. */
export const isSecretVariable = (name: string): boolean => secrets.includes(name) || /SECRET|PASSWORD|KEY|P12|TOKEN$/.test(name)

/** Passwords that are given beside the address that they belong to, in which not every character could stand as it is. */
const passwordOf = { DATABASE_URL: 'DATABASE_PASSWORD', REDIS_URL: 'REDIS_PASSWORD' }

type Given = Record<string, string | undefined>

const unusable = (what: string, cause?: unknown) => new Error(`Invalid environment:\n${what}`, { cause })

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw unusable(`${name}_FILE names ${file}, which cannot be read`, error)
  }
}

function withSecrets(given: Given): Given {
  const all = { ...given }
  for (const name of secrets) {
    const file = given[`${name}_FILE`]
    if (file === undefined) continue
    if (given[name] !== undefined) throw unusable(`${name} and ${name}_FILE are both set: leave one out`)
    all[name] = readSecret(name, file)
  }
  return all
}

function withPasswords(given: Given): Given {
  const all = { ...given }
  for (const [name, passwordName] of Object.entries(passwordOf)) {
    const [address, password] = [given[name], given[passwordName]]
    if (!password || !address || !URL.canParse(address)) continue
    const url = new URL(address)
    url.password = encodeURIComponent(password)
    all[name] = url.href
  }
  return all
}

/**
 * Reads the environment by `schema`. Empty variables count as absent, secrets may stand in files, and addresses get the passwords that are given
 * beside them. Throws an error made for the person who starts the program.
 */
export function readEnvironment<T extends z.ZodObject>(schema: T, env: NodeJS.ProcessEnv): z.output<T> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(withPasswords(withSecrets(given)))
  if (!parsed.success) throw unusable(z.prettifyError(parsed.error))
  return parsed.data
}

/** A password of the archive, whose configuration is JSON in which it replaces `${...}`: the few characters that would end or change there are refused. */
export const archivePassword = z.string().regex(/^(?!.*\$\{)[^"\\\p{Cc}]*$/u, 'must not have ", \\, ${ or line breaks in it')
