import { z } from 'zod'

const Env = z.object({ DATABASE_URL: z.url() })
/** What the migration program reads of the environment. */
export const readConfig = (env = process.env) => Env.parse(env)
//# sourceMappingURL=config.js.map
