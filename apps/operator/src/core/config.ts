import { archivePassword, readEnvironment } from '@readroom/process/environment'
import { StorageEnv } from '@readroom/storage/storage-env'
import { z } from 'zod'

/** Environment variables of the command that creates the first administrator of an empty system. */
const AdministratorEnv = z.object({
  DATABASE_URL: z.url(),
  READROOM_DEMO: z.enum(['on', 'off']).default('off'),
  READROOM_ADMIN_EMAIL: z.email().optional(),
  READROOM_ADMIN_PASSWORD: z.string().min(6).optional(),
  /** Checked here already: with an unreadable password the image archive does not start, and neither do the services that wait for it. */
  ORTHANC_PASSWORD: archivePassword.optional(),
})

const DatabaseEnv = z.object({ DATABASE_URL: z.url() })

/** Environment variables of the commands that read the whole stack. */
const StackEnv = z.object({
  DATABASE_URL: z.url(),
  ORTHANC_URL: z.url(),
  ORTHANC_USERNAME: z.string().default(''),
  ORTHANC_PASSWORD: archivePassword.default(''),
  ...StorageEnv.shape,
  /** Folder of the backups, one folder each. */
  BACKUP_DIR: z.string().default('backups'),
})
export type StackConfig = z.infer<typeof StackEnv>

export const readAdministratorConfig = (env: NodeJS.ProcessEnv = process.env) => readEnvironment(AdministratorEnv, env)

export const readStackConfig = (env: NodeJS.ProcessEnv = process.env): StackConfig => readEnvironment(StackEnv, env)

/** Reads the configuration of commands that need only the database. */
export const readDatabaseConfig = (env: NodeJS.ProcessEnv = process.env) => readEnvironment(DatabaseEnv, env)
