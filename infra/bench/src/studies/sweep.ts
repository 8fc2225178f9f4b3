import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { applyMigrations } from '@readroom/db/migration/migrations'
import { createDatabase, startPostgres } from '@readroom/local/services/postgres'
import pg from 'pg'
import { z } from 'zod'
import type { Figure } from '../core/figure.ts'
import { idStatement, openStandInArchive } from '../core/stand-in-archive.ts'
import { withWorker } from './worker-process.ts'

const studies = 100_000
/** The worker's own default. */
const perMinute = 70
const minutesOfDay = 1440
const slowPerMinute = 120
const watchedSeconds = 20

const fill = [
  `insert into patients (corrected_name) values ('Bench')`,
  `insert into studies (orthanc_id, study_instance_uid, patient_row_id, series_count, image_count, settled_at, status)
    select ${idStatement('study')}, '2.25.' || n, (select id from patients), 1, 1, now(), 'pending_assignment'
    from generate_series(0, ${studies - 1}) n`,
  `insert into series (study_id, orthanc_id, series_instance_uid, image_count)
    select s.id, ${idStatement('series')}, '2.25.' || n, 1
    from generate_series(0, ${studies - 1}) n join studies s on s.orthanc_id = ${idStatement('study')}`,
  'analyze',
]

const Passes = z.array(z.object({ pass: z.int() }))

/** Until both lists of the archive have been gone through. */
async function untilSwept(client: pg.Client): Promise<void> {
  for (;;) {
    const [row] = Passes.parse((await client.query('select pass from sweep_position')).rows)
    if (row && row.pass >= 3) return
    await delay(100)
  }
}

/** Counts the requests of a sweep of 100,000 studies, and checks that it keeps to its rate. */
export async function benchSweep(): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-bench-'))
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const archive = await openStandInArchive(studies)
  const databaseUrl = await createDatabase(postgres.url, 'bench')
  await applyMigrations(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of fill) await client.query(statement)
    const worker = { databaseUrl, archiveUrl: archive.url, dir }
    await withWorker({ ...worker, perMinute: 100_000 }, () => untilSwept(client))
    const wholePass = archive.countRequests()
    await withWorker({ ...worker, perMinute: slowPerMinute }, () => delay(watchedSeconds * 1000))
    const asked = archive.countRequests() - wholePass
    const allowed = slowPerMinute + (slowPerMinute * watchedSeconds) / 60
    console.log(`A pass of ${studies} studies asks ${wholePass} times: ${Math.ceil(wholePass / perMinute)} minutes.`)
    return [
      { name: `a pass of ${studies} studies, of a day`, value: wholePass / perMinute / minutesOfDay, unit: '', limit: 1 },
      { name: `questions in ${watchedSeconds} s, of those allowed`, value: asked / allowed, unit: '', limit: 1.05 },
    ]
  } finally {
    await client.end()
    await archive.close()
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
