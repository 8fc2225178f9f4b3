import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { storeOwnPassword } from '@readroom/db/access/passwords'
import { touchSession } from '@readroom/db/access/sessions'
import { auditLog } from '@readroom/db/core/audit.schema'
import { doctors } from '@readroom/db/people/doctors.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { lockUser } from '@readroom/db/people/users'
import { forgetDisplayedSeries } from '@readroom/db/reading/displayed-series'
import { reportDrafts } from '@readroom/db/reading/reading.schema'
import { forgetImagesOfDraft } from '@readroom/db/reading/report-drafts'
import { listChain } from '@readroom/db/reports/report-versions'
import { reportVersions } from '@readroom/db/reports/report-versions.schema'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { series } from '@readroom/db/studies/series.schema'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createLab, createStudy } from '@readroom/db/testing/factories'
import { holdReport } from '@readroom/domain/reading/report-writing'
import { isIntact } from '@readroom/domain/reports/report-chain'
import { submitReport } from '@readroom/domain/reports/reports'
import { childrenWith } from '@readroom/process/testing/children'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { answerDuring } from '../../testing/held.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { writtenReport } from '../../testing/written-report.fixture.ts'

const password = 'a fine password'
const normal = writtenReport({ findings: 'No fracture.', impression: 'Normal knee.' })

describe('writing and signing reports', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
    for (const doctor of [cast.assignedDoctor, cast.otherDoctor])
      await storeOwnPassword(api.db, doctor.userId, await hash(password))
  })
  afterAll(() => api.stop())

  type Writer = 'assignedDoctor' | 'otherDoctor'
  const doctorOf = (who: Writer) => ({ doctorId: cast[who].doctorId, assignedBy: cast.admin.userId })

  async function assignedStudy(fields: Parameters<typeof createStudy>[1] = {}) {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor', ...fields })
    await createAssignment(api.db, { studyId: study.id, ...doctorOf('assignedDoctor') })
    return study
  }

  const call = async (
    who: Writer | 'admin' | 'staffA',
    studyId: string,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
  ) => {
    const url = `/api/studies/${studyId}/reading${path}`
    return api.request({ method, url, ...(payload && { payload }) }, cast[who])
  }
  const statusOf = async (studyId: string) => (await api.db.select().from(studies).where(eq(studies.id, studyId)))[0]?.status

  /** Opens a window for writing. */
  async function windowOf(who: Writer, studyId: string, takeOver = false) {
    const windowId = randomUUID()
    const held = await call(who, studyId, 'POST', '/hold', { windowId, takeOver })
    const { fence } = held.json()
    let revision = 0
    return {
      held,
      save: async (
        content: object = normal,
        kind: ReportKind = 'original',
        reason = '',
        templateName?: string,
        known = revision,
      ) => {
        const body = { windowId, fence, revision: known, kind, reason, content, templateName }
        const answer = await call(who, studyId, 'PUT', '/draft', body)
        revision = answer.json().revision ?? revision
        return answer
      },
      sign: (more: object = {}) =>
        call(who, studyId, 'POST', '/sign', {
          windowId,
          fence,
          revision,
          meaning: 'final',
          confirmed: [],
          password,
          requestId: randomUUID(),
          ...more,
        }),
      end: (path: '/put-away' | '/discard' | '/release', ofDraft = revision) => {
        const known = path === '/release' ? {} : { revision: ofDraft }
        return call(who, studyId, 'POST', path, { windowId, fence, ...known })
      },
      open: () => call(who, studyId, 'GET', `?windowId=${windowId}`),
    }
  }

  it('a report is written, put away, continued and signed', async () => {
    const study = await assignedStudy()
    const first = await windowOf('assignedDoctor', study.id)
    expect((await first.save()).json()).toMatchObject({ success: true, revision: 1 })
    expect(await statusOf(study.id)).toBe('report_in_progress')
    await first.end('/put-away')
    expect(await statusOf(study.id)).toBe('report_drafted')

    const second = await windowOf('assignedDoctor', study.id)
    const { draft } = (await second.open()).json()
    expect(draft).toMatchObject({ revision: 1, isDrafted: true, content: normal })
    const third = await call('assignedDoctor', study.id, 'GET', `?windowId=${randomUUID()}`)
    expect(third.json().hold).toMatchObject({ isOwn: true, isThisWindow: false })

    const windowId = randomUUID()
    const { fence } = (await call('assignedDoctor', study.id, 'POST', '/hold', { windowId, takeOver: true })).json()
    const body = { windowId, fence, revision: 1, meaning: 'final', confirmed: ['draft'], password, requestId: randomUUID() }
    const signed = await call('assignedDoctor', study.id, 'POST', '/sign', body)
    expect(signed.json()).toMatchObject({
      version: { number: 1, kind: 'original', meaning: 'final', content: normal, confirmed: ['draft'] },
    })
    expect(await statusOf(study.id)).toBe('report_finalized')
    const opened = (await second.open()).json()
    expect(opened).toMatchObject({ draft: null, hold: null, kinds: ['addendum', 'correction'], passwordNeeded: false })
  })

  describe('a text that was not written here alone is signed only as a read one', () => {
    const changed = writtenReport({ findings: 'No fracture.', impression: 'Normal right knee.' })
    const refused = { code: 'REPORT_UNCONFIRMED', message: expect.stringContaining('somebody else, or in another session') }

    /** A study of both doctors. */
    async function sharedStudy() {
      const study = await assignedStudy()
      await createAssignment(api.db, { studyId: study.id, ...doctorOf('otherDoctor') })
      return study
    }

    it("refuses another doctor's draft, also after changes, until the signer confirms that they read it", async () => {
      const study = await sharedStudy()
      const resident = await windowOf('otherDoctor', study.id)
      expect((await resident.save()).json()).toMatchObject({ isSole: true })
      await resident.end('/put-away')
      const signer = await windowOf('assignedDoctor', study.id)
      expect((await signer.sign({ revision: 1 })).json()).toMatchObject(refused)
      expect((await signer.save(changed, 'original', '', undefined, 1)).json()).toMatchObject({ isSole: false })
      expect((await signer.sign()).json()).toMatchObject(refused)
      expect((await signer.save(normal)).json()).toMatchObject({ isSole: false })
      expect((await signer.sign()).json()).toMatchObject(refused)
      expect(await listChain(api.db, study.id)).toEqual([])
      expect((await signer.sign({ confirmed: ['draft'] })).json()).toMatchObject({ version: { confirmed: ['draft'] } })
    })

    it('names those who wrote it, in their order, and no signer who only read it', async () => {
      const nameOf = async (studyId: string) =>
        (await call('assignedDoctor', studyId, 'GET', `?windowId=${randomUUID()}`)).json().draft.savedBy
      const writersOf = (answer: { json: () => { version: { writers: string[] } } }) => answer.json().version.writers
      const study = await sharedStudy()
      await (await windowOf('otherDoctor', study.id)).save()
      const resident = await nameOf(study.id)
      const reader = await windowOf('assignedDoctor', study.id, true)
      expect(writersOf(await reader.sign({ revision: 1, confirmed: ['draft'] }))).toEqual([resident])

      const other = await sharedStudy()
      await (await windowOf('otherDoctor', other.id)).save()
      const signer = await windowOf('assignedDoctor', other.id, true)
      await signer.save(normal, 'original', '', 'CT chest', 1)
      expect((await api.db.select().from(reportDrafts).where(eq(reportDrafts.studyId, other.id)))[0]?.writerIds).toEqual([
        cast.otherDoctor.userId,
      ])
      await signer.save(changed)
      const names = [resident, await nameOf(other.id)]
      await signer.save(normal)
      const signed = await signer.sign({ confirmed: ['draft'] })
      expect(writersOf(signed)).toEqual(names)
      expect(signed.json().version.templateName).toBeNull()
    })

    it('refuses an own draft of another window, and of another session', async () => {
      const study = await assignedStudy()
      await (await windowOf('assignedDoctor', study.id)).save()
      const second = await windowOf('assignedDoctor', study.id, true)
      expect((await second.sign({ revision: 1 })).json()).toMatchObject(refused)

      const other = await assignedStudy()
      const window = await windowOf('assignedDoctor', other.id)
      await window.save()
      await api.db.update(reportDrafts).set({ soleSessionId: randomUUID() }).where(eq(reportDrafts.studyId, other.id))
      expect((await window.sign()).json()).toMatchObject(refused)
      expect((await window.save(changed)).json()).toMatchObject({ isSole: false })
    })

    it('asks the first writer, too, once somebody else has saved', async () => {
      const study = await sharedStudy()
      const first = await windowOf('assignedDoctor', study.id)
      await first.save()
      const second = await windowOf('otherDoctor', study.id, true)
      await second.save(changed, 'original', '', undefined, 1)
      const again = await windowOf('assignedDoctor', study.id, true)
      expect((await again.sign({ revision: 2 })).json()).toMatchObject(refused)
    })

    it('asks nothing about a text that was written here, and keeps no confirmation of it', async () => {
      const study = await assignedStudy()
      const window = await windowOf('assignedDoctor', study.id)
      await window.save()
      expect((await window.save(changed)).json()).toMatchObject({ isSole: true })
      const signed = await window.sign({ confirmed: ['draft'] })
      expect(signed.json()).toMatchObject({ version: { confirmed: [], writers: [] } })
    })

    it('asks about a new draft nobody but its writer, whoever wrote the one before', async () => {
      const study = await sharedStudy()
      const first = await windowOf('otherDoctor', study.id)
      await first.save()
      await first.end('/discard')
      const second = await windowOf('assignedDoctor', study.id)
      expect((await second.save()).json()).toMatchObject({ isSole: true })
      expect((await second.sign()).statusCode).toBe(200)
    })
  })

  it('an archived study takes no report', async () => {
    const study = await assignedStudy({ status: 'archived' })
    const window = await windowOf('assignedDoctor', study.id)
    expect((await window.open()).json().kinds).toEqual([])
    expect((await window.save()).json().message).toBe('The study has been archived. Nothing can be signed.')
  })

  it('a draft keeps the name of its template, also for another reader, until it is discarded', async () => {
    const study = await assignedStudy()
    await createAssignment(api.db, { studyId: study.id, ...doctorOf('otherDoctor') })
    const first = await windowOf('assignedDoctor', study.id)
    const saved = async (templateName: string) => {
      await first.save(normal, 'original', '', templateName)
      return (await call('otherDoctor', study.id, 'GET', `?windowId=${randomUUID()}`)).json().draft.templateName
    }
    expect(await saved('CT abdomen')).toBe('CT abdomen')
    expect(await saved('CT chest')).toBe('CT chest')
    expect(await saved('x'.repeat(101))).toBe('CT chest')

    await first.end('/discard')
    const again = await windowOf('otherDoctor', study.id)
    await again.save()
    expect((await again.open()).json().draft).toMatchObject({ templateName: null })
  })

  it('a draft that is saved without the name of a template has none', async () => {
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    await window.save(normal, 'original', '', 'CT chest')
    await window.save()
    expect((await window.open()).json().draft).toMatchObject({ revision: 2, templateName: null })
  })

  it('a second reader can take over, and later saves of the first are refused', async () => {
    const study = await assignedStudy()
    await createAssignment(api.db, { studyId: study.id, ...doctorOf('otherDoctor') })
    const first = await windowOf('assignedDoctor', study.id)
    await first.save()
    const refused = await windowOf('otherDoctor', study.id)
    expect(refused.held.statusCode).toBe(423)
    expect(refused.held.json()).toMatchObject({
      code: 'REPORT_HELD',
      message: expect.stringContaining(cast.assignedDoctor.fullName),
    })
    expect((await refused.open()).json().hold).toMatchObject({ userName: cast.assignedDoctor.fullName, isOwn: false })

    const second = await windowOf('otherDoctor', study.id, true)
    expect(second.held.statusCode).toBe(200)
    for (const answer of [await first.save(), await first.sign(), await first.end('/put-away'), await first.end('/discard')])
      expect([answer.statusCode, answer.json().code]).toEqual([423, 'HOLD_LOST'])
    await first.end('/release')
    expect((await second.open()).json().hold).toMatchObject({ isThisWindow: true })
  })

  it('a text with thousands of nested lists is refused, and nothing is saved', async () => {
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    const list = '{"type":"bulletList","content":['.repeat(3_000) + ']}'.repeat(3_000)
    const url = `/api/studies/${study.id}/reading/draft`
    const headers = { 'content-type': 'application/json' }
    const payload = `{"windowId":"${randomUUID()}","fence":1,"revision":0,"content":${list}}`
    const answer = await api.request({ method: 'PUT', url, headers, payload }, cast.assignedDoctor)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'BAD_REQUEST'])
    expect((await window.open()).json().draft).toBeNull()
  })

  it('a late save from before a lost and regained hold is refused', async () => {
    const study = await assignedStudy()
    await createAssignment(api.db, { studyId: study.id, ...doctorOf('otherDoctor') })
    const take = async (who: Writer, windowId: string) =>
      (await call(who, study.id, 'POST', '/hold', { windowId, takeOver: true })).json().fence
    const [mine, other] = [randomUUID(), randomUUID()]
    const fences = [await take('assignedDoctor', mine), await take('otherDoctor', other), await take('assignedDoctor', mine)]
    const save = async (fence: number) => {
      const body = { windowId: mine, fence, revision: 0, kind: 'original', content: normal }
      return (await call('assignedDoctor', study.id, 'PUT', '/draft', body)).statusCode
    }
    expect([await save(fences[0]), await save(fences[2])]).toEqual([423, 200])
  })

  it('the writer sees who requests the report, until it is taken over', async () => {
    const study = await assignedStudy()
    await createAssignment(api.db, { studyId: study.id, ...doctorOf('otherDoctor') })
    const writer = await windowOf('assignedDoctor', study.id)
    const askedBy = async () => (await writer.open()).json().hold.askedBy
    expect(await askedBy()).toBeNull()
    const windowId = randomUUID()
    expect((await call('otherDoctor', study.id, 'POST', '/ask', { windowId })).statusCode).toBe(200)
    expect(await askedBy()).toBe(cast.otherDoctor.fullName)
    expect((await writer.save()).statusCode).toBe(200)
    await call('otherDoctor', study.id, 'POST', '/hold', { windowId, takeOver: true })
    expect((await writer.open()).json().hold).toMatchObject({ userName: cast.otherDoctor.fullName, askedBy: null })
  })

  it('a save on top of a stale revision is refused and changes nothing', async () => {
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    await window.save()
    const { windowId, fence } = { windowId: randomUUID(), fence: 1 }
    expect((await call('assignedDoctor', study.id, 'POST', '/hold', { windowId })).statusCode).toBe(423)
    const again = await call('assignedDoctor', study.id, 'POST', '/hold', { windowId, takeOver: true })
    const stale = {
      windowId,
      fence: again.json().fence,
      revision: 0,
      kind: 'original',
      content: writtenReport({ findings: 'Old.' }),
    }
    const answer = await call('assignedDoctor', study.id, 'PUT', '/draft', stale)
    expect([answer.statusCode, answer.json().code, fence]).toEqual([409, 'DRAFT_STALE', 1])
    expect((await window.open()).json().draft.content).toEqual(normal)
  })

  it('a window that was away can neither save over nor sign a draft that was begun since', async () => {
    const study = await assignedStudy()
    await createAssignment(api.db, { studyId: study.id, ...doctorOf('otherDoctor') })
    const windowId = randomUUID()
    const hold = async () => (await call('assignedDoctor', study.id, 'POST', '/hold', { windowId, takeOver: false })).json().fence
    const text = { kind: 'original', reason: '', content: normal }
    const body = { windowId, fence: await hold(), revision: 0, ...text }
    const { revision } = (await call('assignedDoctor', study.id, 'PUT', '/draft', body)).json()

    const other = await windowOf('otherDoctor', study.id, true)
    await other.end('/discard', revision)
    const anew = await windowOf('otherDoctor', study.id)
    const fracture = writtenReport({ findings: 'Fracture.', impression: 'Fracture of the patella.' })
    expect((await anew.save(fracture)).statusCode).toBe(200)
    await anew.end('/release')

    const known = { windowId, fence: await hold(), revision }
    const saved = await call('assignedDoctor', study.id, 'PUT', '/draft', { ...known, ...text })
    expect(saved.json().code).toBe('DRAFT_STALE')
    const signature = { meaning: 'final', confirmed: [], password, requestId: randomUUID() }
    const signed = await call('assignedDoctor', study.id, 'POST', '/sign', { ...known, ...signature })
    expect(signed.json().code).toBe('DRAFT_STALE')
    expect((await anew.open()).json().draft.content).toEqual(fracture)
  })

  it('content that is no report text is refused with a clear error', async () => {
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    const wrong = [
      { type: 'doc', content: [{ type: 'paragraph' }] },
      { type: 'doc', content: [{ type: 'section', attrs: { id: 'prices' }, content: [{ type: 'paragraph' }] }] },
      { type: 'doc', content: [...normal.content, ...normal.content] },
      writtenReport({ findings: 'x'.repeat(200_001) }),
    ]
    for (const content of wrong) expect((await window.save(content)).json()).toMatchObject({ code: 'REPORT_TEXT_INVALID' })
    expect((await window.open()).json().draft).toBeNull()
  })

  it('text is stored as written, without invisible characters', async () => {
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    const odd = '{name} \\ #read("/etc/passwd") <b>x</b> $x$ عربي 日本語'
    await window.save(writtenReport({ findings: `${odd}\u0000\u202e\ud800`, impression: '\u0007' }))
    const { content } = (await window.open()).json().draft
    expect(content.content[0].content[0].content[0].text).toBe(`${odd}\ufffd`)
    expect(content.content[1].content).toEqual([{ type: 'paragraph' }])
  })

  it('signing asks for the password, and then not again for a while', async () => {
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    await window.save()
    await api.db.execute(sql`update sessions set signing_confirmed_at = null where user_id = ${cast.assignedDoctor.userId}`)
    expect((await window.sign({ password: undefined })).json()).toMatchObject({ code: 'SIGNATURE_PASSWORD_NEEDED' })
    expect((await window.sign({ password: 'wrong' })).json()).toMatchObject({ code: 'SIGNATURE_PASSWORD_INCORRECT' })
    expect(await statusOf(study.id)).toBe('report_in_progress')
    expect((await window.sign()).statusCode).toBe(200)

    const next = await assignedStudy()
    const second = await windowOf('assignedDoctor', next.id)
    await second.save()
    expect((await second.sign({ password: undefined })).statusCode).toBe(200)
  })

  it('signing waits for a concurrent change of the account, and then succeeds', async () => {
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    await window.save()
    const { userId, sessionId } = cast.assignedDoctor
    const answer = await answerDuring(
      api,
      (tx) => lockUser(tx, userId),
      () => window.sign(),
      (tx) => touchSession(tx, sessionId),
    )
    expect(answer.statusCode).toBe(200)
  })

  it('empty text, unfilled fields and a wrong side block the signature', async () => {
    const study = await assignedStudy({ description: 'CT right knee', patientSex: 'F' })
    const window = await windowOf('assignedDoctor', study.id)
    await window.save(writtenReport({ findings: 'No fracture.' }))
    expect((await window.sign()).json()).toMatchObject({
      code: 'REPORT_INCOMPLETE',
      message: expect.stringContaining('Impression'),
    })
    await window.save(writtenReport({ findings: 'The left knee. Prostate normal.', impression: '[size]' }))
    expect((await window.sign()).json()).toMatchObject({ code: 'REPORT_UNCONFIRMED' })
    expect((await window.sign({ confirmed: ['side', 'leftover'] })).json().message).toContain('Prostate')
    const signed = await window.sign({ confirmed: ['side', 'leftover', 'sex', 'images'] })
    expect(signed.json().version.confirmed).toEqual(['leftover', 'sex', 'side'])
  })

  it('a text that cannot be printed is refused before it is signed, within seconds', async () => {
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    const findings = `a${'\u0301'.repeat(190_000)}`
    await window.save(writtenReport({ findings, impression: '' }))
    expect((await window.sign()).json().message).toContain('Impression')
    await window.save(writtenReport({ findings, impression: 'Normal.' }))
    // On a busy machine the first answers ask to try again.
    const refused = expect.objectContaining({ code: 'REPORT_INCOMPLETE', message: expect.stringContaining('print') })
    await expect.poll(async () => (await window.sign()).json()).toEqual(refused)
    expect(await api.db.$count(reportVersions, eq(reportVersions.studyId, study.id))).toBe(0)
    await window.save()
    expect((await window.sign()).statusCode).toBe(200)
  })

  it('a text that could not be printed yet on a busy machine is not signed, and can be a moment later', async () => {
    const warm = await assignedStudy()
    const first = await windowOf('assignedDoctor', warm.id)
    await first.save()
    await first.sign()
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    const printers = await childrenWith('render-child')
    for (const pid of printers) process.kill(pid, 'SIGSTOP')
    onTestFinished(() => {
      for (const pid of printers) process.kill(pid, 'SIGCONT')
    })
    await window.save(writtenReport({ findings: 'No fracture beside a busy machine.', impression: 'Normal.' }))
    const refused = await window.sign()
    expect(refused.json()).toMatchObject({ code: 'REPORT_UNCHECKED' })
    expect(refused.headers['retry-after']).toBe('5')
    expect(await api.db.$count(reportVersions, eq(reportVersions.studyId, study.id))).toBe(0)
    for (const pid of printers) process.kill(pid, 'SIGCONT')
    expect((await window.sign()).statusCode).toBe(200)
  })

  it('a category that does not exist blocks the signature', async () => {
    const study = await assignedStudy({ description: 'Mammography', patientSex: 'F' })
    const window = await windowOf('assignedDoctor', study.id)
    const sections = writtenReport({ findings: 'No mass.', impression: 'Normal.' })
    const attrs = { id: 'b', label: 'BI-RADS', kind: 'choice', unit: '', options: ['1', '2'], completion: 'prohibit' }
    const withCategory = (value: string) => ({
      ...sections,
      content: [
        ...sections.content,
        {
          type: 'section',
          attrs: { id: 'recommendation', origin: '' },
          content: [{ type: 'field', attrs, content: [{ type: 'text', text: value }] }],
        },
      ],
    })
    await window.save(withCategory('7'))
    expect((await window.sign()).json()).toMatchObject({ code: 'REPORT_INCOMPLETE', message: expect.stringContaining('“7”') })
    await window.save(withCategory('2'))
    expect((await window.sign()).statusCode).toBe(200)
  })

  it('images that arrived after the report was begun must be reviewed', async () => {
    const study = await assignedStudy({ instancesHash: 'a' })
    const window = await windowOf('assignedDoctor', study.id)
    await window.save()
    await api.db.update(studies).set({ instancesHash: 'b' }).where(eq(studies.id, study.id))
    expect((await window.open()).json().imagesChanged).toBe(true)
    expect((await window.sign()).json().code).toBe('REPORT_UNCONFIRMED')
    expect((await window.sign({ confirmed: ['images'] })).statusCode).toBe(200)
  })

  it.each(['addendum', 'correction'] as const)('a report that was uploaded after the %s was begun must be read', async (kind) => {
    const study = await assignedStudy()
    const original = await windowOf('assignedDoctor', study.id)
    await original.save()
    await original.sign()
    const window = await windowOf('assignedDoctor', study.id)
    const text = kind === 'addendum' ? writtenReport({ addendum: 'Compared with 2023: unchanged.' }) : normal
    const save = () => window.save(text, kind, kind === 'correction' ? 'The side was wrong.' : '')
    await save()
    expect((await window.open()).json().hasNewReport).toBe(false)
    const stored = { objectKey: 'reports/x', fileName: 'outside.pdf', contentType: 'application/pdf', sizeBytes: 1, sha256: '0' }
    const { doctorId } = cast.assignedDoctor
    const upload = { studyId: study.id, doctorId, reportStatus: 'finalized', afterVersion: 1, file: stored } as const
    await api.db.transaction((tx) => submitReport(tx, cast.admin, upload))
    await save()
    expect((await window.open()).json().hasNewReport).toBe(true)
    expect((await window.sign()).json()).toMatchObject({
      code: 'REPORT_UNCONFIRMED',
      message: expect.stringContaining('uploaded'),
    })
    expect((await window.sign({ confirmed: ['report'] })).json().version.confirmed).toEqual(['report'])
  })

  it('a template for another region of the body is confirmed', async () => {
    const study = await assignedStudy({ description: 'CT head' })
    const window = await windowOf('assignedDoctor', study.id)
    await window.save(normal, 'original', '', 'CT lung cancer screening')
    expect((await window.sign()).json()).toMatchObject({
      code: 'REPORT_UNCONFIRMED',
      message: expect.stringContaining('The template CT lung cancer screening is for chest. This study is of the head.'),
    })
    expect((await window.sign({ confirmed: ['template'] })).json().version.confirmed).toEqual(['template'])
  })

  it('a comparison with an earlier study is confirmed if the patient has none', async () => {
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    expect((await window.open()).json().hasPriors).toBe(false)
    await window.save(writtenReport({ findings: 'Compared with the CT of yesterday, no change.', impression: 'Normal knee.' }))
    expect((await window.sign()).json()).toMatchObject({
      code: 'REPORT_UNCONFIRMED',
      message: expect.stringContaining('no earlier study of this patient is in Readroom'),
    })
    expect((await window.sign({ confirmed: ['contradiction'] })).statusCode).toBe(200)
  })

  describe('series that were not displayed', () => {
    const auditOf = async (studyId: string) => {
      const ofSigning = and(eq(auditLog.targetId, studyId), eq(auditLog.action, 'report.signed'))
      const [entry] = await api.db.select().from(auditLog).where(ofSigning)
      return entry?.details
    }
    const uids = { frontal: '1.2.3.1', lateral: '1.2.3.2', note: '1.2.3.3' }
    async function studyOfSeries(labId = cast.labA.id) {
      const study = await assignedStudy({ labId })
      const rows = [
        { seriesInstanceUid: uids.frontal, seriesNumber: 1, modality: 'DX', description: 'PA' },
        { seriesInstanceUid: uids.lateral, seriesNumber: 2, modality: 'DX', description: 'Lateral' },
        { seriesInstanceUid: uids.note, seriesNumber: 3, modality: 'KO' },
      ]
      await api.db
        .insert(series)
        .values(rows.map((row) => ({ studyId: study.id, orthancId: randomUUID(), imageCount: 1, ...row })))
      const window = await windowOf('assignedDoctor', study.id)
      await window.save()
      const display = (...seriesInstanceUids: string[]) =>
        call('assignedDoctor', study.id, 'POST', '/displayed', { seriesInstanceUids })
      const isDisplayed = async () => {
        const opened: { series: { seriesInstanceUid: string; isDisplayed: boolean }[] } = (await window.open()).json()
        return opened.series.map((one) => [one.seriesInstanceUid, one.isDisplayed])
      }
      return { study, window, display, isDisplayed }
    }

    it('are the segmentations and reports of a study without images', async () => {
      const { study, window, display } = await studyOfSeries()
      await api.db.update(series).set({ modality: 'SEG' }).where(eq(series.studyId, study.id))
      await display(uids.frontal)
      expect((await window.sign()).json()).toMatchObject({
        code: 'REPORT_UNCONFIRMED',
        message: expect.stringContaining('Not opened: 2 “Lateral”'),
      })
    })

    it('need a confirmation, and are named in the audit log', async () => {
      const { study, window, display, isDisplayed } = await studyOfSeries()
      await display(uids.frontal, '9.9.9')
      expect(await isDisplayed()).toEqual([
        [uids.frontal, true],
        [uids.lateral, false],
      ])
      expect((await window.sign()).json()).toMatchObject({
        code: 'REPORT_UNCONFIRMED',
        message: expect.stringContaining('Not opened: 2 “Lateral”.'),
      })
      expect((await window.sign({ confirmed: ['series'] })).json().version.confirmed).toEqual(['series'])
      expect(await auditOf(study.id)).toMatchObject({ seriesNotDisplayed: [uids.lateral] })
    })

    it('need no confirmation once displayed, until one gets more images', async () => {
      const { study, window, display, isDisplayed } = await studyOfSeries()
      await display(uids.frontal, uids.lateral)
      await api.db.update(series).set({ imageCount: 2 }).where(eq(series.studyId, study.id))
      expect((await isDisplayed()).map(([, is]) => is)).toEqual([false, false])
      await display(uids.frontal, uids.lateral)
      expect((await window.sign()).json().version.confirmed).toEqual([])
      expect(await auditOf(study.id)).not.toHaveProperty('seriesNotDisplayed')
    })

    it('are named with the part that was displayed', async () => {
      const { study, window } = await studyOfSeries()
      await api.db.update(series).set({ imageCount: 140 }).where(eq(series.seriesInstanceUid, uids.lateral))
      const say = (shown: number, isWhole = false, undrawn = 0) =>
        call('assignedDoctor', study.id, 'POST', '/displayed', {
          seriesInstanceUids: [uids.lateral],
          loaded: [{ seriesInstanceUid: uids.lateral, images: 140, seen: { isWhole, shown, frames: 140, undrawn } }],
        })
      const lateral = async () => (await window.open()).json().series[1]
      await say(1)
      expect(await lateral()).toMatchObject({ isDisplayed: false, shown: 1, frames: 140, undrawn: 0 })
      expect((await window.sign()).json()).toMatchObject({
        code: 'REPORT_UNCONFIRMED',
        message: expect.stringContaining('Not opened: 1 “PA”. Opened in part: 2 “Lateral” (1 of 140 images).'),
      })
      await say(140, true)
      await say(3)
      expect(await lateral()).toMatchObject({ isDisplayed: true, shown: 140 })
    })

    it('need an answer how their images were seen that could not be drawn', async () => {
      const { study, window, display } = await studyOfSeries()
      await display(uids.frontal)
      const seen = { isWhole: false, shown: 0, frames: 1, undrawn: 1 }
      await call('assignedDoctor', study.id, 'POST', '/displayed', {
        seriesInstanceUids: [uids.lateral],
        loaded: [{ seriesInstanceUid: uids.lateral, images: 1, seen }],
      })
      const message = 'Say how you saw the images that could not be drawn: 2 “Lateral”.'
      for (const confirmed of [[], ['series'], ['undrawn-archive', 'undrawn-unseen']])
        expect((await window.sign({ confirmed })).json()).toMatchObject({
          code: 'REPORT_UNCONFIRMED',
          message: expect.stringContaining(message),
        })
      const signed = (await window.sign({ meaning: 'preliminary', confirmed: ['undrawn-archive'] })).json()
      expect(signed.version.confirmed).toEqual(['undrawn-archive'])
      expect(signed.version.notSeen).toEqual([])
      const said = { number: 2, modality: 'DX', description: 'Lateral', images: 1, of: 1, said: 'undrawn-archive' }
      expect(signed.version.displayed).toEqual({ shown: 1, of: 2, others: [said] })
      expect(await auditOf(study.id)).toMatchObject({ confirmed: ['undrawn-archive'] })
      // The same reader is not asked again before something new arrives.
      const answered = async (name: 'assignedDoctor' | 'admin') =>
        (await call(name, study.id, 'GET', `?windowId=${randomUUID()}`)).json().answered
      expect(await answered('assignedDoctor')).toEqual([said])
      expect(await answered('admin')).toEqual([])
      await api.db
        .update(studies)
        .set({ generation: sql`${studies.generation} + 1` })
        .where(eq(studies.id, study.id))
      expect(await answered('assignedDoctor')).toEqual([])
    })

    it('are counted in images, and curves as curves', async () => {
      const { study, window, display } = await studyOfSeries()
      await display(uids.frontal)
      await api.db.update(series).set({ modality: 'ECG' }).where(eq(series.seriesInstanceUid, uids.lateral))
      const seen = { isWhole: true, shown: 1, frames: 3, undrawn: 2 }
      await call('assignedDoctor', study.id, 'POST', '/displayed', {
        seriesInstanceUids: [uids.lateral],
        loaded: [{ seriesInstanceUid: uids.lateral, images: 1, seen }],
      })
      const { displayed } = (await window.sign({ confirmed: ['undrawn-elsewhere'] })).json().version
      expect(displayed).toMatchObject({ shown: 1, of: 1, others: [{ modality: 'ECG', images: 2, of: 3 }] })
    })

    it('are named in the report if its signer has not seen their images', async () => {
      const { study, window, display } = await studyOfSeries()
      await display(uids.frontal)
      await api.db.update(series).set({ imageCount: 12 }).where(eq(series.seriesInstanceUid, uids.lateral))
      const seen = { isWhole: false, shown: 5, frames: 12, undrawn: 7 }
      await call('assignedDoctor', study.id, 'POST', '/displayed', {
        seriesInstanceUids: [uids.lateral],
        loaded: [{ seriesInstanceUid: uids.lateral, images: 12, seen }],
      })
      const signed = (await window.sign({ confirmed: ['undrawn-unseen'] })).json()
      const notSeen = [expect.objectContaining({ number: 2, description: 'Lateral', images: 7, of: 12 })]
      expect(signed.version.notSeen).toEqual(notSeen)
      const told = (
        await api.request({ method: 'GET', url: `/api/studies/${study.id}/report-versions` }, cast.assignedDoctor)
      ).json()
      expect(told).toMatchObject({ isIntact: true, versions: [{ snapshot: { notSeen } }] })
    })

    it('need a confirmation after their images were sent anew', async () => {
      const { study, window, display, isDisplayed } = await studyOfSeries()
      await display(uids.frontal, uids.lateral)
      await api.db.update(studies).set({ instancesHash: 'a', settledAt: sql`now()` }).where(eq(studies.id, study.id))
      await api.db.update(reportDrafts).set({ instancesHash: 'a' }).where(eq(reportDrafts.studyId, study.id))
      const { generation, imagesChanged } = (await window.open()).json()
      expect(imagesChanged).toBe(false)
      // As the worker does.
      await api.db.transaction(async (begun) => {
        const [tx] = await lockAnyStudy(begun, study.id)
        await tx
          .update(studies)
          .set({ generation: generation + 1 })
          .where(eq(studies.id, study.id))
        await forgetImagesOfDraft(tx, study.id)
        await forgetDisplayedSeries(tx, study.id)
      })
      expect((await window.open()).json()).toMatchObject({ imagesChanged: true, generation: generation + 1 })
      expect((await isDisplayed()).map(([, is]) => is)).toEqual([false, false])
      const refused = (await window.sign()).json()
      expect(refused.code).toBe('REPORT_UNCONFIRMED')
      expect(refused.message).toContain('Images arrived or changed after this report was started.')
      expect(refused.message).toContain('Not opened: 1 “PA”, 2 “Lateral”.')
      await display(uids.frontal, uids.lateral)
      expect((await window.sign({ confirmed: ['images'] })).json().version.confirmed).toEqual(['images'])
    })

    it('need a confirmation if the viewer had fewer images than have come', async () => {
      const { study, window, isDisplayed } = await studyOfSeries()
      await api.db.update(series).set({ imageCount: 3 }).where(eq(series.studyId, study.id))
      const displayWith = (images: number) =>
        call('assignedDoctor', study.id, 'POST', '/displayed', {
          seriesInstanceUids: [uids.frontal, uids.lateral],
          loaded: [{ seriesInstanceUid: uids.lateral, images }],
        })
      await displayWith(2)
      expect(await isDisplayed()).toEqual([
        [uids.frontal, true],
        [uids.lateral, false],
      ])
      expect((await window.sign()).json()).toMatchObject({
        code: 'REPORT_UNCONFIRMED',
        message: expect.stringContaining('Opened in part: 2 “Lateral” (2 of 3 images).'),
      })
      await displayWith(3)
      expect((await window.sign()).json().version.confirmed).toEqual([])
    })

    it('are also documents, reports and segmentations, but no presentation states and other marks', async () => {
      const strict = await createLab(api.db)
      await api.db.update(labs).set({ everySeriesDisplayed: true }).where(eq(labs.id, strict.id))
      const { study, window, display } = await studyOfSeries(strict.id)
      const rows = ['DOC', 'SEG', 'SR', 'PR', 'RWV', 'REG'].map((modality, at) => ({
        modality,
        seriesNumber: 4 + at,
        seriesInstanceUid: `1.2.3.${4 + at}`,
      }))
      await api.db
        .insert(series)
        .values(rows.map((row) => ({ studyId: study.id, orthancId: randomUUID(), imageCount: 1, ...row })))
      await display(uids.frontal, uids.lateral)
      expect((await window.sign()).json()).toMatchObject({
        code: 'REPORT_UNCONFIRMED',
        message: expect.stringContaining('Not opened: 4, 5, 6.'),
      })
      await display('1.2.3.4', '1.2.3.6')
      expect((await window.sign()).json().message).toContain('Not opened: 5.')
      expect((await window.sign({ confirmed: ['series'] })).statusCode).toBe(200)
    })

    it('block the signature if the laboratory requires all series', async () => {
      const strict = await createLab(api.db)
      await api.db.update(labs).set({ everySeriesDisplayed: true }).where(eq(labs.id, strict.id))
      const { window, display } = await studyOfSeries(strict.id)
      await display(uids.frontal)
      expect((await window.sign({ confirmed: ['series'] })).json()).toMatchObject({
        code: 'REPORT_INCOMPLETE',
        message: expect.stringContaining('Not opened: 2 “Lateral”.'),
      })
      await display(uids.lateral)
      expect((await window.sign()).statusCode).toBe(200)
    })

    it('have the rule of their laboratory for what counts as displayed', async () => {
      const own = await createLab(api.db)
      await api.db
        .update(labs)
        .set({ displayRules: [{ modality: 'DX', rule: 'one' }] })
        .where(eq(labs.id, own.id))
      const rulesOf = async (labId?: string) => {
        const { window } = await studyOfSeries(labId)
        return (await window.open()).json().series.map(({ rule }: { rule: unknown }) => rule)
      }
      expect(await rulesOf(own.id)).toEqual(['one', 'one'])
      expect(await rulesOf()).toEqual([null, null])
    })

    it('are counted per reader', async () => {
      const { study, display } = await studyOfSeries()
      await createAssignment(api.db, { studyId: study.id, ...doctorOf('otherDoctor') })
      await display(uids.frontal, uids.lateral)
      const opened = await call('otherDoctor', study.id, 'GET', `?windowId=${randomUUID()}`)
      expect(opened.json().series).toMatchObject([{ isDisplayed: false }, { isDisplayed: false }])
    })
  })

  it('repeated and simultaneous requests sign once', async () => {
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    await window.save()
    const requestId = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => window.sign({ requestId })))
    expect(new Set(answers.map((answer) => answer.json().version?.id)).size).toBe(1)
    const other = await window.sign()
    expect(other.json().code).toBe('HOLD_LOST')
    expect(await api.db.$count(reportVersions, eq(reportVersions.studyId, study.id))).toBe(1)
  })

  it('a request that signed one study does not answer for another', async () => {
    const requestId = randomUUID()
    const [one, other] = [await assignedStudy(), await assignedStudy()]
    const answers = []
    for (const { id } of [one, other]) {
      const window = await windowOf('assignedDoctor', id)
      await window.save()
      answers.push(await window.sign({ requestId }))
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 409])
    expect(await statusOf(other.id)).toBe('report_in_progress')
  })

  it('a doctor who lost the study can neither save nor sign it, and learns who has it', async () => {
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    await window.save()
    await api.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, study.id))
    expect((await window.save()).json()).toMatchObject({
      code: 'STUDY_REASSIGNED',
      message: 'Nobody has this study now. Your text stays in this window. Copy what you still need.',
    })
    const held = await call('assignedDoctor', study.id, 'POST', '/hold', { windowId: randomUUID() })
    expect(held.json()).toMatchObject({
      code: 'STUDY_REASSIGNED',
      message: expect.stringContaining('Nobody has this study now.'),
    })
    expect((await window.sign()).json().code).toBe('STUDY_NOT_FOUND')
    expect(await api.db.$count(reportVersions, eq(reportVersions.studyId, study.id))).toBe(0)
  })

  it('the key to unsaved text stays with its writer, and differs per user and study', async () => {
    const [study, other] = [await assignedStudy(), await assignedStudy()]
    const window = await windowOf('assignedDoctor', study.id)
    const { localKey } = (await window.open()).json()
    await api.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, study.id))
    const keyOf = async (of: Parameters<typeof call>[0], studyId: string) => {
      const url = `/api/reading/local-key?studyId=${studyId}`
      return (await api.request({ method: 'GET', url }, cast[of])).json().localKey
    }
    expect(await keyOf('assignedDoctor', study.id)).toBe(localKey)
    expect([await keyOf('otherDoctor', study.id), await keyOf('assignedDoctor', other.id)]).not.toContain(localKey)
  })

  it('a correction is saved after its report was withdrawn, but cannot be signed', async () => {
    const study = await assignedStudy()
    const original = await windowOf('assignedDoctor', study.id)
    await original.save()
    await original.sign()
    const correction = await windowOf('assignedDoctor', study.id)
    await correction.save(normal, 'correction', 'The side was wrong.')
    const payload = { studyIds: [study.id], reason: 'Wrong patient.' }
    await api.request({ method: 'POST', url: '/api/admin/studies/unauthorize', payload }, cast.admin)
    const text = writtenReport({ findings: 'The left knee.', impression: 'Normal left knee.' })
    expect((await correction.save(text, 'correction', 'The side was wrong.')).statusCode).toBe(200)
    expect((await correction.open()).json().draft).toMatchObject({ content: text, kind: 'correction' })
    expect((await correction.sign()).json().code).toBe('REPORT_KIND_IMPOSSIBLE')
    expect((await correction.save(text, 'addendum')).json().code).toBe('REPORT_KIND_IMPOSSIBLE')
    // The same text, as the report that the study does not have any more.
    expect((await correction.save(text)).statusCode).toBe(200)
    expect((await correction.sign()).json().version).toMatchObject({ kind: 'original', content: text })
  })

  it('addenda and corrections follow a finished report, each with the hash of the one before', async () => {
    const study = await assignedStudy()
    const write = async (content: object, kind: ReportKind) => {
      const window = await windowOf('assignedDoctor', study.id, true)
      const saved = await window.save(content, kind)
      return saved.statusCode === 200 ? window.sign() : saved
    }
    await write(normal, 'original')
    expect((await write(normal, 'original')).json().code).toBe('REPORT_KIND_IMPOSSIBLE')
    expect((await write(writtenReport({ addendum: 'Compared with 2023: new.' }), 'addendum')).statusCode).toBe(200)
    expect((await write(normal, 'correction')).json().message).toContain('reason for the correction')
    const { windowId, fence } = await api.db.transaction((tx) =>
      holdReport(tx, cast.assignedDoctor, { studyId: study.id, windowId: randomUUID(), takeOver: true }),
    )
    const { draft } = (await call('assignedDoctor', study.id, 'GET', `?windowId=${windowId}`)).json()
    const why = { kind: 'correction', reason: 'The side was wrong.', content: normal }
    const body = { windowId, fence, revision: draft.revision, ...why }
    const { revision } = (await call('assignedDoctor', study.id, 'PUT', '/draft', body)).json()
    const signature = { meaning: 'final', confirmed: ['draft'], requestId: randomUUID() }
    const corrected = await call('assignedDoctor', study.id, 'POST', '/sign', { windowId, fence, revision, ...signature })
    expect(corrected.json().version).toMatchObject({ number: 3, kind: 'correction', reason: 'The side was wrong.' })
    const chain = await listChain(api.db, study.id)
    expect(chain.map(({ prevHash }) => prevHash).slice(1)).toEqual(chain.map(({ hash: own }) => own).slice(0, -1))
    const isWhole = (some: typeof chain) => isIntact(study.id, { signed: some, uploads: [], audited: [], pictures: [] })
    expect(isWhole(chain)).toBe(true)
    const [first, ...rest] = chain
    if (!first) throw new Error('nothing was signed')
    expect(isWhole([{ ...first, content: writtenReport({ findings: 'Fracture.' }) }, ...rest])).toBe(false)
    expect(isWhole(rest)).toBe(false)
  })

  it('the versions tell whether they are intact, without storage keys', async () => {
    const study = await assignedStudy()
    const { doctorId } = cast.assignedDoctor
    await api.db.update(doctors).set({ signatureKey: 'signatures/of-the-doctor.png' }).where(eq(doctors.id, doctorId))
    const window = await windowOf('assignedDoctor', study.id)
    await window.save()
    await window.sign()
    const versions = async () =>
      (await api.request({ method: 'GET', url: `/api/studies/${study.id}/report-versions` }, cast.admin)).json()
    expect(await versions()).toMatchObject({ isIntact: true, versions: [{ signedBy: cast.assignedDoctor.fullName }] })
    expect(JSON.stringify(await versions())).not.toContain('signatures/')
    await expect(api.db.delete(reportVersions).where(eq(reportVersions.studyId, study.id))).rejects.toThrow()
  })

  it('the versions tell if the newest ones were removed in the database', async () => {
    const study = await assignedStudy()
    const window = await windowOf('assignedDoctor', study.id)
    await window.save()
    await window.sign()
    const more = await windowOf('assignedDoctor', study.id)
    await more.save(writtenReport({ addendum: 'A second fracture.' }), 'addendum')
    await more.sign()
    const look = async () =>
      (await api.request({ method: 'GET', url: `/api/studies/${study.id}/report-versions` }, cast.admin)).json()
    expect(await look()).toMatchObject({ isIntact: true, versions: [{ number: 2 }, { number: 1 }] })
    const cut = `study_id = '${study.id}' and number = 2`
    await api.asOwner(`begin; set local session_replication_role = replica;
      delete from reports where version_id in (select id from report_versions where ${cut});
      delete from report_versions where ${cut}; commit`)
    expect(await look()).toMatchObject({ isIntact: false, versions: [{ number: 1 }] })
  })

  it('a laboratory reads final versions, but no drafts and no preliminary ones', async () => {
    const study = await assignedStudy()
    const read = async () =>
      (await api.request({ method: 'GET', url: `/api/studies/${study.id}/report-versions` }, cast.staffA)).json().versions
    const window = await windowOf('assignedDoctor', study.id)
    await window.save()
    expect(await read()).toEqual([])
    await window.sign({ meaning: 'preliminary' })
    expect(await statusOf(study.id)).toBe('report_drafted')
    expect(await read()).toEqual([])
    const again = await windowOf('assignedDoctor', study.id)
    await again.save()
    await again.sign()
    expect(await read()).toMatchObject([{ number: 2, meaning: 'final' }])
  })
})
