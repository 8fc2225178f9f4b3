import { Address, addressLines } from '@readroom/contracts/people/labs'
import type { Annotations } from '@readroom/contracts/reading/annotations'
import type { SignedKeyImage } from '@readroom/contracts/reading/key-images'
import type { DisplayedImages, ReportSnapshot, SignedCritical } from '@readroom/contracts/reading/report-versions'
import type { Tx } from '@readroom/db/core/client'
import type { CriticalRecord } from '@readroom/db/reports/critical-results'
import { findVersion, type SigningFacts } from '@readroom/db/reports/report-versions'
import { findFinalizedReport } from '@readroom/db/reports/reports'
import type { StudyRow } from '@readroom/db/studies/studies'
import { subjectOf } from '../reports/report-subject.ts'

const toSigned = ({ result, markedBy, told, acknowledged }: CriticalRecord): SignedCritical => ({
  id: result.id,
  category: result.category,
  finding: result.finding,
  markedBy,
  foundAt: result.foundAt.toISOString(),
  told: told.map(({ name, telephone, method, by, at }) => ({ name, telephone, method, by, at: at.toISOString() })),
  acknowledged: acknowledged && { name: acknowledged.name, at: acknowledged.at.toISOString() },
})

/** The uploaded file that an addendum adds to: the newest finished report, or what that adds to itself. */
export async function uploadedBefore(tx: Tx, studyId: string): Promise<ReportSnapshot['uploaded']> {
  const report = await findFinalizedReport(tx, studyId)
  if (!report) return undefined
  if (report.versionId !== null) return (await findVersion(tx, report.versionId))?.version.snapshot.uploaded
  return { reportId: report.id, fileName: report.fileName, at: report.uploadedAt.toISOString() }
}

type Facts = SigningFacts & {
  criticals: CriticalRecord[]
  keyImages: SignedKeyImage[]
  annotations: Annotations
  /** Empty if the signer alone wrote the text. */
  writers: { userId: string; name: string }[]
  templateName: string | null
  uploaded: ReportSnapshot['uploaded']
  displayed: DisplayedImages
}

/** Returns what is signed together with a text. */
export function snapshotOf(study: StudyRow, facts: Facts): ReportSnapshot {
  const { lab, signer, criticals, keyImages, annotations, uploaded, writers, templateName, displayed } = facts
  const { generation, instancesHash } = study
  const notSeen = displayed.others.flatMap(({ said, ...one }) => (said === 'undrawn-unseen' ? [one] : []))
  return {
    ...subjectOf(study),
    images: { generation, instancesHash },
    laboratory: lab && {
      name: lab.name,
      address: addressLines(Address.parse(lab.address)),
      phone: lab.phone ?? '',
      email: lab.email ?? '',
    },
    signer: { ...signer, specialization: signer.specialization ?? '' },
    ...(writers.length > 0 && { writers }),
    ...(templateName !== null && { templateName }),
    ...(uploaded && { uploaded }),
    criticalResults: criticals.toReversed().map(toSigned),
    ...(keyImages.length > 0 && { keyImages }),
    displayed,
    ...(notSeen.length > 0 && { notSeen }),
    ...(annotations.length > 0 && { annotations }),
  }
}
