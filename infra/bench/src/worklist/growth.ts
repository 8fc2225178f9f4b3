import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { startApi } from '../core/api-process.ts'
import { isGrowthDatabasePrepared, openGrowthDatabase } from '../core/bench-database.ts'
import { withKeptPostgres } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { quantile, time } from '../core/statistics.ts'
import { openArrivingArchive } from '../studies/arriving-archive.ts'
import { withWorker } from '../studies/worker-process.ts'
import { type Reader, signInReaders } from './worklist-readers.ts'

const defaultSizes = [100_000, 1_000_000, 10_000_000]
const rounds = 40
const limit = 1.3
/** The bytes that a study takes while its database is made: with the write-ahead log, and with what the indexes sort. */
const roomOfStudy = 6_000
const dayMs = 86_400_000
const fragment = 'mer'

type Api = Awaited<ReturnType<typeof startApi>>
/** A system with so many studies. `day`: that of the newest study that it was made with. */
type Grown = {
  studies: number
  bytes: number
  day: Date
  patient: Patient
  readers: Reader[]
  api: Api
  arrive: () => Promise<number>
}
/** Something that people wait for, in several cases that are measured apart. Each answers its milliseconds. */
type Wait = { name: string; cases: Record<string, (grown: Grown) => Promise<number>> }

const Sizes = z.array(z.coerce.number().int().min(10_000)).min(2)
const Facts = z.tuple([z.object({ bytes: z.coerce.number(), newest: z.date() })])
const Patient = z.object({ patient: z.string(), study: z.string(), name: z.string() })
type Patient = z.infer<typeof Patient>

/** The sizes that are prepared or that there is room for; says which there is none for. */
async function withRoom(postgresUrl: string, sizes: number[]): Promise<number[]> {
  const { bavail, bsize } = await statfs(tmpdir())
  let room = bavail * bsize
  const possible: number[] = []
  for (const studies of sizes) {
    const needed = (await isGrowthDatabasePrepared(postgresUrl, studies)) ? 0 : studies * roomOfStudy
    if (needed <= room) possible.push(studies)
    else
      console.log(`No room for ${studies.toLocaleString('en')} studies: they need ${Math.ceil(needed / 1e9)} GB in ${tmpdir()}.`)
    room -= Math.min(needed, room)
  }
  return possible
}

/** A patient of the busiest laboratory with studies of the last months. */
async function findPatient(pool: pg.Pool): Promise<Patient> {
  const { rows } = await pool.query(`select s.dicom_patient_id as patient, s.id as study, s.dicom_patient_name as name
    from studies s join labs l on l.id = s.lab_id where l.identifier = 'LAB1' order by s.received_at desc offset 5000 limit 1`)
  return z.tuple([Patient]).parse(rows)[0]
}

const reading = (path: (grown: Grown) => string, role: Reader['role']) => async (grown: Grown) => {
  const reader = grown.readers.find((each) => each.role === role)
  if (!reader) throw new Error(`nobody reads as ${role}`)
  return time(() => grown.api.get(path(grown).replace('LIST', reader.list).replace('VALUES', reader.values), reader.token))
}

const roles = ['admin', 'lab_staff', 'doctor_account'] as const

/** Each path as each role asks for it; `LIST` and `VALUES` stand for the role's own. */
const casesOf = (paths: Record<string, (grown: Grown) => string>): Wait['cases'] =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([name, path]) => roles.map((role) => [`${role}, ${name}`, reading(path, role)] as const)),
  )

const dateOf = (day: Date, daysBefore: number) => new Date(day.getTime() - daysBefore * dayMs).toISOString().slice(0, 10)
const month = ({ day }: Grown) => `fromDate=${dateOf(day, 30)}&toDate=${dateOf(day, 0)}`

const waits: Wait[] = [
  {
    name: 'page of a list',
    cases: casesOf({ everything: () => 'LIST?limit=100', MR: () => 'LIST?limit=100&modality=MR' }),
  },
  {
    name: 'counts',
    cases: casesOf({ everything: () => 'VALUES?', MR: () => 'VALUES?modality=MR' }),
  },
  {
    name: 'search',
    cases: casesOf({
      [`"${fragment}"`]: () => `LIST?limit=100&searchTerm=${fragment}`,
      'a name': ({ patient }) => `LIST?limit=100&searchTerm=${encodeURIComponent(patient.name)}`,
      'a patient ID': ({ patient }) => `LIST?limit=100&searchTerm=${patient.patient}`,
    }),
  },
  {
    name: 'month of turnaround times',
    cases: casesOf({ rows: (grown) => `/api/tat/report?${month(grown)}`, charts: (grown) => `/api/tat/summary?${month(grown)}` }),
  },
  {
    name: 'patient record',
    cases: { admin: reading(({ patient }) => `/api/labEdit/patients/${patient.patient}?studyId=${patient.study}`, 'admin') },
  },
  { name: 'arrival of a study', cases: { intake: ({ arrive }) => arrive() } },
]

/** Medians by size, of sizes that take turns: what else the machine does meanwhile falls on each alike. */
async function mediansOf(grown: readonly Grown[], work: (one: Grown) => Promise<number>): Promise<number[]> {
  const times = grown.map((): number[] => [])
  for (let round = -10; round < rounds; round++) {
    for (const [index, one] of grown.entries()) {
      const took = await work(one)
      if (round >= 0) times[index]?.push(took)
    }
  }
  return times.map((all) => quantile(all, 0.5))
}

/** Measures the growth of a wait from each size to the next, by the case that grows most. */
async function growthOf(grown: readonly Grown[], { name, cases }: Wait): Promise<Figure[]> {
  const measured = new Map<string, number[]>()
  for (const [key, work] of Object.entries(cases)) measured.set(key, await mediansOf(grown, work))
  for (const [key, medians] of measured)
    console.log(`  ${name}, ${key}: ${medians.map((ms) => `${ms.toFixed(1)} ms`).join(', ')}`)
  return grown.slice(1).map(({ studies }, step) => {
    const ratio = ([, medians]: [string, number[]]) => (medians[step + 1] ?? Number.NaN) / (medians[step] ?? Number.NaN)
    const [worst] = [...measured].sort((a, b) => ratio(b) - ratio(a))
    const from = (grown[step]?.studies ?? 0).toLocaleString('en')
    const what = `${name}, from ${from} to ${studies.toLocaleString('en')} studies (${worst?.[0]})`
    return { name: what, value: worst ? ratio(worst) : Number.NaN, unit: '', limit }
  })
}

/** Runs `work` with the programs on a database of so many studies. */
async function withGrown<T>(postgresUrl: string, studies: number, work: (grown: Grown) => Promise<T>): Promise<T> {
  const databaseUrl = await openGrowthDatabase(postgresUrl, studies)
  const dir = await mkdtemp(join(tmpdir(), 'readroom-bench-'))
  const pool = new pg.Pool({ connectionString: databaseUrl })
  pool.on('error', () => {})
  const archive = await openArrivingArchive('LAB1')
  const api = await startApi({ dir, databaseUrl, env: {} })
  try {
    const facts = await pool.query(
      `select pg_database_size(current_database()) as bytes, received_at as newest from studies where study_instance_uid = '2.25.1'`,
    )
    const [{ bytes, newest }] = Facts.parse(facts.rows)
    const readers = await signInReaders(pool, api.signIn, 1)
    const grown = { studies, bytes, day: newest, patient: await findPatient(pool), readers, api, arrive: archive.arrive }
    return await withWorker({ databaseUrl, archiveUrl: archive.url, dir, perMinute: 1 }, () => work(grown))
  } finally {
    await api.stop()
    await archive.close()
    await pool.end()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Runs `work` with systems of all sizes beside each other. */
async function withAll<T>(postgresUrl: string, sizes: readonly number[], work: (grown: Grown[]) => Promise<T>): Promise<T> {
  const [size, ...larger] = sizes
  if (size === undefined) return work([])
  return withGrown(postgresUrl, size, (grown) => withAll(postgresUrl, larger, (others) => work([grown, ...others])))
}

/** Bytes of a study, from the smallest to the largest database: what an empty one holds is in both. */
function bytesOfStudy(grown: readonly Grown[]): Figure[] {
  const [first, last] = [grown.at(0), grown.at(-1)]
  if (!first || !last) return []
  const value = (last.bytes - first.bytes) / (last.studies - first.studies) / 1000
  return [{ name: 'database, for each study', value, unit: ' kB', limit: 6 }]
}

/** Measures the growth of everything that people wait for when there are ten times as many studies: `pnpm bench growth [sizes]`. */
export async function benchGrowth(parameters: string[]): Promise<Figure[]> {
  return withKeptPostgres(async (postgresUrl) => {
    const sizes = await withRoom(postgresUrl, parameters.length > 0 ? Sizes.parse(parameters) : defaultSizes)
    return withAll(postgresUrl, sizes, async (grown) => {
      const figures: Figure[] = []
      for (const wait of waits) figures.push(...(await growthOf(grown, wait)))
      return [...figures, ...bytesOfStudy(grown)]
    })
  })
}
