import { createHmac } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import type { ReportSnapshot, ReportVersion, UndisplayedSeries } from '@readroom/contracts/reading/report-versions'
import type { Actor } from '@readroom/db/core/actor'
import { findReadableStudy, listPriors } from '@readroom/db/images/priors'
import { listAnnotations } from '@readroom/db/reading/annotations'
import { listAsides } from '@readroom/db/reading/asides'
import { listDraftKeyImages, listKeyImages } from '@readroom/db/reading/key-images'
import { findDraft, findHold } from '@readroom/db/reading/report-drafts'
import { findVersion, listChain, listSignedHashes, listVersions, type VersionRecord } from '@readroom/db/reports/report-versions'
import { listUploads } from '@readroom/db/reports/uploads'
import { findStudy } from '@readroom/db/studies/studies'
import { findClinicalHistory } from '@readroom/domain/orders/clinical-history'
import { haveImagesChanged } from '@readroom/domain/reading/changed-images'
import { listReadSeries } from '@readroom/domain/reading/displayed-series'
import { hasReportSince } from '@readroom/domain/reading/new-reports'
import { isIntact } from '@readroom/domain/reports/report-chain'
import { possibleKinds } from '@readroom/domain/reports/report-kinds'
import type { Context } from '../../core/context.ts'
import { requireWorklistRow } from '../../studies/worklist-row.ts'
import { toKeyImage } from './key-image.ts'
import { toDraft, toHold, toVersion } from './report-version.ts'

/** Removes the signature's storage key from the answer. */
const shownSnapshot = (snapshot: ReportSnapshot): ReportSnapshot => ({
  ...snapshot,
  signer: { ...snapshot.signer, signatureKey: null },
})

/** Returns the series that the actor accounted for when they last signed a report of these images. */
const answeredBefore = (versions: readonly VersionRecord[], { userId }: Actor, generation: number): UndisplayedSeries[] =>
  versions.find(({ version }) => version.signedBy === userId && version.snapshot.images.generation === generation)?.version
    .snapshot.displayed?.others ?? []

export function createReadingService({ db, config }: Pick<Context, 'db' | 'config'>) {
  /** Returns the key that encrypts a browser's copy of a draft. It differs per user and study, so that another user cannot read the copy. */
  const localKey = (actor: Actor, studyId: string) =>
    createHmac('sha256', config.JWT_SECRET).update(`report draft ${actor.userId} ${studyId}`).digest('base64')

  return {
    localKey,

    async open(actor: Actor, { studyId, windowId }: { studyId: string; windowId: string }) {
      const found = await findStudy(db, actor, studyId)
      if (!found) throw new AppError('STUDY_NOT_FOUND')
      const [study, draft, keyImages, annotations, series, hold, versions, asides, history, priors] = await Promise.all([
        requireWorklistRow(db, actor, studyId),
        findDraft(db, studyId),
        listDraftKeyImages(db, studyId),
        listAnnotations(db, studyId),
        listReadSeries(db, { studyId, userId: actor.userId }),
        findHold(db, studyId),
        listVersions(db, actor, { studyId, isPrior: false }),
        listAsides(db, actor.userId),
        findClinicalHistory(db, found),
        listPriors(db, actor, [studyId]),
      ])
      return {
        study,
        clinicalHistory: history.text,
        historySource: history.source,
        draft: draft && toDraft(draft),
        keyImages: keyImages.map(toKeyImage),
        annotations,
        series,
        answered: answeredBefore(versions, actor, found.generation),
        hold: hold && toHold(actor, windowId, hold),
        versions: versions.map(toVersion),
        kinds: actor.doctorId === null ? [] : [...possibleKinds(found.status)],
        isAside: asides.includes(studyId),
        imagesChanged: draft !== null && haveImagesChanged(found, draft.draft),
        hasNewReport: draft !== null && (await hasReportSince(db, draft.draft)),
        hasPriors: priors.length > 0,
        generation: found.generation,
        localKey: localKey(actor, studyId),
      }
    },

    /** Returns the version that the account has just signed. */
    async requireVersion(versionId: string): Promise<ReportVersion> {
      const record = await findVersion(db, versionId)
      if (!record) throw new Error('the version was not there')
      return toVersion(record)
    },

    async versions(actor: Actor, studyId: string) {
      const readable = await findReadableStudy(db, actor, studyId)
      if (!readable) throw new AppError('STUDY_NOT_FOUND')
      const records = await listVersions(db, actor, { studyId, isPrior: readable.priorOf !== null })
      // Read before the chain: a version that is signed meanwhile is then only in the chain.
      const audited = await listSignedHashes(db, studyId)
      const signed = await listChain(db, studyId)
      const uploads = await listUploads(db, studyId)
      const pictures = await listKeyImages(db, studyId)
      return {
        versions: records.map((record) => ({ ...toVersion(record), snapshot: shownSnapshot(record.version.snapshot) })),
        isIntact: isIntact(studyId, { signed, uploads, audited, pictures }),
      }
    },
  }
}
