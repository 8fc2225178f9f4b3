import { benchmarks } from './benchmarks.ts'
import { type Figure, isOver, toLine } from './core/figure.ts'
import { MissingProgram } from './core/missing-program.ts'

const [name, ...parameters] = process.argv.slice(2)
if (name !== undefined && !(name in benchmarks)) {
  console.error(`Unknown benchmark ${name}. Available: ${Object.keys(benchmarks).join(', ')}`)
  process.exit(2)
}

/** The others run without it: a machine may have all that they need. */
function noteMissing(key: string, error: unknown): Figure[] {
  if (!(error instanceof MissingProgram)) throw error
  console.error(`${key}: not measured. ${error.message}`)
  process.exitCode = 1
  return []
}

const lines: ReturnType<typeof toLine>[] = []
for (const [key, { run, claim }] of Object.entries(benchmarks)) {
  if (name !== undefined && name !== key) continue
  console.error(`${key}: docs/${claim}`)
  const figures = await run(parameters).catch((error: unknown) => noteMissing(key, error))
  lines.push(...figures.map((figure) => toLine(key, figure)))
  if (figures.some(isOver)) process.exitCode = 1
}
console.table(lines)
