import { randomUUID } from 'node:crypto'
import { type Annotations, maxAnnotations } from '@readroom/contracts/reading/annotations'
import { series } from '@readroom/db/studies/series.schema'
import { makeAnnotation } from '@readroom/db/testing/annotation'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { keepAnnotations } from '@readroom/domain/reading/annotations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signAs } from '../../testing/signed-report.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

describe('annotations', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  type Person = 'assignedDoctor' | 'otherDoctor' | 'admin' | 'staffA'

  /** Makes a study with a series, assigned to both doctors. */
  async function assignedStudy() {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
    for (const { doctorId } of [cast.assignedDoctor, cast.otherDoctor])
      await createAssignment(api.db, { studyId: study.id, doctorId, assignedBy: cast.admin.userId })
    const of = { seriesInstanceUid: `1.2.${Date.now()}.${Math.floor(Math.random() * 1e9)}`, sopInstanceUid: '1.2.840.1' }
    await api.db.insert(series).values({
      studyId: study.id,
      orthancId: randomUUID(),
      seriesInstanceUid: of.seriesInstanceUid,
      seriesNumber: 1,
      modality: 'SR',
      imageCount: 1,
    })
    const request = (who: Person, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
      api.request({ method, url: `/api/studies/${study.id}/${path}`, ...(payload && { payload }) }, cast[who])

    async function write(who: Person = 'assignedDoctor') {
      const windowId = randomUUID()
      const { fence, annotations: found } = (await request(who, 'POST', 'reading/hold', { windowId, takeOver: true })).json()
      const keep = (annotations: unknown) => request(who, 'PUT', 'reading/annotations', { windowId, fence, annotations })
      return { found, keep }
    }
    const drawn = async (): Promise<Annotations> =>
      (await request('assignedDoctor', 'GET', `reading?windowId=${randomUUID()}`)).json().annotations
    const sign = (annotations: Annotations | null, more: Parameters<typeof signAs>[3] = {}) =>
      signAs(api, cast.assignedDoctor, study.id, {
        ...(annotations && { also: async (tx, held) => keepAnnotations(tx, cast.assignedDoctor, { ...held, annotations }) }),
        ...more,
      })
    return { study, of, request, write, drawn, sign }
  }

  it('are kept without a text, for anyone who opens the study or takes it over', async () => {
    const { of, write, drawn } = await assignedStudy()
    const { found, keep } = await write()
    expect(found).toEqual([])
    const all = [makeAnnotation(of), makeAnnotation({ ...of, tool: 'CircleROI', frame: 2, label: 'Lésion' })]
    expect((await keep(all)).statusCode).toBe(200)
    expect(await drawn()).toEqual(all)
    expect((await write('otherDoctor')).found).toEqual(all)
    expect((await keep([])).json().code).toBe('HOLD_LOST')
    expect(await drawn()).toEqual(all)
  })

  it('are refused without a change if they are malformed or of another study', async () => {
    const { of, write, drawn } = await assignedStudy()
    const { of: ofOther } = await assignedStudy()
    const { keep } = await write()
    const kept = [makeAnnotation(of)]
    await keep(kept)
    expect((await keep([...kept, makeAnnotation(ofOther)])).json().code).toBe('ANNOTATION_NOT_IN_STUDY')
    const [one] = kept
    const wrong = [
      [{ ...one, tool: 'Eraser' }],
      [{ ...one, points: [] }],
      [{ ...one, points: [{ patient: [0, 0, 1e9], image: [0, 0] }] }],
      [{ ...one, label: 'x'.repeat(201) }],
      [one, one],
      Array.from({ length: maxAnnotations + 1 }, () => makeAnnotation(of)),
    ]
    for (const annotations of wrong) expect((await keep(annotations)).json().code).toBe('INVALID_FIELD')
    expect(await drawn()).toEqual(kept)
  })

  it('are signed with the report, and the next report begins with those of the newest valid one', async () => {
    const { of, request, drawn, sign } = await assignedStudy()
    const [first, second] = [[makeAnnotation(of)], [makeAnnotation(of), makeAnnotation(of)]]
    await sign(first)
    expect(await drawn()).toEqual(first)
    await sign(second, { kind: 'addendum' })
    expect(await drawn()).toEqual(second)
    const { versions, isIntact } = (await request('admin', 'GET', 'report-versions')).json()
    expect(versions.map(({ snapshot }: { snapshot: object }) => snapshot)).toMatchObject([
      { annotations: second },
      { annotations: first },
    ])
    expect(isIntact).toBe(true)
    await sign([], { kind: 'addendum' })
    expect(await drawn()).toEqual([])
  })

  it('return with a recalled report, and are deleted with a discarded draft', async () => {
    const { of, request, drawn, sign, write } = await assignedStudy()
    const kept = [makeAnnotation(of)]
    const { version } = await sign(kept, { recallSeconds: 600 })
    expect((await request('assignedDoctor', 'POST', 'reading/recall', { versionId: version.id })).statusCode).toBe(200)
    expect(await drawn()).toEqual(kept)
    const windowId = randomUUID()
    const { fence } = (await request('assignedDoctor', 'POST', 'reading/hold', { windowId, takeOver: true })).json()
    const { draft } = (await request('assignedDoctor', 'GET', `reading?windowId=${windowId}`)).json()
    await request('assignedDoctor', 'POST', 'reading/discard', { windowId, fence, revision: draft.revision })
    expect(await drawn()).toEqual([])
    expect((await write()).found).toEqual([])
  })
})
