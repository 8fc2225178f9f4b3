import { z } from 'zod'

const Env = z.object({ CHROMIUM_PATH: z.string().default('/usr/bin/chromium') })

const FloorEnv = z.object({ DATABASE_URL: z.string() })

/** Reads the environment that the parent process gives to floor-server.ts. */
export const readFloorConfig = (env: NodeJS.ProcessEnv = process.env) => FloorEnv.parse(env)

/** The environment variables that benchmarks read. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env) => Env.parse(env)
