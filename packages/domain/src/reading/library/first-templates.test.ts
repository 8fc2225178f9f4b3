import { Shortcut } from '@readroom/contracts/reading/text-blocks'
import { listReadingTemplates } from '@readroom/db/reading/reading-templates'
import { readingTemplates, textBlocks } from '@readroom/db/reading/reading-templates.schema'
import { createCast } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { checkReport } from '@readroom/report/checks'
import { readContent } from '@readroom/report/content'
import { sectionTexts } from '@readroom/report/plain-text'
import { unprintable } from '@readroom/report/printable'
import { partsOfReport, reportOfParts } from '@readroom/report/template-parts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { chosenOf, rankTemplates } from '../template-choice.ts'
import { readTemplateFile, writeTemplateFile } from '../template-files.ts'
import { ensureSystemTemplates } from './first-templates.ts'
import { readShippedTemplates, readShippedTextBlocks } from './shipped-library.ts'

const systemTemplates = await readShippedTemplates()
const systemTextBlocks = await readShippedTextBlocks()

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

  it('are at least 40 templates and 60 text blocks, each of a name of its own', async () => {
    const { db } = database
    await ensureSystemTemplates(db)
    expect(systemTemplates.length).toBeGreaterThanOrEqual(40)
    expect(systemTextBlocks.length).toBeGreaterThanOrEqual(60)
    expect(await db.$count(textBlocks)).toBe(systemTextBlocks.length)
    for (const shortcut of systemTextBlocks.map((block) => block.shortcut)) expect(Shortcut.parse(shortcut)).toBe(shortcut)
  })

  it.each(systemTemplates)('$name is the same after it was exported and imported again', (template) => {
    expect(readTemplateFile(writeTemplateFile(template), null).text).toEqual(template)
  })

  it('leave the choice to the reader if a study shows parts of the body that no one template has', () => {
    const listed = systemTemplates.map((one) => ({ ...one, id: one.name, scope: 'system' as const, labId: null }))
    const study = { labId: null, modalities: ['MR'], description: 'MRI brain and lumbar spine', bodyParts: '', patientSex: null }
    expect(chosenOf(rankTemplates(listed, study, 'original'))).toBeNull()
  })

  it.each(['US obstetric', 'US pregnancy'])('leave the choice to the reader if the trimester is not said: %s', (description) => {
    const listed = systemTemplates.map((one) => ({ ...one, id: one.name, scope: 'system' as const, labId: null }))
    const study = { labId: null, modalities: ['US'], description, bodyParts: '', patientSex: 'F' as const }
    const chosen = chosenOf(rankTemplates(listed, study, 'original'))?.name
    expect(['US early pregnancy', 'US second or third trimester']).not.toContain(chosen)
  })

  it('say nothing of range, contrast, views, planes or sequences: nobody has looked at the images yet', () => {
    const claims =
      /contrast|barium|view|axial|sagittal|coronal|planar|reformat|frontal|lateral|oblique|sequence|series|weighted|diffusion|dynamic|from the|to the/i
    const said = systemTemplates.flatMap(({ name, content }) => {
      const technique = sectionTexts(readContent(content)).find(({ id }) => id === 'technique')?.text ?? ''
      return claims.test(technique) ? [`${name}: ${technique}`] : []
    })
    expect(said).toEqual([])
  })

  it.each([
    ['CT lung cancer screening', 'Lung-RADS', '4AS', '5'],
    ['CT abdomen and pelvis', 'LI-RADS', 'LR-TIV', '6'],
    ['MR liver', 'LI-RADS', 'LR-M', 'LR-6'],
    ['MR female pelvis', 'O-RADS', '5', '6'],
    ['US female pelvis', 'O-RADS', '0', '7'],
    ['CT brain', 'ASPECTS', '10', '11'],
  ])('%s: %s takes %s and refuses %s', (name, label, listed, other) => {
    const content = readContent(systemTemplates.find((one) => one.name === name)?.content)
    const blocksWith = (value: string) => {
      const parts = partsOfReport(content)
      const filled = Object.fromEntries(
        Object.entries(parts).map(([id, some]) => [
          id,
          some.map((part) => ('label' in part && part.label === label ? { ...part, value } : part)),
        ]),
      )
      const report = readContent(reportOfParts(filled, 'original'))
      const named = { kind: 'original', description: null, sex: 'F', imageSide: null } as const
      const subject = { ...named, record: [], captions: [], imagesChanged: false, hasNewReport: false }
      return checkReport(report, subject)
        .filter(({ severity, message }) => severity === 'blocks' && message.includes(label))
        .map(({ message }) => message)
    }
    expect(blocksWith(listed)).toEqual([])
    expect(blocksWith(other)).toEqual([expect.stringContaining(`“${other}” is not one of the values of ${label}`)])
  })

  it.each(['CT CHEST LOW DOSE LUNG CANCER SCREENING', 'LDCT chest', 'Low dose chest CT'])(
    'lung cancer screening: %s',
    (description) => {
      const listed = systemTemplates.map((one) => ({ ...one, id: one.name, scope: 'system' as const, labId: null }))
      const study = { labId: null, modalities: ['CT'], description, bodyParts: 'CHEST', patientSex: null }
      expect(chosenOf(rankTemplates(listed, study, 'original'))?.name).toBe('CT lung cancer screening')
    },
  )

  it.each([
    ['US early pregnancy', 'Yolk sac'],
    ['US early pregnancy', 'Number of embryos'],
    ['US breast', 'Tissue'],
    ['US breast', 'Right breast'],
    ['US breast', 'Left breast'],
    ['MR breast', 'Background enhancement'],
  ])('%s: no command fills in “%s”, which is a count, a grade or a side that may not have been examined', (name, label) => {
    const template = systemTemplates.find((one) => one.name === name)
    const completions: string[] = []
    readContent(template?.content).descendants(({ type, attrs }) => {
      if (type.name === 'field' && attrs.label === label) completions.push(attrs.completion)
    })
    expect(completions).toEqual(['prohibit'])
  })

  it('contradict an impression that states what a field denies', () => {
    const subject = {
      kind: 'original',
      imagesChanged: false,
      hasNewReport: false,
      record: [],
      captions: [],
      imageSide: null,
    } as const
    const unmarked = systemTemplates.flatMap(({ name: description, sex, content }) =>
      (partsOfReport(readContent(content)).findings ?? []).flatMap((part) => {
        if (!('options' in part) || part.options[0] !== 'none') return []
        const findings = [{ ...part, value: 'none' }]
        const written = reportOfParts({ findings, impression: [{ text: `${part.label}.` }] }, 'original')
        const found = checkReport(readContent(written), { ...subject, description, sex })
        return found.some(({ code }) => code === 'contradiction') ? [] : [`${description}: ${part.label}`]
      }),
    )
    expect(unmarked).toEqual([])
  })

  it('ask about an impression that names a disease of a thing that a field calls normal or intact', () => {
    const subject = {
      kind: 'original',
      imagesChanged: false,
      hasNewReport: false,
      record: [],
      captions: [],
      imageSide: null,
    } as const
    const diseases = ['tear', 'stenosis', 'regurgitation', 'aneurysm', 'torsion', 'thrombus', 'stone', 'mass']
    const unmarked = systemTemplates.flatMap(({ name: description, sex, content }) =>
      (partsOfReport(readContent(content)).findings ?? []).flatMap((part) => {
        if (!('options' in part) || !['normal', 'intact', 'compressible'].includes(part.options[0] ?? '')) return []
        const findings = [{ ...part, value: part.options[0] ?? '' }]
        return diseases
          .filter((disease) => part.options.includes(disease))
          .flatMap((disease) => {
            const words = `${disease} of the ${part.label.toLowerCase()}.`
            const written = reportOfParts({ findings, impression: [{ text: words }] }, 'original')
            const found = checkReport(readContent(written), { ...subject, description, sex })
            return found.some(({ code }) => code === 'contradiction') ? [] : [`${description}: ${words}`]
          })
      }),
    )
    expect(unmarked).toEqual([])
  })

  it.each(['Normal examination.', 'No acute abnormality.'])('contradict nothing if all findings are normal: %s', (impression) => {
    const subject = {
      kind: 'original',
      imagesChanged: false,
      hasNewReport: false,
      record: [],
      captions: [],
      imageSide: null,
    } as const
    const marked = systemTemplates.flatMap(({ name: description, sex, content }) => {
      const { findings = [], ...parts } = partsOfReport(readContent(content))
      const normal = findings.map((part) =>
        'options' in part ? { ...part, value: part.value || (part.options[0] ?? '') } : part,
      )
      const written = reportOfParts({ ...parts, findings: normal, impression: [{ text: impression }] }, 'original')
      return checkReport(readContent(written), { ...subject, description, sex })
        .filter(({ code }) => code === 'contradiction')
        .map(({ message }) => `${description}: ${message}`)
    })
    expect(marked).toEqual([])
  })

  it('are reports that can be read, checked and printed', () => {
    const subject = {
      kind: 'original',
      description: null,
      sex: null,
      imagesChanged: false,
      hasNewReport: false,
      record: [],
      captions: [],
      imageSide: null,
    } as const
    for (const { content } of [...systemTemplates, ...systemTextBlocks]) {
      const report = readContent(content)
      expect(unprintable(report.textContent)).toEqual([])
      expect(checkReport(report, subject).filter(({ message }) => /printed/.test(message))).toEqual([])
    }
  })

  it.each([
    ['CT', 'CT HEAD W/O', 'CT brain'],
    ['CT', 'CT CHEST', 'CT chest'],
    ['CT', 'Abdomen and pelvis', 'CT abdomen and pelvis'],
    ['CT', 'CT chest and upper abdomen with contrast', 'CT chest and upper abdomen'],
    ['CT', 'CT chest abdomen pelvis', 'CT chest, abdomen and pelvis'],
    ['CT', 'CT calcium score', 'CT calcium score'],
    ['CT', 'CT coronary calcium score', 'CT calcium score'],
    ['CT', 'Coronary CTA', 'Coronary CT angiography'],
    ['CT', 'Coronary CTA with calcium score', 'Coronary CT angiography'],
    ['MR', 'Cardiac MRI', 'MR heart'],
    ['MR', 'MRA renal arteries', 'MR angiography of the renal arteries'],
    ['NM', 'V/Q scan', 'Lung ventilation and perfusion'],
    ['NM', 'Myocardial perfusion rest/stress', 'Myocardial perfusion'],
    ['NM', 'Bone scan', 'Bone scan'],
    ['US', 'Echocardiogram', 'Echocardiography'],
    ['US', 'US obstetric 2nd trimester anomaly scan', 'US second or third trimester'],
    ['US', 'US early pregnancy', 'US early pregnancy'],
    ['CT', 'CT pulmonary angiogram', 'CT pulmonary angiography'],
    ['CT', 'CT thoracic spine', 'CT thoracic and lumbar spine'],
    ['CT', 'CTA HEAD AND NECK', 'CT angiography of head and neck'],
    ['CT', 'CT KUB plain', 'CT urinary tract'],
    ['MR', 'MRI L-SPINE', 'MR lumbar spine'],
    ['CR', 'XR lumbar spine AP/LAT', 'XR spine'],
    ['US', 'US carotid Doppler', 'US carotid arteries'],
    ['XA', 'Embolisation', 'Angiography or intervention'],
    ['CT', 'CT-guided biopsy', 'General'],
    ['MR', 'MRI KNEE LEFT', 'MR knee'],
    ['DX', 'Chest PA', 'XR chest'],
    ['US', 'US abdomen', 'US abdomen'],
    ['MG', 'Screening', 'Mammography'],
  ])('%s, %s: %s', (modality, description, name) => {
    const listed = systemTemplates.map((one) => ({ ...one, id: one.name, scope: 'system' as const, labId: null }))
    const study = { labId: null, modalities: [modality], description, bodyParts: '', patientSex: 'F' as const }
    expect(chosenOf(rankTemplates(listed, study, 'original'))?.name).toBe(name)
  })
})
