import { randomUUID } from 'node:crypto'
import { createReadingTemplate } from '@readroom/domain/reading/reading-templates'
import { createTextBlock } from '@readroom/domain/reading/text-blocks'
import { writtenReport } from '../../written-report.fixture.ts'
import { type Caller, call, type Examples, form, get, type Scene, traced } from '../example.fixture.ts'

const root = '/api/reading-templates'
const blocks = '/api/text-blocks'
const content = writtenReport({ findings: 'Verborgen: no fracture.' })

/** Doctors write their own, administrators write shared ones. */
const placeOf = (caller: Caller | null) => ({
  scope: caller?.role === 'doctor_account' ? ('doctor' as const) : ('system' as const),
  labId: null,
})

export const newTemplate = () => ({
  name: `Template ${randomUUID()}`,
  modalities: ['CT'],
  words: ['brain'],
  sex: null,
  isDefault: false,
  content,
  kind: 'original' as const,
})
const newBlock = () => ({ shortcut: `x${randomUUID()}`.slice(0, 20), sections: ['findings'], content })

/** Makes a template that the caller may change and returns its id, or any id if the caller may not write templates. */
async function templateOf({ api }: Scene, caller: Caller | null): Promise<string> {
  if (!caller || caller.role === 'lab_staff') return randomUUID()
  return api.db.transaction((tx) => createReadingTemplate(tx, caller, { ...placeOf(caller), ...newTemplate() }))
}

async function blockOf({ api }: Scene, caller: Caller | null): Promise<string> {
  if (!caller || caller.role === 'lab_staff') return randomUUID()
  return api.db.transaction((tx) => createTextBlock(tx, caller, { ...placeOf(caller), ...newBlock() }))
}

export const readingTemplateExamples: Examples = {
  [`GET ${root}`]: get('WRITER', root),
  'GET /api/studies/:studyId/reading-templates': call('REPORT', (_scene, { _id }) => ({
    method: 'GET',
    url: `/api/studies/${_id}/reading-templates`,
  })),
  [`GET ${root}/:templateId`]: call('WRITER', async (scene, _study, caller) => ({
    method: 'GET',
    url: `${root}/${await templateOf(scene, caller)}`,
  })),
  [`GET ${root}/:templateId/file`]: call('WRITER', async (scene, _study, caller) => ({
    method: 'GET',
    url: `${root}/${await templateOf(scene, caller)}/file`,
  })),
  [`POST ${root}`]: traced('WRITER', { leaves: ['audit reading_template.created'] }, (_scene, _study, caller) => ({
    method: 'POST',
    url: root,
    payload: { ...placeOf(caller), ...newTemplate() },
  })),
  [`POST ${root}/import`]: traced('WRITER', { leaves: ['audit reading_template.created'] }, (_scene, _study, caller) => {
    const html = `<title>MR ${randomUUID()}</title><body><section data-section-name="Findings"><p>Verborgen</p></section></body>`
    return form('POST', `${root}/import`, { scope: placeOf(caller).scope, file: new File([html], 'a.html') })
  }),
  [`PUT ${root}/:templateId`]: traced(
    'WRITER',
    { leaves: ['audit reading_template.changed'] },
    async (scene, _study, caller) => ({
      method: 'PUT',
      url: `${root}/${await templateOf(scene, caller)}`,
      payload: { ...newTemplate(), version: 1 },
    }),
  ),
  [`DELETE ${root}/:templateId`]: traced(
    'WRITER',
    { leaves: ['audit reading_template.deleted'] },
    async (scene, _study, caller) => ({
      method: 'DELETE',
      url: `${root}/${await templateOf(scene, caller)}`,
    }),
  ),
  [`GET ${blocks}`]: get('WRITER', blocks),
  [`POST ${blocks}`]: traced('WRITER', { leaves: ['audit text_block.created'] }, (_scene, _study, caller) => ({
    method: 'POST',
    url: blocks,
    payload: { ...placeOf(caller), ...newBlock() },
  })),
  [`PUT ${blocks}/:blockId`]: traced('WRITER', { leaves: ['audit text_block.changed'] }, async (scene, _study, caller) => ({
    method: 'PUT',
    url: `${blocks}/${await blockOf(scene, caller)}`,
    payload: { ...newBlock(), version: 1 },
  })),
  [`DELETE ${blocks}/:blockId`]: traced('WRITER', { leaves: ['audit text_block.deleted'] }, async (scene, _study, caller) => ({
    method: 'DELETE',
    url: `${blocks}/${await blockOf(scene, caller)}`,
  })),
}
