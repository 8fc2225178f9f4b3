import { defineConfig } from 'drizzle-kit'

/** Run by `pnpm generate`, which lets the sources import those of the contracts. */
export default defineConfig({ dialect: 'postgresql', schema: './src/**/*.schema.ts', out: './migrations' })
