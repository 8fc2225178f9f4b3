import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { makeOnline } from './generated-migration.ts'
import { listMigrations } from './schema-version.ts'

/** Generates the migration of what changed in the sources, with the arguments of drizzle-kit. Only its snapshot is kept: it is the newest. */

const migrations = new URL('../../migrations/', import.meta.url)
const breakpoint = '--> statement-breakpoint'

const before = listMigrations().at(-1)?.tag
execFileSync('drizzle-kit', ['generate', ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
})
const tag = listMigrations().at(-1)?.tag

if (tag !== undefined && tag !== before) {
  const file = new URL(`${tag}.sql`, migrations)
  const statements = readFileSync(file, 'utf8').split(breakpoint)
  writeFileSync(file, `${makeOnline(statements.map((statement) => statement.trim())).join(`${breakpoint}\n`)}\n`)
  const meta = new URL('meta/', migrations)
  const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
  for (const old of snapshots.filter((name) => !tag.startsWith(name.slice(0, 4)))) rmSync(new URL(old, meta))
}
