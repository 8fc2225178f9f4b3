import { readFile } from 'node:fs/promises'
import { Env as ApiEnv } from '../../../../apps/api/src/core/config.ts'
import { Env as WorkerEnv } from '../../../../apps/worker/src/config.ts'

export const readRepositoryFile = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8')

/** Every variable in the tables of docs/operations.md. */
export async function documentedVariables(): Promise<string[]> {
  const blocks = (await readRepositoryFile('docs/operations.md')).split('\n\n')
  const rows = blocks.filter((block) => block.startsWith('| variable |')).flatMap((table) => table.split('\n').slice(2))
  const names = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''))
  return [...new Set(names)].sort()
}

/** Those that are a matter of the Compose file: ports and services of its own. */
const composeOnly = [
  'DICOM_PORT',
  'HTTP_PORT',
  'HTTPS_PORT',
  'PORT',
  'POSTGRES_MEMORY',
  'ORTHANC_MEMORY',
  'DOMAIN',
  'BACKUP_FOLDER',
]
/** The programs' name for the password that Compose sets for its own database. */
const otherNames: Record<string, string> = { POSTGRES_PASSWORD: 'DATABASE_PASSWORD' }

/** Every variable that the documentation names, and every one that the API and the worker read, if their services stand elsewhere. */
export async function neededVariables(): Promise<string[]> {
  // Of the image itself, of the storage that is a folder, and of the local mail catcher.
  const own = ['HOST', 'PORT', 'METRICS_HOST', 'METRICS_PORT', 'WEB_DIR', 'VIEWER_DIR', 'STORAGE_DIR', 'MAIL_DIR']
  const programs = Object.keys({ ...ApiEnv.shape, ...WorkerEnv.shape }).filter((name) => !own.includes(name))
  const documented = (await documentedVariables()).filter((name) => !composeOnly.includes(name))
  return [...new Set([...programs, ...documented.map((name) => otherNames[name] ?? name)])].sort()
}

/** Secrets, which stand in files. */
export const secretVariables = [
  'DATABASE_PASSWORD',
  'REDIS_PASSWORD',
  'ORTHANC_PASSWORD',
  'S3_SECRET_ACCESS_KEY',
  'JWT_SECRET',
  'SECOND_FACTOR_KEY',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'READROOM_ADMIN_PASSWORD',
  'REPORT_SEAL_P12',
  'REPORT_SEAL_PASSWORD',
  'HL7_TLS_KEY',
  'WORKLIST_TLS_KEY',
  'RESULTS_KEY',
]
