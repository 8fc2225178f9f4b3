import { performance } from 'node:perf_hooks'
import { priorities } from '@readroom/contracts/core/primitives'
import { patientEndpoints } from '@readroom/contracts/patients/patients'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import type { ApiSession } from '@readroom/demo/api-client'
import { makeCtStudy } from '@readroom/demo/dicom/make-study'
import { sendStudies } from '@readroom/demo/studies/send-studies'
import type pg from 'pg'
import { z } from 'zod'
import { withApi } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { openPage, type Seen } from '../core/open-page.ts'
import { quantile, time } from '../core/statistics.ts'
import { withWholeSystem } from '../core/whole-system.ts'

const studies = 1_000_000
const ofPatient = 200
const patientId = 'BENCH-RECORD'
const rounds = 60
const saves = 40

const ms = (value: number) => `${value.toFixed(1)} ms`

async function p95(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = -10; round < rounds; round++) {
    const took = await time(work)
    if (round >= 0) times.push(took)
  }
  return quantile(times, 0.95)
}

const Ids = z.array(z.object({ id: z.string() }))

/** A patient of the busiest laboratory with as many studies, documents and records written as the figure asks for; made once. */
async function makePatient(pool: pg.Pool): Promise<{ rowId: string; studyId: string }> {
  const [lab] = Ids.parse((await pool.query(`select id from labs where identifier = 'LAB1'`)).rows)
  await pool.query('insert into patients (lab_id, patient_id) values ($1, $2) on conflict do nothing', [lab?.id, patientId])
  const [patient] = Ids.parse((await pool.query('select id from patients where patient_id = $1', [patientId])).rows)
  if (!patient) throw new Error('the patient was not made')
  await pool.query(
    `update studies set patient_row_id = $1 where id in (
      select id from studies where lab_id = $2 and patient_row_id <> $1 order by received_at desc
      limit $3 - (select count(*) from studies where patient_row_id = $1))`,
    [patient.id, lab?.id, ofPatient],
  )
  const own = Ids.parse((await pool.query('select id from studies where patient_row_id = $1 order by id', [patient.id])).rows)
  await pool.query(
    `insert into study_details (study_id, previous_injury, modified_by)
      select id, 'Wrist', (select id from users limit 1) from studies where patient_row_id = $1::uuid on conflict do nothing`,
    [patient.id],
  )
  await pool.query(
    `insert into documents (patient_row_id, number, study_id, category, file_name, content_type, size_bytes, sha256, object_key, uploaded_by)
      select $1::uuid, n, $2::uuid, 'clinical', 'request form ' || n || '.pdf', 'application/pdf', 100000, 'none', 'documents/' || n, (select id from users limit 1)
      from generate_series(1, $3::int) n on conflict do nothing`,
    [patient.id, own[0]?.id, ofPatient],
  )
  await pool.query('analyze patients, studies, documents, study_details')
  return { rowId: patient.id, studyId: own[0]?.id ?? '' }
}

/** The floor: the rows that the record is made of through `pg` and `JSON.stringify`, without a server around them. */
function floorOf(pool: pg.Pool, rowId: string): () => Promise<unknown> {
  const statements = [
    'select * from studies where patient_row_id = $1',
    'select d.* from study_details d join studies s on s.id = d.study_id where s.patient_row_id = $1',
    'select d.*, u.full_name from documents d join users u on u.id = d.uploaded_by where d.patient_row_id = $1',
    'select r.*, u.full_name from reports r join users u on u.id = r.uploaded_by join studies s on s.id = r.study_id where s.patient_row_id = $1',
  ]
  return async () => {
    const results = await Promise.all(statements.map((statement) => pool.query(statement, [rowId])))
    return results.map(({ rows }) => JSON.stringify(rows))
  }
}

async function opening(): Promise<Figure[]> {
  return withApi({ studies }, async ({ pool, api }) => {
    const { rowId, studyId } = await makePatient(pool)
    const opened = await p95(() => api.get(`/api/labEdit/patients/${patientId}?studyId=${studyId}`))
    const floor = await p95(floorOf(pool, rowId))
    const name = `record of ${ofPatient} studies and documents among ${studies.toLocaleString('en')} studies`
    return [
      { name: `${name}, 95th percentile`, value: opened, unit: ' ms', limit: 150 },
      { name: `the same ${ms(opened)} over its rows alone ${ms(floor)}`, value: opened / floor, unit: '', limit: 5 },
    ]
  })
}

/** Resolves with the time at which an open page has the row as asked for. */
function watchRow() {
  let wanted: { matches: (row: WorklistRow) => boolean; resolve: (at: number) => void } | null = null
  const seen: Seen = (row) => {
    if (wanted?.matches(row)) wanted.resolve(performance.now())
  }
  const until = (matches: (row: WorklistRow) => boolean) =>
    new Promise<number>((resolve) => {
      wanted = { matches, resolve }
    })
  return { seen, until }
}

/** Milliseconds from a save to the changed row on another open page. */
async function saveOnce(admin: ApiSession, row: WorklistRow, number: number, until: ReturnType<typeof watchRow>['until']) {
  const input = { params: { patientId: row.patientId ?? 'N/A' }, query: { studyId: row._id } }
  const { data } = await admin.call(patientEndpoints.record, input)
  const priorityLevel = priorities[1 + (number % (priorities.length - 1))] ?? 'HIGH'
  const changed = until(({ _id, priority }) => _id === row._id && priority === priorityLevel)
  const started = performance.now()
  await admin.call(patientEndpoints.save, { ...input, body: { version: data.version, priorityInfo: { priorityLevel } } })
  return (await changed) - started
}

async function saving(): Promise<Figure[]> {
  return withWholeSystem({ SETTLE_SECONDS: '1' }, async ({ origin, dicomPort, admin }) => {
    const { seen, until } = watchRow()
    const closePage = await openPage(admin, origin, seen)
    const arrived = until(({ workflowStatus }) => workflowStatus === 'pending_assignment')
    const archive = { host: '127.0.0.1', port: dicomPort, callingAeTitle: 'BENCH', calledAeTitle: 'READROOM' }
    await sendStudies({ ...archive, files: [...makeCtStudy({ key: 'record', images: 2, rows: 64, columns: 64 })] })
    await arrived
    const { data } = await admin.call(studyEndpoints.adminAll, { query: { limit: '1' } })
    const times: number[] = []
    for (const row of data) for (let number = 0; number < saves; number++) times.push(await saveOnce(admin, row, number, until))
    await closePage()
    return [
      {
        name: `from a save to the changed row on another open page, 95th percentile of ${saves}`,
        value: quantile(times, 0.95),
        unit: ' ms',
        limit: 1000,
      },
    ]
  })
}

/** A patient's record: opened in a large system, and saved while others look. */
export async function benchRecord(): Promise<Figure[]> {
  return [...(await opening()), ...(await saving())]
}
