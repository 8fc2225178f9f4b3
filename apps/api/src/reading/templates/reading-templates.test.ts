import { randomUUID } from 'node:crypto'
import { maxReadingTemplates } from '@readroom/contracts/reading/reading-templates'
import { maxTextBlocks } from '@readroom/contracts/reading/text-blocks'
import { readingTemplates, textBlocks } from '@readroom/db/reading/reading-templates.schema'
import { createActor, createAssignment, createCast, createDoctor, createStudy, createUser } from '@readroom/db/testing/factories'
import { eq, getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { form } from '../../testing/examples/example.fixture.ts'
import { newTemplate } from '../../testing/examples/reading/reading-templates.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { writtenReport } from '../../testing/written-report.fixture.ts'

const root = '/api/reading-templates'
const blocks = '/api/text-blocks'
const content = writtenReport({ findings: 'No fracture.' })

describe('report templates and text blocks', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  let studyId: string
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
    const said = { modalities: ['CT'], description: 'CT pelvis', patientSex: 'F' as const, status: 'assigned_to_doctor' as const }
    studyId = (await createStudy(api.db, { ...said, labId: cast.labA.id })).id
    const { doctorId } = cast.assignedDoctor
    await createAssignment(api.db, { studyId, doctorId, assignedBy: cast.admin.userId })
  })
  afterAll(() => api.stop())

  type Who = typeof cast.admin
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, who: Who, payload?: object) => {
    const answer = await api.request({ method, url, ...(payload && { payload }) }, who)
    return { status: answer.statusCode, ...answer.json() }
  }
  const own = (fields: object = {}) => ({ ...newTemplate(), scope: 'doctor', ...fields })
  const ofSystem = (fields: object = {}) => ({ ...newTemplate(), scope: 'system', ...fields })
  const ofLab = (labId: string, fields: object = {}) => ({ ...newTemplate(), scope: 'lab', labId, ...fields })
  const create = async (who: Who, template: object): Promise<string> => (await send('POST', root, who, template))._id
  const newBlock = (scope: string, shortcut = `x${randomUUID()}`.slice(0, 20)) => ({
    scope,
    shortcut,
    sections: ['findings'],
    content,
  })
  const someAdmin = async () => createActor(api.db, await createUser(api.db, 'admin'))
  const listed = async (who: Who): Promise<string[]> =>
    (await send('GET', root, who)).templates.map(({ _id }: { _id: string }) => _id)

  it('shared ones are read by doctors of the laboratory, own ones by their doctor only', async () => {
    const { admin, assignedDoctor, otherDoctor } = cast
    const system = await create(admin, ofSystem())
    const labA = await create(admin, ofLab(cast.labA.id))
    const labB = await create(admin, ofLab(cast.labB.id))
    const mine = await create(assignedDoctor, own())
    const seen = async (who: Who) => (await listed(who)).filter((id) => [system, labA, labB, mine].includes(id)).sort()
    expect(await seen(assignedDoctor)).toEqual([system, labA, mine].sort())
    expect(await seen(otherDoctor)).toEqual([system])
    expect(await seen(admin)).toEqual([system, labA, labB].sort())
    for (const [who, id] of [
      [otherDoctor, mine],
      [admin, mine],
      [assignedDoctor, labB],
    ] as const) {
      expect((await send('GET', `${root}/${id}`, who)).code).toBe('TEMPLATE_NOT_FOUND')
      expect((await send('PUT', `${root}/${id}`, who, { ...newTemplate(), version: 1 })).code).toBe('TEMPLATE_NOT_FOUND')
      expect((await send('DELETE', `${root}/${id}`, who)).code).toBe('TEMPLATE_NOT_FOUND')
    }
  })

  it('shared ones are changed by administrators, own ones by their doctor', async () => {
    const { admin, assignedDoctor } = cast
    const system = await create(admin, ofSystem())
    expect((await send('PUT', `${root}/${system}`, assignedDoctor, { ...newTemplate(), version: 1 })).code).toBe('FORBIDDEN')
    expect((await send('DELETE', `${root}/${system}`, assignedDoctor)).code).toBe('FORBIDDEN')
    expect((await send('POST', root, assignedDoctor, ofSystem())).code).toBe('FORBIDDEN')
    expect((await send('POST', root, assignedDoctor, ofLab(cast.labA.id))).code).toBe('FORBIDDEN')
    expect((await send('POST', root, admin, own())).code).toBe('FORBIDDEN')
    expect((await send('POST', root, admin, ofLab(admin.userId))).code).toBe('LAB_NOT_FOUND')
    const { template } = await send('GET', `${root}/${system}`, assignedDoctor)
    expect([template.isEditable, template.version, template.content]).toEqual([
      false,
      1,
      expect.objectContaining({ type: 'doc' }),
    ])
  })

  it('a stale version changes nothing', async () => {
    const { assignedDoctor } = cast
    const id = await create(assignedDoctor, own())
    const changed = { ...newTemplate(), name: 'Knee left', words: ['knee', 'knee'], content, version: 1 }
    expect((await send('PUT', `${root}/${id}`, assignedDoctor, changed)).status).toBe(200)
    expect((await send('PUT', `${root}/${id}`, assignedDoctor, { ...changed, name: 'Late' })).code).toBe('CONFLICT')
    const { template } = await send('GET', `${root}/${id}`, assignedDoctor)
    expect([template.name, template.words, template.version, template.content]).toEqual(['Knee left', ['knee'], 2, content])
    expect((await send('POST', root, assignedDoctor, own({ name: 'KNEE LEFT' }))).code).toBe('READING_TEMPLATE_NAME_TAKEN')
    expect((await send('DELETE', `${root}/${id}`, assignedDoctor)).status).toBe(200)
    expect((await send('GET', `${root}/${id}`, assignedDoctor)).code).toBe('TEMPLATE_NOT_FOUND')
  })

  it('contain only content that reports allow', async () => {
    const script = { type: 'doc', content: [{ type: 'script', text: 'alert(1)' }] }
    const answer = await send('POST', root, cast.assignedDoctor, own({ content: script }))
    expect([answer.status, answer.code]).toEqual([400, 'REPORT_TEXT_INVALID'])
  })

  it('are ranked for a study, with the text of the best one', async () => {
    const { admin, assignedDoctor } = cast
    const system = await create(admin, ofSystem({ words: ['pelvis'], name: 'System pelvis' }))
    const lab = await create(admin, ofLab(cast.labA.id, { words: ['pelvis'], name: 'Lab pelvis' }))
    await create(admin, ofLab(cast.labB.id, { words: ['pelvis'], name: 'Other lab' }))
    await create(assignedDoctor, own({ words: ['knee'], name: 'Knee' }))
    const url = `/api/studies/${studyId}/reading-templates`
    const before = await send('GET', url, assignedDoctor)
    expect(before.chosen).toMatchObject({ _id: lab, content: { type: 'doc' } })
    const names = before.templates.map(({ name }: { name: string }) => name)
    expect(names.slice(0, 1)).toEqual(['Lab pelvis'])
    expect(names).toContain('Knee')
    expect(names).not.toContain('Other lab')
    expect(before.templates.find(({ _id }: { _id: string }) => _id === system)).toMatchObject({
      fits: true,
      why: ['CT', "“pelvis” is in the study's description", 'Of the system'],
    })
    const mine = await create(assignedDoctor, own({ words: ['pelvis'], name: 'My pelvis' }))
    expect((await send('GET', url, assignedDoctor)).chosen._id).toBe(mine)
    expect(await send('GET', `${url}?kind=addendum`, assignedDoctor)).toMatchObject({ templates: [], chosen: null })
  })

  it('text blocks have a unique shortcut per scope, and are changed like templates', async () => {
    const { admin, assignedDoctor } = cast
    const shared = await send('POST', blocks, admin, newBlock('system', 'nofrac'))
    const mine = await send('POST', blocks, assignedDoctor, newBlock('doctor', 'nofrac'))
    expect([shared.status, mine.status]).toEqual([200, 200])
    expect((await send('POST', blocks, assignedDoctor, newBlock('doctor', 'NoFrac'))).code).toBe('SHORTCUT_TAKEN')
    const read = (await send('GET', blocks, assignedDoctor)).blocks as { _id: string; isEditable: boolean }[]
    const editable = (id: string) => read.find(({ _id }) => _id === id)?.isEditable
    expect([editable(shared._id), editable(mine._id)]).toEqual([false, true])
    const changed = { shortcut: 'fine', sections: [], content, version: 1 }
    expect((await send('PUT', `${blocks}/${shared._id}`, assignedDoctor, changed)).code).toBe('FORBIDDEN')
    expect((await send('PUT', `${blocks}/${mine._id}`, assignedDoctor, changed)).status).toBe(200)
    expect((await send('PUT', `${blocks}/${mine._id}`, assignedDoctor, changed)).code).toBe('CONFLICT')
    expect((await send('DELETE', `${blocks}/${mine._id}`, admin)).code).toBe('TEXT_BLOCK_NOT_FOUND')
    expect((await send('DELETE', `${blocks}/${mine._id}`, assignedDoctor)).status).toBe(200)
  })

  it.each([
    ['a section that there is not', { sections: ['appendix'] }],
    ['two sections of text', { content: writtenReport({ findings: 'a', impression: 'b' }) }],
    ['a short word of one letter', { shortcut: 'x' }],
    ['a short word with a space', { shortcut: 'no frac' }],
  ])('text blocks with %s are refused', async (_what, fault) => {
    const block = { scope: 'doctor', shortcut: 'odd', sections: [], content, ...fault }
    expect((await send('POST', blocks, cast.assignedDoctor, block)).status).toBe(400)
  })

  it("are deleted with their owner's account", async () => {
    const { user, doctor } = await createDoctor(api.db)
    const actor = await createActor(api.db, user)
    await create(actor, own())
    const texts = () => api.db.$count(readingTemplates, eq(readingTemplates.ownerId, user.id))
    expect(await texts()).toBe(1)
    expect((await send('DELETE', `/api/admin/doctors/delete/${doctor.id}`, cast.admin)).status).toBe(200)
    expect(await texts()).toBe(0)
  })

  it.each([
    { what: 'templates', url: root, table: readingTemplates, name: 'name', max: maxReadingTemplates, code: 'TOO_MANY_TEMPLATES' },
    { what: 'text blocks', url: blocks, table: textBlocks, name: 'shortcut', max: maxTextBlocks, code: 'TOO_MANY_TEXT_BLOCKS' },
  ])(
    'the number of shared $what is limited, even if several administrators add them at once',
    async ({ url, table, name, max, code }) => {
      const one = () => (table === readingTemplates ? ofSystem() : newBlock('system'))
      const admins = [cast.admin, await someAdmin(), await someAdmin()]
      const { _id } = await send('POST', url, cast.admin, one())
      const count = () => api.db.$count(table, eq(table.scope, 'system'))
      const copy = `jsonb_build_object('id', gen_random_uuid(), '${name}', 'copy-' || n)`
      await api.asOwner(`insert into ${getTableName(table)} select (jsonb_populate_record(t, ${copy})).*
      from ${getTableName(table)} t, generate_series(1, ${max - 1 - (await count())}) n where id = '${_id}'`)
      const answers = await Promise.all([...admins, ...admins].map((who) => send('POST', url, who, one())))
      expect(answers.map((answer) => answer.code ?? 'made').sort()).toEqual([...Array(5).fill(code), 'made'])
      expect(await count()).toBe(max)
      await api.db.delete(table).where(eq(table.scope, 'system'))
    },
  )

  describe('imported from files', () => {
    const upload = async (who: Who, html: string, fields: Record<string, string> = { scope: 'doctor' }) => {
      const answer = await api.request(
        await form('POST', `${root}/import`, { ...fields, file: new File([html], 'template.html') }),
        who,
      )
      return { status: answer.statusCode, ...answer.json() }
    }
    const section = (html: string) => `<body><section data-section-name="Findings"><p>${html}</p></section></body>`

    it('are not chosen automatically yet, and report what was lost', async () => {
      const { assignedDoctor } = cast
      const file = `<title>CT ear</title><section data-section-name="Dose">DLP</section>${section('<label for=a>Ear</label><input id=a data-field-completion-action=PROHIBIT>')}`
      const made = await upload(assignedDoctor, file)
      expect([made.status, made.notes]).toEqual([200, ['Unknown sections were moved to the findings.']])
      const { template } = await send('GET', `${root}/${made._id}`, assignedDoctor)
      expect(template).toMatchObject({ name: 'CT ear', modalities: ['CT'], words: [], isDefault: false, scope: 'doctor' })
      expect(JSON.stringify(template.content)).toContain('"completion":"prohibit"')
      expect((await upload(assignedDoctor, file)).code).toBe('READING_TEMPLATE_NAME_TAKEN')
      expect((await upload(assignedDoctor, file, { scope: 'doctor', name: 'Ear, again' })).status).toBe(200)
      expect((await upload(assignedDoctor, file, { scope: 'system' })).code).toBe('FORBIDDEN')
    })

    it('are the same template where another was exported', async () => {
      const { admin, assignedDoctor } = cast
      const text = { modalities: ['CT', 'MR'], words: ['ear', 'inner ear'], sex: 'F', kind: 'original', isDefault: true }
      const id = await create(admin, ofSystem({ ...text, name: 'Ear <& "nose">', content }))
      const exported = await api.request({ method: 'GET', url: `${root}/${id}/file` }, assignedDoctor)
      expect(exported.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' })
      const { _id } = await upload(assignedDoctor, exported.body)
      const { template } = await send('GET', `${root}/${_id}`, assignedDoctor)
      expect(template).toMatchObject({ ...text, name: 'Ear <& "nose">' })
      const again = await api.request({ method: 'GET', url: `${root}/${_id}/file` }, assignedDoctor)
      for (const { body } of [exported, again]) expect(body).toContain('<p>No fracture.</p>')
      const other = await api.request({ method: 'GET', url: `${root}/${_id}/file` }, admin)
      expect(other.json().code).toBe('TEMPLATE_NOT_FOUND')
    })

    it('are refused with the reason, and nothing is stored', async () => {
      const { admin } = cast
      const before = await listed(admin)
      const many = await upload(admin, section('<input>'.repeat(10_000)), { scope: 'system' })
      expect([many.status, many.code]).toEqual([415, 'MRRT_INVALID'])
      expect(many.message).toMatch(/The file has too many fields\.$/)
      const large = await upload(admin, section('x'.repeat(10 * 1024 * 1024)), { scope: 'system' })
      expect([large.status, large.code]).toEqual([413, 'MRRT_TOO_LARGE'])
      expect(await listed(admin)).toEqual(before)
    })

    it('keep nothing that could run', async () => {
      const hostile = section('ok<script>evil</script><b onclick="evil">ok</b><img src="https://evil" onerror="evil">')
      const { _id } = await upload(cast.assignedDoctor, hostile)
      const { template } = await send('GET', `${root}/${_id}`, cast.assignedDoctor)
      expect(JSON.stringify(template.content)).not.toMatch(/evil|onclick|onerror/)
      expect(JSON.stringify(template.content)).toContain('ok')
    })
  })
})
