import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { defaultTemplate } from '@readroom/word/default-template'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDocx } from '../../testing/docx.fixture.ts'
import { form } from '../../testing/examples/example.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const root = '/api/admin/report-templates'

/** Makes the default template with another heading. */
async function saying(word: string): Promise<File> {
  const zip = await JSZip.loadAsync(await defaultTemplate())
  const xml = (await zip.file('word/document.xml')?.async('string')) ?? ''
  zip.file('word/document.xml', xml.replace('RADIOLOGY REPORT', word))
  return new File([new Uint8Array(await zip.generateAsync({ type: 'nodebuffer' }))], 'letter.docx')
}

describe('Word templates', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const upload = async (word: string, place: { labId?: string; modality?: string } = {}) =>
    api.request(await form('POST', root, { ...place, file: await saying(word) }), cast.admin)
  const list = async () => (await api.request({ method: 'GET', url: root }, cast.admin)).json().data
  const remove = (id: string) => api.request({ method: 'DELETE', url: `${root}/${id}` }, cast.admin)

  async function wordOf(labId: string | null, modalities: string[]): Promise<string> {
    const study = await createStudy(api.db, { labId, modalities, status: 'assigned_to_doctor' })
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
    const url = `/api/documents/study/${study.id}/generate-patient-report`
    const answer = await api.request({ method: 'GET', url }, cast.assignedDoctor)
    return (await readDocx(answer.rawPayload)).text.split('\n')[0] ?? ''
  }

  it('are chosen by laboratory and modality, most specific first, then the default', async () => {
    const { id: labId } = cast.labA
    expect(await wordOf(labId, ['CT'])).toBe('RADIOLOGY REPORT')
    for (const [word, place] of [
      ['OF ALL', {}],
      ['OF MR', { modality: 'mr' }],
      ['OF A', { labId }],
      ['OF CT AT A', { labId, modality: 'CT' }],
    ] as const)
      expect((await upload(word, place)).statusCode).toBe(200)
    const words = [
      await wordOf(labId, ['SR', 'CT']),
      await wordOf(labId, ['MR']),
      await wordOf(cast.labB.id, ['MR']),
      await wordOf(cast.labB.id, []),
      await wordOf(null, ['CT']),
    ]
    expect(words).toEqual(['OF CT AT A', 'OF A', 'OF MR', 'OF ALL', 'OF ALL'])
    const places = (await list()).map(({ labName, modality }: { labName: string; modality: string }) => [labName, modality])
    expect(places).toEqual([
      [null, null],
      [null, 'MR'],
      [cast.labA.name, null],
      [cast.labA.name, 'CT'],
    ])
  })

  it('are replaced by the next one for the same place, and leave no old file', async () => {
    const before = await api.listFiles('templates')
    const first = (await upload('ONE', { modality: 'US' })).json().data._id
    const second = (await upload('TWO', { modality: 'US' })).json().data._id
    expect(await wordOf(cast.labB.id, ['US'])).toBe('TWO')
    expect((await api.listFiles('templates')).length).toBe(before.length + 1)
    expect((await remove(first)).json().code).toBe('TEMPLATE_NOT_FOUND')
    expect((await remove(second)).statusCode).toBe(200)
    expect(await api.listFiles('templates')).toEqual(before)
  })

  it('show a sample of each field in a preview', async () => {
    const id = (await upload('LOOK', { modality: 'XA' })).json().data._id
    const answer = await api.request({ method: 'GET', url: `${root}/${id}/preview` }, cast.admin)
    expect(answer.headers['content-disposition']).toBe('attachment; filename=Preview_letter.docx')
    const { header, text, images } = await readDocx(answer.rawPayload)
    expect([header, text, images.length]).toEqual([
      expect.stringContaining('Name of the laboratory'),
      expect.stringMatching(/^LOOK\n.*Name of the patient/s),
      1,
    ])
  })

  it('are refused with the faulty field, and nothing is stored', async () => {
    const before = await api.listFiles('templates')
    const answer = await upload('{patientNmae}', { modality: 'PT' })
    const message = 'Unknown field in the template: {patientNmae}'
    expect([answer.statusCode, answer.json()]).toEqual([415, { success: false, code: 'TEMPLATE_FIELD_UNKNOWN', message }])
    const unknown = await upload('X', { labId: cast.admin.userId })
    expect(unknown.json().code).toBe('LAB_NOT_FOUND')
    expect(await api.listFiles('templates')).toEqual(before)
  })

  it('that the storage has lost do not block a report', async () => {
    await upload('LOST', { labId: cast.labB.id, modality: 'NM' })
    const [lost] = (await api.listFiles('templates')).slice(-1)
    for (const key of await api.listFiles('templates')) await api.storage.delete(key)
    expect([lost !== undefined, await wordOf(cast.labB.id, ['NM'])]).toEqual([true, 'RADIOLOGY REPORT'])
  })
})
