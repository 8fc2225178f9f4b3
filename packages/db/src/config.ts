import { readEnvironment } from '@readroom/process/environment'
import { z } from 'zod'

const Env = z.object({ DATABASE_URL: z.url() })

/** What the migration program reads of the environment. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env) => readEnvironment(Env, env)
