import { startOrthanc } from '@readroom/local/services/orthanc'
import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import { Pool } from 'undici'

const studies = 20_000
const atOnce = 8

/** One image of 16 x 16 pixels, a study of its own. */
const smallStudy = (number: number) =>
  syntheticCt({
    studyInstanceUid: `2.25.${number}`,
    seriesInstanceUid: `2.25.${number}.1`,
    sopInstanceUid: `2.25.${number}.1.1`,
    patientId: `P${number}`,
  })

/** The median time of the archive's own search: `/tools/find` of studies, expanded, 100 of 20,000. In milliseconds. */
export async function benchArchiveFind(dir: string, median: (work: () => Promise<unknown>) => Promise<number>): Promise<number> {
  const archive = await startOrthanc({ dir, durable: false })
  const pool = new Pool(archive.url, { connections: atOnce, keepAliveTimeout: 500 })
  const authorization = `Basic ${Buffer.from(`${archive.username}:${archive.password}`).toString('base64')}`
  const post = async (path: string, body: string | Buffer) => {
    const answer = await pool.request({ method: 'POST', path, headers: { authorization }, body })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
    return text
  }
  let next = 0
  const fill = async () => {
    while (next < studies) await post('/instances', smallStudy(next++))
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, fill))
    const query = JSON.stringify({ Level: 'Study', Expand: true, Limit: 100, Query: { PatientID: '*' } })
    return await median(() => post('/tools/find', query))
  } finally {
    await pool.destroy()
    archive.kill()
  }
}
