import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessions } from '@readroom/db/access/accounts.schema'
import { tickets } from '@readroom/db/access/tickets.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { doctors } from '@readroom/db/people/doctors.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Env } from '../../core/config.ts'
import { readDocx } from '../../testing/docx.fixture.ts'
import { assignTo, createPatient } from '../../testing/priors.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

describe('report document', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi({ env: { PUBLIC_URL: 'https://portal.example' } })
  })
  beforeEach(async () => {
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  type Who = 'admin' | 'staffA' | 'assignedDoctor' | 'otherDoctor'
  type Fields = Parameters<typeof createStudy>[1]

  async function assignedStudy(fields: Fields = {}) {
    const named = { patientName: 'Müller Jörg', patientId: 'P/17', modalities: ['CT'], studyDate: '2026-11-21' }
    const study = await createStudy(api.db, { ...named, labId: cast.labA.id, status: 'assigned_to_doctor', ...fields })
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
    return study
  }
  async function sign(bytes: Buffer | null) {
    const signatureKey = `signatures/${randomUUID()}.png`
    if (bytes) await api.storage.put(signatureKey, bytes, { contentType: 'image/png' })
    const profile = { signatureKey, qualifications: ['MD', 'FRCR'], specialization: 'Neuroradiology', licenseNumber: 'L-42' }
    await api.db.update(doctors).set(profile).where(eq(doctors.id, cast.assignedDoctor.doctorId))
  }

  const url = (studyId: string) => `/api/documents/study/${studyId}/generate-patient-report`
  const generate = (who: Who, studyId: string) => api.request({ method: 'GET', url: url(studyId) }, cast[who])
  const read = async (who: Who, studyId: string) => readDocx((await generate(who, studyId)).rawPayload)
  const generated = (studyId: string) =>
    api.db.$count(auditLog, sql`${auditLog.action} = 'report.generated' and ${auditLog.targetId} = ${studyId}`)

  it('contains letterhead, patient, study, sections and doctor', async () => {
    const lab = { name: 'City Lab', contactPhone: '+41 1', contactEmail: 'desk@city.example' }
    const address = { street: 'Main Street 1', zipCode: '8001', city: 'Zurich', country: 'Switzerland' }
    await api.db
      .update(labs)
      .set({ ...lab, address })
      .where(eq(labs.id, cast.labA.id))
    await sign(pixel)
    const said = { description: 'Head without contrast', accessionNumber: 'A-9', clinicalHistory: 'Fell.\nHeadache.' }
    const study = await assignedStudy({ ...said, patientSex: 'F', patientBirthDate: '1981-03-01', referringPhysician: 'Dr Hall' })
    const answer = await generate('assignedDoctor', study.id)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, docx])
    expect(answer.headers['content-disposition']).toContain(
      "filename*=UTF-8''Report_M%C3%BCller_J%C3%B6rg_P_17_CT_2026-11-21.docx",
    )
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    const { header, text, footer, images } = await readDocx(answer.rawPayload)
    expect(header).toBe('City Lab\nMain Street 1\n8001 Zurich\nSwitzerland\n+41 1 desk@city.example\n')
    for (const part of ['Müller Jörg', 'P/17', '01-03-1981', 'Head without contrast', 'CT', '21-11-2026', 'A-9', 'Dr Hall'])
      expect(text).toContain(part)
    expect(text).toMatch(/Clinical information\nFell\.\nHeadache\.\n+Technique\n+Comparison\n+Findings\n+Impression\n/)
    expect(text).not.toContain('Previous')
    expect(text).toContain('Test doctor_account\nMD, FRCR\nNeuroradiology\nLicense L-42\n')
    expect(footer).toContain('Müller Jörg    P/17    A-9')
    expect(images).toHaveLength(1)
  })

  it('is recorded by ids only, and HEAD describes it without a record', async () => {
    const study = await assignedStudy()
    const asked = await api.request({ method: 'HEAD', url: url(study.id) }, cast.admin)
    expect([asked.statusCode, asked.headers['content-type'], await generated(study.id)]).toEqual([200, docx, 0])
    await generate('admin', study.id)
    const [entry] = await api.db.select().from(auditLog).where(eq(auditLog.targetId, study.id))
    expect(entry).toMatchObject({ action: 'report.generated', details: { doctorId: cast.assignedDoctor.doctorId } })
    const [{ status } = { status: '' }] = await api.db.select().from(studies).where(eq(studies.id, study.id))
    expect(status).toBe('assigned_to_doctor')
  })

  const hostile = {
    braces: '{patientId} {#x}{/x} {constructor} }{',
    'backslashes and formulas': 'C:\\new\\table +1+1 $& $1',
    'the markup of Word': '</w:t></w:r><w:p><w:r><w:t>in</w:t></w:r></w:p>&amp;&#65;]]>',
    HTML: "<script>alert(1)</script><b onclick>'q'</b>",
    'writing from right to left': 'كريم عبد الجبار \u200fשלום',
    'Chinese, Japanese and signs': '王小明 山田太郎 🩻 ≤ ✓',
  }
  for (const [what, name] of Object.entries(hostile)) {
    it(`prints ${what} as typed`, async () => {
      const { doctorId } = cast.assignedDoctor
      await api.db
        .update(doctors)
        .set({ qualifications: [name] })
        .where(eq(doctors.id, doctorId))
      const study = await assignedStudy({ patientName: name, description: name, clinicalHistory: name })
      const { text, footer } = await read('assignedDoctor', study.id)
      expect(text.split('\n').filter((line) => line.includes(name))).toHaveLength(4)
      expect(footer).toContain(name)
    })
  }

  it('drops characters that XML forbids, and keeps the rest', async () => {
    const study = await assignedStudy({ clinicalHistory: 'a\u0001b\ufffec\u000cd' })
    expect((await read('admin', study.id)).text).toContain('\nabcd\n')
  })

  it('is made without a missing signature, and for a study without data', async () => {
    await sign(null)
    const bare = await assignedStudy({ patientName: null, patientId: null, modalities: [], studyDate: null, labId: null })
    const answer = await generate('admin', bare.id)
    expect(answer.headers['content-disposition']).toBe('attachment; filename=Report_Study.docx')
    const { text, images } = await readDocx(answer.rawPayload)
    expect([images, /[{}]|null|undefined|N\/A/.test(text)]).toEqual([[], false])
  })

  it('names nobody if no doctor has the study', async () => {
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'pending_assignment' })
    expect((await read('admin', study.id)).text).toMatch(/Impression\n+$/)
  })

  it('opens in LibreOffice with its whole content', async ({ skip }) => {
    if (spawnSync('libreoffice', ['--version']).status !== 0)
      return skip('needs LibreOffice: apt-get install libreoffice-writer-nogui')
    await sign(pixel)
    const words = 'Long history with <w:p> and {#x}. '.repeat(300).slice(0, 10_000)
    const study = await assignedStudy({ patientName: 'Müller </w:t> 王小明', clinicalHistory: words })
    const dir = await mkdtemp(join(tmpdir(), 'readroom-docx-'))
    onTestFinished(() => rm(dir, { recursive: true }))
    await writeFile(join(dir, 'report.docx'), (await generate('admin', study.id)).rawPayload)
    const into = ['--convert-to', 'pdf', '--outdir', dir, join(dir, 'report.docx')]
    spawnSync('libreoffice', ['--headless', `-env:UserInstallation=file://${dir}/profile`, ...into])
    const pdf = await readFile(join(dir, 'report.pdf'))
    // The clinical history alone fills more than one page.
    expect(pdf.toString('latin1').match(/\/Type ?\/Page\b/g)?.length).toBeGreaterThan(2)
  })

  it('is not made for a prior, which is read-only', async () => {
    const patientRowId = await createPatient(api, cast.labA.id, 'P/18')
    const one = { labId: cast.labA.id, patientRowId, patientId: 'P/18', settledAt: new Date() }
    const prior = await createStudy(api.db, {
      ...one,
      studyDate: '2026-01-01',
      status: 'report_finalized',
      reportedAt: new Date(),
    })
    const current = await createStudy(api.db, { ...one, studyDate: '2026-11-21', status: 'assigned_to_doctor' })
    await assignTo(api, cast, current.id, cast.assignedDoctor.doctorId)
    const reports = `/api/documents/study/${prior.id}/reports`
    expect((await api.request({ method: 'GET', url: reports }, cast.assignedDoctor)).statusCode).toBe(200)
    expect((await generate('assignedDoctor', prior.id)).json().code).toBe('STUDY_NOT_FOUND')
  })

  describe('launched in a desktop program', () => {
    const launch = async (studyId: string) => {
      const answer = await api.request(
        { method: 'POST', url: `/api/documents/study/${studyId}/report-launch` },
        cast.assignedDoctor,
      )
      return answer.json() as { ticket: string; url: string; expiresIn: string }
    }
    const fetchIt = (ticket: string) => api.request({ method: 'GET', url: `/api/report-launch/${ticket}` })

    it('is a link with study and ticket, and without the token', async () => {
      const study = await assignedStudy()
      const { url: link, ticket, expiresIn } = await launch(study.id)
      const document = encodeURIComponent(`https://portal.example/api/report-launch/${ticket}`)
      expect([link, expiresIn]).toEqual([`readroom-report://open?study=${study.id}&document=${document}`, '60s'])
      expect(link).not.toContain(api.token(cast.assignedDoctor).split('.')[2])
    })

    it('is sent once, and HEAD does not use up the link', async () => {
      const study = await assignedStudy()
      const { ticket } = await launch(study.id)
      const asked = await api.request({ method: 'HEAD', url: `/api/report-launch/${ticket}` })
      expect([asked.statusCode, await generated(study.id)]).toEqual([200, 0])
      const first = await fetchIt(ticket)
      expect((await readDocx(first.rawPayload)).text).toContain('Müller Jörg')
      expect(await generated(study.id)).toBe(1)
      expect((await fetchIt(ticket)).json().code).toBe('LINK_EXPIRED')
    })

    it('is not sent after a minute, after signing out, after losing the study, or for a ticket of another purpose', async () => {
      const study = await assignedStudy()
      const [late, lost, ended] = [await launch(study.id), await launch(study.id), await launch(study.id)]
      const expire = (at: Date) => api.db.update(tickets).set({ expiresAt: at }).where(eq(tickets.studyId, study.id))
      await expire(new Date())
      expect((await fetchIt(late.ticket)).json().code).toBe('LINK_EXPIRED')
      await expire(new Date(Date.now() + 60_000))
      const payload = { purpose: 'viewer', studyId: study.id }
      const viewer = await api.request({ method: 'POST', url: '/api/auth/tickets', payload }, cast.assignedDoctor)
      expect((await fetchIt(viewer.json().ticket)).json().code).toBe('LINK_EXPIRED')
      await api.db.update(assignments).set({ unassignedAt: new Date() }).where(eq(assignments.studyId, study.id))
      expect((await fetchIt(lost.ticket)).json().code).toBe('STUDY_NOT_FOUND')
      await api.db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.id, cast.assignedDoctor.sessionId))
      expect((await fetchIt(ended.ticket)).json().code).toBe('LINK_EXPIRED')
    })

    it('accepts no template that a browser would open itself', () => {
      const parse = (link: string) => Env.shape.REPORT_LAUNCH_URL_TEMPLATE.safeParse(link).success
      expect(['javascript:alert(1)', 'https://x.example/{ticket}', 'word-report://{documentUrl}'].map(parse)).toEqual([
        false,
        false,
        true,
      ])
    })
  })
})
