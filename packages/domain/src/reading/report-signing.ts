import { randomUUID } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import type { ReadSeries } from '@readroom/contracts/reading/reading'
import { type Confirmation, type UndrawnAnswer, undrawnAnswers } from '@readroom/contracts/reading/report-drafts'
import type { ReportSnapshot } from '@readroom/contracts/reading/report-versions'
import type { SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { listPriors } from '@readroom/db/images/priors'
import { deleteDraftAnnotations, listAnnotations } from '@readroom/db/reading/annotations'
import { listDraftKeyImages, markKeyImagesSigned } from '@readroom/db/reading/key-images'
import { type DraftRow, deleteDraft, endHold, listWriters } from '@readroom/db/reading/report-drafts'
import { listCriticalResults } from '@readroom/db/reports/critical-results'
import {
  findSignedBy,
  insertVersion,
  listStandingVersions,
  readSigningFacts,
  storePdf,
  type VersionRow,
} from '@readroom/db/reports/report-versions'
import { findNewestVersion, insertReport } from '@readroom/db/reports/reports'
import type { StudyRow } from '@readroom/db/studies/studies'
import { checkReport } from '@readroom/report/checks'
import { readContent } from '@readroom/report/content'
import { sideOfImages } from '@readroom/report/laterality'
import { type PrintedReport, type PrintedVersion, printedReport } from '@readroom/report/printed-report'
import { templateMismatch } from '@readroom/report/template-fit'
import { emitChanged, emitJob } from '../core/outbox.ts'
import { studyName } from '../images/zip-names.ts'
import { requestArchiving } from '../reports/report-archive.ts'
import { chainUploads, hashOfVersion } from '../reports/report-chain.ts'
import { demandKind } from '../reports/report-kinds.ts'
import { announceReport } from '../reports/report-notices.ts'
import { demandOnePerson } from '../studies/one-person.ts'
import { lockVisibleStudy } from '../studies/studies.ts'
import { transition } from '../studies/transition.ts'
import { haveImagesChanged } from './changed-images.ts'
import { displayedBy, imagesOf, listReadSeries, seriesNames, unseenWords } from './displayed-series.ts'
import { toSignedKeyImage } from './key-images.ts'
import { hasReportSince } from './new-reports.ts'
import { snapshotOf, uploadedBefore } from './report-snapshot.ts'
import { type HeldDraft, isSoleWriter, lockOwnDraft, writersOf } from './report-writing.ts'

type Made = { id: string; studyId: string }
type Signature = HeldDraft & {
  meaning: SignatureMeaning
  confirmed: readonly Confirmation[]
  keyImages: readonly KeyImageName[]
  requestId: string
  /** The signer can recall it for this many seconds; 0 releases it at once. */
  recallSeconds: number
}
/** `keyImages` of a signature: those that the signer saw. */
type KeyImageName = { id: string; caption: string }

/** Returns the record's text fields that appear on the printed report. */
const printedOf = ({
  patient,
  study,
  laboratory,
  signer,
  writers = [],
  uploaded,
  criticalResults = [],
}: ReportSnapshot): string[] =>
  [
    patient.name,
    patient.id,
    patient.age,
    study.accessionNumber,
    study.description,
    study.referringPhysician,
    laboratory?.name,
    laboratory?.address,
    laboratory?.phone,
    laboratory?.email,
    signer.name,
    signer.specialization,
    ...writers.map(({ name }) => name),
    uploaded?.fileName,
    ...criticalResults.flatMap(({ finding, markedBy, told, acknowledged }) => [
      finding,
      markedBy,
      acknowledged?.name,
      ...told.flatMap(({ name, telephone, by }) => [name, telephone, by]),
    ]),
  ].filter((text) => typeof text === 'string')

const unprintableWords =
  'It takes too long to print. Look for a word of thousands of letters, or a letter with thousands of accents, and shorten it.'

const captionsOf = ({ keyImages = [] }: ReportSnapshot) => keyImages.map(({ caption }) => caption)

type Signable = {
  study: StudyRow
  /** The signer has written all of the draft, in this session and window. */
  isSole: boolean
  draft: DraftRow
  snapshot: ReportSnapshot
  series: readonly ReadSeries[]
  hasNewReport: boolean
  hasPriors: boolean
  isStrict: boolean
}

const isUndrawnAnswer = (code: Confirmation): code is UndrawnAnswer => undrawnAnswers.some((answer) => answer === code)
const isSeenElsewhere = (confirmed: readonly Confirmation[]) =>
  confirmed.includes('undrawn-archive') || confirmed.includes('undrawn-elsewhere')

/** Throws REPORT_INCOMPLETE, and REPORT_UNCONFIRMED if something is to be confirmed that has not been. */
function demandSignable(
  { study, draft, isSole, snapshot, series, hasNewReport, hasPriors, isStrict }: Signable,
  confirmed: readonly Confirmation[],
): Confirmation[] {
  const { kind, content, reason } = draft
  if (kind === 'correction' && reason === '')
    throw new AppError('REPORT_INCOMPLETE', { what: 'Give a reason for the correction.' })
  const subject = {
    kind,
    description: study.description,
    sex: study.patientSex,
    record: printedOf(snapshot),
    captions: captionsOf(snapshot),
    imageSide: sideOfImages(series),
    hasPriors,
    misfit: templateMismatch(draft.templateName, { description: study.description, series }),
  }
  const changes = { imagesChanged: haveImagesChanged(study, draft), hasNewReport }
  const findings = checkReport(readContent(content), { ...subject, ...changes })
  const say = (some: readonly { message: string }[]) => ({
    what: [...new Set(some.map(({ message }) => message))].slice(0, 3).join(' '),
  })
  const blocking = findings.filter(({ severity }) => severity === 'blocks')
  if (blocking.length > 0) throw new AppError('REPORT_INCOMPLETE', say(blocking))
  const undrawn = series.filter((one) => one.undrawn > 0)
  const undisplayed = series.filter(({ isDisplayed }) => !isDisplayed)
  const unopened = undisplayed.filter((one) => one.undrawn === 0)
  const images = imagesOf(series)
  const unseen = (isSeenElsewhere(confirmed) ? unopened : undisplayed).filter((one) => images.includes(one))
  // An addendum adds to what was read before.
  if (isStrict && unseen.length > 0 && kind !== 'addendum')
    throw new AppError('REPORT_INCOMPLETE', {
      what: `The laboratory requires every series to be displayed before signing. ${unseenWords(unseen)}`,
    })
  const asked: { code: Confirmation | null; message: string }[] = findings.filter(({ code }) => code !== null)
  if (unopened.length > 0) asked.push({ code: 'series', message: unseenWords(unopened) })
  if (!isSole)
    asked.push({
      code: 'draft',
      message: 'This text was written by somebody else, or in another session. Read all of it before you sign.',
    })
  const unconfirmed = asked.filter(({ code }) => code !== null && !confirmed.includes(code))
  const answers = undrawn.length > 0 ? confirmed.filter(isUndrawnAnswer) : []
  if (undrawn.length > 0 && answers.length !== 1)
    unconfirmed.push({ code: null, message: `Say how you saw the images that could not be drawn: ${seriesNames(undrawn)}.` })
  if (unconfirmed.length > 0) throw new AppError('REPORT_UNCONFIRMED', say(unconfirmed))
  return [...confirmed.filter((code) => asked.some((finding) => finding.code === code)), ...answers].toSorted()
}

const suffixes = { original: '', addendum: '_addendum', correction: '_corrected' } as const

/** `Surname_Given_ID_CT_2026-11-21_final.pdf` */
const fileName = (study: StudyRow, { kind, meaning, number }: Pick<VersionRow, 'kind' | 'meaning' | 'number'>) =>
  `${studyName(study)}${suffixes[kind]}_${meaning}${number > 1 ? `_${number}` : ''}.pdf`

type Announced = { study: StudyRow; version: VersionRow; undisplayed: readonly ReadSeries[]; recallSeconds: number }

/** The document of a signed text, which is made from now on, as the study's next report. */
async function announce(tx: Tx<'study'>, actor: Actor, { study, version, undisplayed, recallSeconds }: Announced): Promise<void> {
  const { doctorId, meaning, kind, number, signedAt } = version
  const isHeldBack = recallSeconds > 0
  const report = await insertReport(tx, {
    studyId: study.id,
    doctorId,
    uploadedBy: actor.userId,
    versionId: version.id,
    fileName: fileName(study, version),
    contentType: 'application/pdf',
    objectKey: `reports/${randomUUID()}`,
    status: meaning === 'final' ? 'finalized' : 'draft',
    ...(isHeldBack && { releasedAt: null, recallableUntil: new Date(signedAt.getTime() + recallSeconds * 1_000) }),
  })
  const details = { reportId: report.id, version: report.version, doctorId, kind, number }
  await transition(tx, study, meaning === 'final' ? 'finalized' : 'drafted', { actorUserId: actor.userId, details })
  await audit(tx, actor, {
    action: 'report.signed',
    target: { type: 'study', id: study.id },
    details: {
      ...details,
      meaning,
      confirmed: version.confirmed,
      hash: version.hash,
      ...(undisplayed.length > 0 && { seriesNotDisplayed: undisplayed.map(({ seriesInstanceUid }) => seriesInstanceUid) }),
    },
  })
  await emitJob(tx, 'report.render', { versionId: version.id })
  if (!isHeldBack) await announceReport(tx, report.id, actor.userId)
}

/** Notes that the PDF of a signed report is in storage and can be downloaded. Does nothing if one was there before. */
export async function announcePdf(tx: Tx, versionId: string, report: Made, pdf: Parameters<typeof storePdf>[2]): Promise<void> {
  if (!(await storePdf(tx, report.id, pdf))) return
  await emitChanged(tx, report.studyId)
  await emitJob(tx, 'report.word', { versionId })
  await requestArchiving(tx, report.studyId)
}

const isSeen = (there: readonly KeyImageName[], seen: readonly KeyImageName[]): boolean =>
  there.length === seen.length && there.every(({ id, caption }, at) => seen[at]?.id === id && seen[at].caption === caption)

/** Returns the version that this request signed earlier, if its answer was lost. Throws STUDY_NOT_FOUND, and CONFLICT if it signed another study. */
async function signedBefore(begun: Before<'study'>, actor: Actor, { studyId, requestId }: Signature): Promise<string | null> {
  const [tx] = await lockVisibleStudy(begun, actor, studyId)
  const before = await findSignedBy(tx, { requestId, userId: actor.userId })
  if (before && before.studyId !== studyId) throw new AppError('CONFLICT')
  return before?.id ?? null
}

type Proved = HeldDraft & Pick<Signature, 'meaning'> & Partial<Pick<Signature, 'confirmed'>>

/** The version that a signature would make, and what it is checked against. */
async function prepare(begun: Before<'study'>, actor: Actor, input: Proved) {
  const { tx, study, draft, doctorId } = await lockOwnDraft(begun, actor, input)
  if (!draft) throw new AppError('DRAFT_STALE')
  demandOnePerson(study)
  demandKind(study.status, draft.kind)
  const facts = await readSigningFacts(tx, { studyId: study.id, doctorId })
  const uploaded = draft.kind === 'addendum' ? await uploadedBefore(tx, study.id) : undefined
  const criticals = await listCriticalResults(tx, study.id)
  const keyImages = (await listDraftKeyImages(tx, study.id)).map(toSignedKeyImage)
  const annotations = await listAnnotations(tx, study.id)
  const writers = writersOf(draft)
  const others = writers.every((id) => id === actor.userId) ? [] : await listWriters(tx, writers)
  const { templateName } = draft
  const series = await listReadSeries(tx, { studyId: study.id, userId: actor.userId })
  const displayed = displayedBy(series, input.confirmed?.find(isUndrawnAnswer))
  const version = {
    studyId: study.id,
    number: (await findNewestVersion(tx, study.id)) + 1,
    kind: draft.kind,
    meaning: input.meaning,
    content: draft.content,
    snapshot: snapshotOf(study, {
      ...facts,
      uploaded,
      criticals,
      keyImages,
      annotations,
      writers: others,
      templateName,
      displayed,
    }),
    signedBy: actor.userId,
    doctorId,
    signedAt: facts.now,
    reason: draft.kind === 'correction' ? draft.reason : '',
  }
  return { tx, study, draft, version, keyImages, series, isStrict: facts.lab?.everySeriesDisplayed ?? false }
}

/** The report as it will be printed. Its time and hash are not known before the signature. */
async function proofOf(tx: Tx, version: Omit<PrintedVersion, 'hash'> & Pick<VersionRow, 'studyId'>): Promise<PrintedReport> {
  const before = version.kind === 'addendum' ? await listStandingVersions(tx, version.studyId) : []
  const shown = { ...version, signedAt: new Date(0), hash: '0'.repeat(64) }
  return printedReport([...before, shown], { zone: 'UTC', hasSignature: false })
}

/**
 * Returns the saved draft as a signature of this meaning would print it, to be tried before. Throws STUDY_NOT_FOUND, FORBIDDEN, HOLD_LOST, DRAFT_STALE,
 * REPORT_KIND_IMPOSSIBLE, STUDY_OF_SEVERAL_PEOPLE.
 */
export async function proofDraft(begun: Before<'study'>, actor: Actor, input: Proved): Promise<PrintedReport> {
  const { tx, version } = await prepare(begun, actor, input)
  return proofOf(tx, version)
}

/** Returns what a signature would print. Null if this request has signed it earlier. Throws the errors of `proofDraft`, and CONFLICT. */
export async function proofReport(begun: Before<'study'>, actor: Actor, input: Signature): Promise<PrintedReport | null> {
  return (await signedBefore(begun, actor, input)) === null ? proofDraft(begun, actor, input) : null
}

/** Returns whether a report could be printed. Null if that is not known. */
type ProofOutcome = (printed: PrintedReport) => boolean | null

/** Throws REPORT_INCOMPLETE if the report cannot be printed, and REPORT_UNCHECKED if that is not known. */
async function demandProof(tx: Tx, version: Parameters<typeof proofOf>[1], outcomeOf: ProofOutcome): Promise<void> {
  const isPrintable = outcomeOf(await proofOf(tx, version))
  if (isPrintable === null) throw new AppError('REPORT_UNCHECKED', { seconds: 5 })
  if (!isPrintable) throw new AppError('REPORT_INCOMPLETE', { what: unprintableWords })
}

/**
 * Signs the saved draft: from now on it is a report of the study, which never changes. Returns the version's id; the same for the same request.
 * `outcomeOf`: of the proof that `proofReport` describes; without one nothing is signed. Throws STUDY_NOT_FOUND, FORBIDDEN, HOLD_LOST, DRAFT_STALE,
 * REPORT_KIND_IMPOSSIBLE, REPORT_INCOMPLETE, REPORT_UNCONFIRMED, REPORT_UNCHECKED, INVALID_TRANSITION, STUDY_OF_SEVERAL_PEOPLE, CONFLICT.
 */
export async function signReport(
  begun: Before<'study'>,
  actor: Actor,
  input: Signature,
  outcomeOf: ProofOutcome,
): Promise<string> {
  const before = await signedBefore(begun, actor, input)
  if (before !== null) return before
  const { tx, study, draft, version: written, keyImages, series, isStrict } = await prepare(begun, actor, input)
  if (!isSeen(keyImages, input.keyImages)) throw new AppError('DRAFT_STALE')
  const undisplayed = series.filter(({ isDisplayed }) => !isDisplayed)
  const isSole = isSoleWriter(draft, actor, input.windowId)
  const { snapshot } = written
  const hasPriors = (await listPriors(tx, actor, [study.id])).length > 0
  const signable = { study, draft, isSole, snapshot, series, isStrict, hasPriors, hasNewReport: await hasReportSince(tx, draft) }
  const confirmed = demandSignable(signable, input.confirmed)
  await demandProof(tx, written, outcomeOf)
  const signed = { ...written, confirmed, prevHash: await chainUploads(tx, study.id) }
  const version = await insertVersion(tx, { ...signed, hash: hashOfVersion(signed), requestId: input.requestId })
  await announce(tx, actor, { study, version, undisplayed, recallSeconds: input.recallSeconds })
  await markKeyImagesSigned(tx, study.id)
  await deleteDraft(tx, study.id)
  await deleteDraftAnnotations(tx, study.id)
  await endHold(tx, study.id)
  return version.id
}
