import { createHmac } from 'node:crypto'
import { AppError } from '@readroom/contracts/errors'
import type { ReportSnapshot, ReportVersion } from '@readroom/contracts/reading'
import type { Actor } from '@readroom/db/actor'
import { listAsides } from '@readroom/db/queries/asides'
import { listDraftKeyImages, listKeyImages } from '@readroom/db/queries/key-images'
import { findReadableStudy } from '@readroom/db/queries/priors'
import { findDraft, findHold } from '@readroom/db/queries/report-drafts'
import { findVersion, listChain, listSignedHashes, listVersions } from '@readroom/db/queries/report-versions'
import { findStudy } from '@readroom/db/queries/studies'
import { isIntact } from '@readroom/domain/report-chain'
import { possibleKinds } from '@readroom/domain/report-kinds'
import type { Context } from '../../context.ts'
import { requireWorklistRow } from '../../worklist-row.ts'
import { toKeyImage } from './key-image.ts'
import { toDraft, toHold, toVersion } from './report-version.ts'

/** Where files are in storage is nobody's business. */
const shownSnapshot = (snapshot: ReportSnapshot): ReportSnapshot => ({
  ...snapshot,
  signer: { ...snapshot.signer, signatureKey: null },
})

export function createReadingService({ db, config }: Pick<Context, 'db' | 'config'>) {
  /** Of one user and study: what a browser keeps of a draft, another user of that browser cannot read. */
  const localKey = (actor: Actor, studyId: string) =>
    createHmac('sha256', config.JWT_SECRET).update(`report draft ${actor.userId} ${studyId}`).digest('base64')

  return {
    async open(actor: Actor, { studyId, windowId }: { studyId: string; windowId: string }) {
      const found = await findStudy(db, actor, studyId)
      if (!found) throw new AppError('STUDY_NOT_FOUND')
      const [study, draft, keyImages, hold, versions, asides] = await Promise.all([
        requireWorklistRow(db, actor, studyId),
        findDraft(db, studyId),
        listDraftKeyImages(db, studyId),
        findHold(db, studyId),
        listVersions(db, actor, { studyId, isPrior: false }),
        listAsides(db, actor.userId),
      ])
      return {
        study,
        clinicalHistory: found.clinicalHistory,
        draft: draft && toDraft(draft),
        keyImages: keyImages.map(toKeyImage),
        hold: hold && toHold(actor, windowId, hold),
        versions: versions.map(toVersion),
        kinds: actor.doctorId === null ? [] : [...possibleKinds(found.status)],
        isAside: asides.includes(studyId),
        imagesChanged: draft !== null && draft.draft.instancesHash !== found.instancesHash,
        localKey: localKey(actor, studyId),
      }
    },

    /** What was signed by the caller a moment ago. */
    async requireVersion(versionId: string): Promise<ReportVersion> {
      const record = await findVersion(db, versionId)
      if (!record) throw new Error('the version was not there')
      return toVersion(record)
    },

    async versions(actor: Actor, studyId: string) {
      const readable = await findReadableStudy(db, actor, studyId)
      if (!readable) throw new AppError('STUDY_NOT_FOUND')
      const records = await listVersions(db, actor, { studyId, isPrior: readable.priorOf !== null })
      // Before the chain: what is signed meanwhile is in the chain alone.
      const audited = await listSignedHashes(db, studyId)
      const chain = await listChain(db, studyId)
      const pictures = await listKeyImages(db, studyId)
      return {
        versions: records.map((record) => ({ ...toVersion(record), snapshot: shownSnapshot(record.version.snapshot) })),
        isIntact: isIntact(studyId, { chain, audited, pictures }),
      }
    },
  }
}
