import { AppError } from '@readroom/contracts/core/errors'
import type { LabConnection } from '@readroom/contracts/people/labs'
import { listPortRefusals } from '@readroom/db/core/port-refusals'
import { findLastStudy, listUnknownAeTitles } from '@readroom/db/people/lab-arrivals'
import { findLabName, listAeTitles } from '@readroom/db/people/labs'
import { answerOf } from '@readroom/process/dependency-state'
import type { Context } from '../../core/context.ts'
import { toRefusedConnections } from '../../core/refused-connections.ts'

const UNKNOWN_SHOWN = 5

/** Returns the values that connect a laboratory's scanner. Without an answer of the image archive, its values are null. */
export async function readLabConnection({ config, db, orthanc }: Context, labId: string): Promise<LabConnection> {
  if ((await findLabName(db, labId)) === null) throw new AppError('LAB_NOT_FOUND')
  const archive = await answerOf(orthanc.system())
  const lastStudy = await findLastStudy(db, labId)
  return {
    host: config.DICOM_PUBLIC_HOST ?? new URL(config.PUBLIC_URL).hostname,
    port: config.DICOM_PORT ?? archive?.DicomPort ?? null,
    aeTitle: archive?.DicomAet ?? null,
    callingAeTitles: await listAeTitles(db, labId),
    lastStudy: lastStudy && {
      _id: lastStudy.id,
      studyInstanceUID: lastStudy.studyInstanceUid,
      receivedAt: lastStudy.receivedAt.toISOString(),
      lastImageAt: lastStudy.lastImageAt.toISOString(),
      images: lastStudy.images,
    },
    refusedConnections: (await listPortRefusals(db, labId)).map(toRefusedConnections),
    unknownAeTitles: await listUnknownAeTitles(db, UNKNOWN_SHOWN),
  }
}
