import { z } from 'zod'

const Env = z.object({ CHROMIUM_PATH: z.string().default('/usr/bin/chromium') })

/** The environment variables that benchmarks read. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env) => Env.parse(env)
