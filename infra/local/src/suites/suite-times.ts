import { z } from 'zod'
import { PlaywrightReport, specsOf } from './playwright-report.ts'

const FileTimes = z.object({
  name: z.string(),
  importSeconds: z.number(),
  testSeconds: z.number(),
})

export const SuiteTimes = z.object({
  servicesSeconds: z.number(),
  files: z.array(FileTimes),
})
export type SuiteTimes = z.infer<typeof SuiteTimes>

export interface Phase {
  name: string
  seconds: number
}

const total = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0)

/** Reads how long the tests of each file took from Playwright's JSON report. */
export function readPlaywrightTimes(report: unknown): SuiteTimes {
  const milliseconds = new Map<string, number>()
  for (const { file, tests } of specsOf(PlaywrightReport.parse(report).suites)) {
    const durations = tests.flatMap((test) => test.results.map(({ duration }) => duration))
    milliseconds.set(file, (milliseconds.get(file) ?? 0) + total(durations))
  }
  const files = [...milliseconds].map(([file, spent]) => ({
    name: `browser ${file}`,
    importSeconds: 0,
    testSeconds: spent / 1000,
  }))
  return { servicesSeconds: 0, files }
}

/** Returns what a suite spent on services, imports and tests. Workers run side by side, so the sums can exceed the time that passed. */
export function phasesOf({ servicesSeconds, files }: SuiteTimes): Phase[] {
  return [
    { name: '  services', seconds: servicesSeconds },
    { name: '  import, all workers', seconds: total(files.map((file) => file.importSeconds)) },
    { name: '  tests, all workers', seconds: total(files.map((file) => file.testSeconds)) },
  ].filter(({ seconds }) => seconds > 0)
}

const column = (seconds: number, width: number) => seconds.toFixed(1).padStart(width)

/** Returns a line for each phase: its name and its seconds. */
export const formatPhases = (phases: Phase[]): string =>
  phases.map(({ name, seconds }) => `${name.padEnd(24)}${column(seconds, 8)} s\n`).join('')

/** Returns a line for each file, the slowest first: seconds of its import, seconds of its tests, its name. */
export function formatFiles(suites: SuiteTimes[]): string {
  const files = suites.flatMap((suite) => suite.files)
  const slowestFirst = files.toSorted((a, b) => b.importSeconds + b.testSeconds - a.importSeconds - a.testSeconds)
  const lines = slowestFirst.map((file) => `${column(file.importSeconds, 8)}${column(file.testSeconds, 8)}  ${file.name}\n`)
  return ['  import   tests  file\n', ...lines].join('')
}
