import { createHash, randomUUID } from 'node:crypto'
import { confirmations, type ReportContent } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind, SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import type { Actor } from '@readroom/db/core/actor'
import type { Begun } from '@readroom/db/core/locks'
import { listDraftKeyImages } from '@readroom/db/reading/key-images'
import { findVersion, storeWord, type VersionRecord } from '@readroom/db/reports/report-versions'
import { announcePdf, signReport } from '@readroom/domain/reading/report-signing'
import { type Held, holdReport, saveDraft } from '@readroom/domain/reading/report-writing'
import type { TestApi } from './test-api.ts'
import { writtenReport } from './written-report.fixture.ts'

type Signing = {
  content?: ReportContent
  kind?: ReportKind
  meaning?: SignatureMeaning
  reason?: string
  /** Seconds during which it can be recalled. By default it is released at once. */
  recallSeconds?: number
  /** Runs on the draft before it is signed. */
  also?: (tx: Begun, held: Held) => Promise<void>
}

const texts: Record<ReportKind, ReportContent> = {
  original: writtenReport({ findings: 'No fracture.', impression: 'Normal knee.' }),
  addendum: writtenReport({ addendum: 'Compared with 2023: unchanged.' }),
  correction: writtenReport({ findings: 'Fracture.', impression: 'Fracture of the patella.' }),
}

/** Writes and signs a report as a doctor who has the study. Makes no documents. */
export async function signAs(
  { db }: Pick<TestApi, 'db'>,
  doctor: Actor,
  studyId: string,
  {
    kind = 'original',
    content = texts[kind],
    meaning = 'final',
    recallSeconds = 0,
    reason = kind === 'correction' ? 'The side was wrong.' : '',
    also,
  }: Signing = {},
): Promise<VersionRecord> {
  const held = { studyId, windowId: randomUUID() }
  const versionId = await db.transaction(async (tx) => {
    const { fence } = await holdReport(tx, doctor, { ...held, takeOver: true })
    const text = { kind, reason, content, templateName: null }
    const { revision } = await saveDraft(tx, doctor, { ...held, fence, revision: 0, ...text })
    await also?.(tx, { ...held, fence })
    const keyImages = (await listDraftKeyImages(tx, studyId)).map(({ id, caption }) => ({ id, caption }))
    const signature = { meaning, confirmed: [...confirmations], keyImages, requestId: randomUUID(), recallSeconds }
    return signReport(tx, doctor, { ...held, fence, revision, ...signature }, () => true)
  })
  const signed = await findVersion(db, versionId)
  if (!signed) throw new Error('nothing was signed')
  return signed
}

/** Leaves what the document jobs would: a PDF and a Word document with these bytes. */
export async function makeDocuments(
  { db, storage }: Pick<TestApi, 'db' | 'storage'>,
  { report, version }: VersionRecord,
): Promise<void> {
  const store = async (text: string) => {
    const [objectKey, bytes] = [`reports/${randomUUID()}`, Buffer.from(text)]
    await storage.put(objectKey, bytes, { contentType: 'application/octet-stream' })
    return { objectKey, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  const [pdf, word] = [await store(`PDF of ${report.id}`), await store(`Word of ${report.id}`)]
  await db.transaction((tx) => announcePdf(tx, version.id, report, pdf))
  await storeWord(db, report.id, word)
}
