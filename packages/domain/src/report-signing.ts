import { randomUUID } from 'node:crypto'
import { AppError } from '@readroom/contracts/errors'
import type { SignedKeyImage } from '@readroom/contracts/key-images'
import { Address, addressLines } from '@readroom/contracts/labs'
import type { Confirmation, ReportSnapshot, SignedCritical } from '@readroom/contracts/reading'
import type { SignatureMeaning } from '@readroom/contracts/report-kinds'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { type CriticalRecord, listCriticalResults } from '@readroom/db/queries/critical-results'
import { listDraftKeyImages, markKeyImagesSigned } from '@readroom/db/queries/key-images'
import { type DraftRow, deleteDraft, endHold } from '@readroom/db/queries/report-drafts'
import {
  findNewestSigned,
  findSignedBy,
  findVersion,
  insertVersion,
  readSigningFacts,
  type SigningFacts,
  storePdf,
  type VersionRow,
} from '@readroom/db/queries/report-versions'
import { findFinalizedReport, insertReport } from '@readroom/db/queries/reports'
import type { StudyRow } from '@readroom/db/queries/studies'
import { checkReport } from '@readroom/report/checks'
import { readContent } from '@readroom/report/content'
import { toSignedKeyImage } from './key-images.ts'
import { emitChanged, emitJob } from './outbox.ts'
import { requestArchiving } from './report-archive.ts'
import { chainStart, hashOfVersion } from './report-chain.ts'
import { demandKind } from './report-kinds.ts'
import { announceReport } from './report-notices.ts'
import { type HeldDraft, lockOwnDraft } from './report-writing.ts'
import { lockVisibleStudy } from './studies.ts'
import { transition } from './transition.ts'
import { studyName } from './zip-names.ts'

type Made = { id: string; studyId: string }
type Signature = HeldDraft & {
  meaning: SignatureMeaning
  confirmed: readonly Confirmation[]
  keyImages: readonly KeyImageName[]
  requestId: string
  /** For how long the signer can recall it, in seconds; 0 releases it at once. */
  recallSeconds: number
}
/** `keyImages` of a signature: those that the signer saw. */
type KeyImageName = { id: string; caption: string }

const toSigned = ({ result, markedBy, told, acknowledged }: CriticalRecord): SignedCritical => ({
  ...{ id: result.id, category: result.category, finding: result.finding, markedBy, foundAt: result.foundAt.toISOString() },
  told: told.map(({ name, telephone, method, by, at }) => ({ name, telephone, method, by, at: at.toISOString() })),
  acknowledged: acknowledged && { name: acknowledged.name, at: acknowledged.at.toISOString() },
})

/** The uploaded file that an addendum adds to: the newest finished report, or what that adds to itself. */
async function uploadedBefore(tx: Tx, studyId: string): Promise<ReportSnapshot['uploaded']> {
  const report = await findFinalizedReport(tx, studyId)
  if (!report) return undefined
  if (report.versionId !== null) return (await findVersion(tx, report.versionId))?.version.snapshot.uploaded
  return { reportId: report.id, fileName: report.fileName, at: report.uploadedAt.toISOString() }
}

type Facts = SigningFacts & { criticals: CriticalRecord[]; keyImages: SignedKeyImage[]; uploaded: ReportSnapshot['uploaded'] }

function snapshotOf(study: StudyRow, { lab, signer, criticals, keyImages, uploaded }: Facts): ReportSnapshot {
  const { patientName, patientId, patientSex, patientBirthDate, patientAge } = study
  const { studyInstanceUid, accessionNumber, description, modalities, studyDate, studyTime, referringPhysician } = study
  const { generation, instancesHash } = study
  return {
    patient: { name: patientName, id: patientId, sex: patientSex, birthDate: patientBirthDate, age: patientAge },
    study: { studyInstanceUid, accessionNumber, description, modalities, studyDate, studyTime, referringPhysician },
    images: { generation, instancesHash },
    laboratory: lab && {
      name: lab.name,
      address: addressLines(Address.parse(lab.address)),
      phone: lab.phone ?? '',
      email: lab.email ?? '',
    },
    signer: { ...signer, specialization: signer.specialization ?? '' },
    ...(uploaded && { uploaded }),
    criticalResults: criticals.toReversed().map(toSigned),
    ...(keyImages.length > 0 && { keyImages }),
  }
}

/** What of the record is printed. */
const printedOf = ({ patient, study, laboratory, signer, uploaded, criticalResults = [] }: ReportSnapshot): string[] =>
  [
    ...[patient.name, patient.id, patient.age, study.accessionNumber, study.description, study.referringPhysician],
    ...[laboratory?.name, laboratory?.address, laboratory?.phone, laboratory?.email, signer.name, signer.specialization],
    uploaded?.fileName,
    ...criticalResults.flatMap(({ finding, markedBy, told, acknowledged }) => [
      ...[finding, markedBy, acknowledged?.name],
      ...told.flatMap(({ name, telephone, by }) => [name, telephone, by]),
    ]),
  ].filter((text) => typeof text === 'string')

const captionsOf = ({ keyImages = [] }: ReportSnapshot) => keyImages.map(({ caption }) => caption)

/** Throws REPORT_INCOMPLETE, and REPORT_UNCONFIRMED where something is to be confirmed that has not been. */
function demandSignable(
  { study, draft, snapshot }: { study: StudyRow; draft: DraftRow; snapshot: ReportSnapshot },
  confirmed: readonly Confirmation[],
): Confirmation[] {
  const { kind, content, instancesHash, reason } = draft
  if (kind === 'correction' && reason === '')
    throw new AppError('REPORT_INCOMPLETE', { what: 'Say why the report is corrected.' })
  const subject = {
    kind,
    description: study.description,
    sex: study.patientSex,
    record: printedOf(snapshot),
    captions: captionsOf(snapshot),
  }
  const findings = checkReport(readContent(content), { ...subject, imagesChanged: instancesHash !== study.instancesHash })
  const say = (some: typeof findings) => ({ what: [...new Set(some.map(({ message }) => message))].slice(0, 3).join(' ') })
  const blocking = findings.filter(({ severity }) => severity === 'blocks')
  if (blocking.length > 0) throw new AppError('REPORT_INCOMPLETE', say(blocking))
  const asked = findings.filter(({ code }) => code !== null)
  const unconfirmed = asked.filter(({ code }) => code !== null && !confirmed.includes(code))
  if (unconfirmed.length > 0) throw new AppError('REPORT_UNCONFIRMED', say(unconfirmed))
  return confirmed.filter((code) => asked.some((finding) => finding.code === code)).toSorted()
}

const suffixes = { original: '', addendum: '_addendum', correction: '_corrected' } as const

/** `Surname_Given_ID_CT_2026-11-21_final.pdf` */
const fileName = (study: StudyRow, { kind, meaning, number }: Pick<VersionRow, 'kind' | 'meaning' | 'number'>) =>
  `${studyName(study)}${suffixes[kind]}_${meaning}${number > 1 ? `_${number}` : ''}.pdf`

/** The document of a signed text, which is made from now on, as the study's next report. */
async function announce(
  tx: Tx,
  actor: Actor,
  { study, version, recallSeconds }: { study: StudyRow; version: VersionRow; recallSeconds: number },
): Promise<void> {
  const { doctorId, meaning, kind, number, signedAt } = version
  const isHeldBack = recallSeconds > 0
  const report = await insertReport(tx, {
    ...{ studyId: study.id, doctorId, uploadedBy: actor.userId, versionId: version.id },
    ...{ fileName: fileName(study, version), contentType: 'application/pdf', objectKey: `reports/${randomUUID()}` },
    status: meaning === 'final' ? 'finalized' : 'draft',
    ...(isHeldBack && { releasedAt: null, recallableUntil: new Date(signedAt.getTime() + recallSeconds * 1_000) }),
  })
  const details = { reportId: report.id, version: report.version, doctorId, kind, number }
  await transition(tx, study, meaning === 'final' ? 'finalized' : 'drafted', { actorUserId: actor.userId, details })
  await audit(tx, actor, {
    action: 'report.signed',
    target: { type: 'study', id: study.id },
    details: { ...details, meaning, confirmed: version.confirmed, hash: version.hash },
  })
  await emitJob(tx, 'report.render', { versionId: version.id })
  if (!isHeldBack) await announceReport(tx, report.id, actor.userId)
}

/** The PDF of a signed report is in storage: whoever looks at the study may take it now. Nothing where one was there before. */
export async function announcePdf(tx: Tx, versionId: string, report: Made, pdf: Parameters<typeof storePdf>[2]): Promise<void> {
  if (!(await storePdf(tx, report.id, pdf))) return
  await emitChanged(tx, report.studyId)
  await emitJob(tx, 'report.word', { versionId })
  await requestArchiving(tx, report.studyId)
}

const isSeen = (there: readonly KeyImageName[], seen: readonly KeyImageName[]): boolean =>
  there.length === seen.length && there.every(({ id, caption }, at) => seen[at]?.id === id && seen[at].caption === caption)

/** Where the request has signed already, and its answer was lost. Throws STUDY_NOT_FOUND, and CONFLICT where it signed another study. */
async function signedBefore(tx: Tx, actor: Actor, { studyId, requestId }: Signature): Promise<string | null> {
  await lockVisibleStudy(tx, actor, studyId)
  const before = await findSignedBy(tx, { requestId, userId: actor.userId })
  if (before && before.studyId !== studyId) throw new AppError('CONFLICT')
  return before?.id ?? null
}

/**
 * Signs the saved draft: from now on it is a report of the study, which never changes. Answers the version's id; the same for the same request.
 * Throws STUDY_NOT_FOUND, FORBIDDEN, HOLD_LOST, DRAFT_STALE, REPORT_KIND_IMPOSSIBLE, REPORT_INCOMPLETE, REPORT_UNCONFIRMED, INVALID_TRANSITION,
 * CONFLICT.
 */
export async function signReport(tx: Tx, actor: Actor, input: Signature): Promise<string> {
  const before = await signedBefore(tx, actor, input)
  if (before !== null) return before
  const { study, draft, doctorId } = await lockOwnDraft(tx, actor, input)
  if (!draft) throw new AppError('DRAFT_STALE')
  demandKind(study.status, draft.kind)
  const facts = await readSigningFacts(tx, { studyId: study.id, doctorId })
  const uploaded = draft.kind === 'addendum' ? await uploadedBefore(tx, study.id) : undefined
  const criticals = await listCriticalResults(tx, study.id)
  const keyImages = (await listDraftKeyImages(tx, study.id)).map(toSignedKeyImage)
  if (!isSeen(keyImages, input.keyImages)) throw new AppError('DRAFT_STALE')
  const snapshot = snapshotOf(study, { ...facts, uploaded, criticals, keyImages })
  const confirmed = demandSignable({ study, draft, snapshot }, input.confirmed)
  const newest = await findNewestSigned(tx, study.id)
  const signed = {
    ...{ studyId: study.id, number: (newest?.number ?? 0) + 1, kind: draft.kind, meaning: input.meaning },
    ...{ content: draft.content, snapshot, signedBy: actor.userId, doctorId },
    ...{
      signedAt: facts.now,
      reason: draft.kind === 'correction' ? draft.reason : '',
      confirmed,
      prevHash: newest?.hash ?? chainStart(study.id),
    },
  }
  const version = await insertVersion(tx, { ...signed, hash: hashOfVersion(signed), requestId: input.requestId })
  await announce(tx, actor, { study, version, recallSeconds: input.recallSeconds })
  await markKeyImagesSigned(tx, study.id)
  await deleteDraft(tx, study.id)
  await endHold(tx, study.id)
  return version.id
}
