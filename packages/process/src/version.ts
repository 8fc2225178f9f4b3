import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Package = z.object({ version: z.string() })

/** The version that the package.json beside a program's built or source folder names. `module` is the program's `import.meta.url`. */
export const readVersion = (module: string): string =>
  Package.parse(JSON.parse(readFileSync(new URL('../package.json', module), 'utf8'))).version
