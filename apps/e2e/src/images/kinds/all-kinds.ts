import { newUid } from '@readroom/orthanc/testing/make-image'
import { imageSamples, refusedSamples } from './image-kinds.ts'
import { type Content, otherObjects, pixelObjects } from './object-kinds.ts'
import { type Overlay, overlayKinds } from './overlay-kinds.ts'
import { type Colour, type Encode, sample, storageClass, type Tags } from './pictures.ts'
import { windowKinds } from './window-kinds.ts'

/**
 * One kind of what a scanner may send. `picture`: the colours of its eight bands from top to bottom, as the standard says; null without pixels.
 * `overlays`: what is drawn over it. `content`: what the viewer shows of one without pixels.
 */
export type Kind = {
  group: string
  name: string
  tags: Tags
  encode: Encode
  picture: readonly Colour[] | null
  overlays: readonly Overlay[]
  content: Content | null
}

type Study = { studyInstanceUid: string; patientId: string; patientName: string }

type Sample = Kind & { common: Tags }

const none = { overlays: [], content: null }

/** Returns every kind as a series of one study. The series of the CT is the one that other objects are about. */
export function kindsOf({ studyInstanceUid, patientId, patientName }: Study): { sent: Sample[]; refused: Sample[] } {
  const [series, sop] = [newUid(), newUid()]
  const others = otherObjects({ study: studyInstanceUid, series, sop, sopClass: storageClass('2') })
  const kinds: Kind[] = [
    ...imageSamples.map((one) => ({ ...none, ...one })),
    ...windowKinds.map(([name, tags, picture]) => ({ ...none, group: 'Windows', name, tags, picture, encode: sample })),
    ...overlayKinds.map((one) => ({ ...none, ...one, group: 'Overlays' })),
    ...pixelObjects.map(([name, sopClass, Modality, tags, picture]) => ({
      ...none,
      group: 'Objects with pixels',
      name,
      tags: {
        ...tags,
        Modality,
        SOPClassUID: storageClass(sopClass),
        ...(name === 'CT' && { SeriesInstanceUID: series, SOPInstanceUID: sop }),
      },
      picture,
      encode: sample,
    })),
    ...others.map(([name, sopClass, Modality, tags, content]) => ({
      ...none,
      group: 'Other objects',
      name,
      tags: { ...tags, Modality, SOPClassUID: storageClass(sopClass) },
      picture: null,
      encode: sample,
      content,
    })),
  ]
  const refused = refusedSamples.map((one) => ({ ...none, ...one }))
  const inSeries = (kind: Kind, at: number): Sample => ({
    ...kind,
    common: {
      PatientID: patientId,
      PatientName: patientName,
      StudyInstanceUID: studyInstanceUid,
      StudyDate: '20260102',
      SeriesInstanceUID: newUid(),
      SeriesNumber: String(at + 1),
      SeriesDescription: kind.name,
      Modality: 'OT',
    },
  })
  return { sent: kinds.map(inSeries), refused: refused.map(inSeries) }
}
