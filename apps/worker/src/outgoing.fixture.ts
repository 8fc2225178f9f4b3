import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { findPrinted, findWordDocument } from '@readroom/db/reports/report-versions'
import { readSheet } from 'read-excel-file/node'
import unzipper from 'unzipper'
import { createFhirClient, fetchAccessToken, fhirGet } from '../../api/src/testing/fhir.fixture.ts'
import { startTestApi } from '../../api/src/testing/test-api.ts'
import { openJobs } from './core/jobs/jobs.fixture.ts'
import { withSettings } from './job-handlers.ts'
import { renderReport } from './reports/report-render.ts'
import { writeWord } from './reports/report-word.ts'
import { dicomSettings } from './reports/results/channels/dicom.fixture.ts'
import { writeContent } from './reports/results/contents/result-content.ts'
import { createDestination, hl7Settings, listQueue, openLaboratory, senderContext } from './reports/results/results.fixture.ts'

type Laboratory = Awaited<ReturnType<typeof openLaboratory>>

/** Starts the jobs and the API of a system with a laboratory, whose administrator set `zone`. */
export async function openOutgoing(zone: string) {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  const jobs = await openJobs()
  const { db } = jobs.context.database
  const api = await startTestApi({ sharing: jobs.database, env: { CLINIC_TIME_ZONE: 'Asia/Tokyo' } })
  const laboratory = await openLaboratory(db)
  const change = { values: { clinicTimeZone: zone }, reset: [] }
  await api.request({ method: 'PUT', url: '/api/admin/settings', payload: change }, laboratory.admin)
  const context = await withSettings(jobs.context)
  const token = await fetchAccessToken(api, await createFhirClient(api, laboratory.lab.id), 'system/*.rs')
  const places = {
    sr: await createDestination(db, laboratory.lab.id, dicomSettings(1, { document: 'sr' })),
    pdf: await createDestination(db, laboratory.lab.id, dicomSettings(1, { document: 'pdf' })),
    hl7: await createDestination(db, laboratory.lab.id, hl7Settings(1)),
  }
  const readStored = async (key: string) => buffer((await context.storage.get(key)).stream)

  /** Signs a report of a new study, and makes its documents. */
  async function report(fields: Parameters<Laboratory['addStudy']>[0] = {}) {
    const study = await laboratory.addStudy(fields)
    const versionId = await laboratory.sign(study.id)
    await renderReport(context, { versionId })
    await writeWord(context, { versionId })
    const printed = await findPrinted(db, versionId)
    if (!printed) throw new Error('no such version')
    /** Returns the file that a destination gets. */
    const write = async (kind: keyof typeof places) => {
      const delivery = (await listQueue(db, places[kind].id)).findLast(({ studyId }) => studyId === study.id)
      if (!delivery) throw new Error('nothing is queued')
      const { content } = await writeContent(senderContext(db, context.storage), places[kind], delivery)
      const path = join(dir, `${kind}-${study.id}`)
      await writeFile(path, content)
      return path
    }
    const pdfText = async () => {
      const path = join(dir, `${study.id}.pdf`)
      await writeFile(path, await readStored(printed.report.objectKey))
      return (await promisify(execFile)('pdftotext', ['-layout', path, '-'])).stdout
    }
    const wordText = async () => {
      const word = await findWordDocument(db, printed.report.id)
      const archive = await unzipper.Open.buffer(await readStored(word?.objectKey ?? ''))
      return (await Promise.all(archive.files.map(async (file) => (await file.buffer()).toString()))).join('\n')
    }
    return { study, signedAt: printed.chain.at(-1)?.signedAt ?? new Date(0), write, pdfText, wordText }
  }

  /** Returns the headings and the row of a study in the spreadsheet of the worklist. */
  async function sheetOf(studyId: string) {
    const request = { method: 'GET' as const, url: `/api/footer/export?studyIds=${studyId}` }
    const [headings = [], row = []] = await readSheet((await api.request(request, laboratory.admin)).rawPayload)
    return new Map(headings.map((heading, at) => [heading, row[at]]))
  }

  const close = async () => {
    await api.stop()
    await jobs.close()
    await rm(dir, { recursive: true, force: true })
  }
  const readFhir = async (path: string) => (await fhirGet(api, token, path)).json()
  return { dir, db, api, context, laboratory, report, sheetOf, readFhir, close }
}
