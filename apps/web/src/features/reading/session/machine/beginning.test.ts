import type { ReportDraft } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { emptyReport, toContent } from '@readroom/report/content'
import { blocksOf, sectionTexts } from '@readroom/report/plain-text'
import { reportSchema } from '@readroom/report/schema'
import type { SectionId } from '@readroom/report/sections'
import { Fragment, type Node } from 'prosemirror-model'
import { expect, test } from 'vitest'
import { beginningOf, chosenAtFirst } from './beginning.ts'

type Texts = Partial<Record<SectionId, string>>

function reportOf(kind: ReportKind, texts: Texts): Node {
  const filled: Node[] = []
  const ids = new Map<unknown, string>(Object.entries(texts))
  emptyReport(kind).forEach((section) => {
    const text = ids.get(section.attrs.id)
    filled.push(text === undefined ? section : section.type.create(section.attrs, blocksOf(text)))
  })
  return reportSchema.nodes.doc.create(null, Fragment.from(filled))
}

const draftOf = (kind: ReportKind, texts: Texts, reason = ''): ReportDraft => ({
  kind,
  reason,
  content: toContent(reportOf(kind, texts)),
  revision: 3,
  savedBy: 'Dr Reader',
  savedAt: '2026-11-22T12:00:00.000Z',
  isDrafted: false,
  templateName: null,
})

/** Returns the text with which the page begins, by section. */
function begun(draft: ReportDraft, kinds: ReportKind[], asked?: ReportKind) {
  const chosen = asked ? { kind: asked, reason: 'Asked' } : chosenAtFirst({ draft, kinds })
  if (!chosen) return null
  const { document, kind, reason } = beginningOf({ draft, clinicalHistory: '', versions: [] }, chosen, null)
  return { kind, reason, texts: Object.fromEntries(sectionTexts(document).map(({ id, text }) => [id, text])) }
}

const texts = { findings: 'Fracture.\n- of the patella', impression: 'Fracture.' }
const wholeTexts = expect.objectContaining({ findings: expect.stringContaining('of the patella'), impression: 'Fracture.' })

test('a draft that can be signed is continued as it is', () => {
  expect(begun(draftOf('original', texts), ['original'])).toEqual({ kind: 'original', reason: '', texts: wholeTexts })
  const correction = draftOf('correction', texts, 'The side was wrong.')
  expect(begun(correction, ['addendum', 'correction'])).toMatchObject({ kind: 'correction', reason: 'The side was wrong.' })
})

test('a correction becomes the report when its report was withdrawn', () => {
  const draft = draftOf('correction', texts, 'The side was wrong.')
  expect(begun(draft, ['original'])).toEqual({ kind: 'original', reason: '', texts: wholeTexts })
})

test('an addendum becomes the findings of the report when its report was withdrawn', () => {
  const { kind, texts: written } = begun(draftOf('addendum', { addendum: 'Compared with 2023.' }), ['original']) ?? {}
  expect([kind, written?.findings, written?.addendum]).toEqual(['original', 'Compared with 2023.', undefined])
})

test('a draft whose study was reported meanwhile waits for the choice, and goes along', () => {
  const draft = draftOf('original', texts)
  const kinds: ReportKind[] = ['addendum', 'correction']
  expect(begun(draft, kinds)).toBeNull()
  expect(begun(draft, kinds, 'correction')).toEqual({ kind: 'correction', reason: 'Asked', texts: wholeTexts })
  const addendum = begun(draft, kinds, 'addendum')
  expect(Object.keys(addendum?.texts ?? {})).toEqual(['addendum'])
  expect(addendum?.texts.addendum).toMatch(/Fracture\.[\s\S]*of the patella[\s\S]*Fracture\./)
})

test('nothing is begun for an archived study', () => {
  expect(begun(draftOf('original', texts), [])).toBeNull()
})
