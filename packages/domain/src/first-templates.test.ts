import { listReadingTemplates } from '@readroom/db/queries/reading-templates'
import { readingTemplates } from '@readroom/db/schema/reading-templates'
import { createCast } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/vitest-services'
import { checkReport } from '@readroom/report/checks'
import { readContent } from '@readroom/report/content'
import { unprintable } from '@readroom/report/printable'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ensureSystemTemplates } from './first-templates.ts'
import { systemTemplates } from './system-templates.ts'
import { rankTemplates } from './template-choice.ts'

describe('the templates of a new system', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
  })
  afterAll(() => database.drop())

  it('are made once, and not again where an administrator deleted one', async () => {
    const { db } = database
    const { admin } = await createCast(db)
    const names = async () => (await listReadingTemplates(db, admin)).map(({ template }) => template.name)
    await Promise.all([ensureSystemTemplates(db), ensureSystemTemplates(db)])
    expect(await names()).toEqual(systemTemplates.map(({ name }) => name).sort((a, b) => a.localeCompare(b)))
    await db.delete(readingTemplates).where(eq(readingTemplates.name, 'MR knee'))
    await ensureSystemTemplates(db)
    expect(await names()).not.toContain('MR knee')
  })

  it('are reports that can be read, checked and printed', () => {
    const subject = { kind: 'original', description: null, sex: null, imagesChanged: false, record: [], captions: [] } as const
    for (const { content } of systemTemplates) {
      const report = readContent(content)
      expect(unprintable(report.textContent)).toEqual([])
      expect(checkReport(report, subject).filter(({ message }) => /printed/.test(message))).toEqual([])
    }
  })

  it.each([
    ['CT', 'CT HEAD W/O', 'CT brain'],
    ['CT', 'CT CHEST', 'CT chest'],
    ['CT', 'Abdomen and pelvis', 'CT abdomen'],
    ['CT', 'CT foot', 'General'],
    ['MR', 'MRI KNEE LEFT', 'MR knee'],
    ['DX', 'Chest PA', 'XR chest'],
    ['US', 'US abdomen', 'US abdomen'],
    ['MG', 'Screening', 'Mammography'],
  ])('%s, %s: %s', (modality, description, name) => {
    const listed = systemTemplates.map((one) => ({ ...one, id: one.name, scope: 'system' as const, labId: null }))
    const study = { labId: null, modalities: [modality], description, bodyParts: '', patientSex: null }
    const [best] = rankTemplates(listed, study, 'original')
    expect([best?.fits, best?.template.name]).toEqual([true, name])
  })
})
