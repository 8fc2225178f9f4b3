import { Buffer } from 'node:buffer'
import { element, metaInformation, short } from './elements.ts'

export type SyntheticCt = {
  studyInstanceUid: string
  seriesInstanceUid: string
  sopInstanceUid: string
  patientId?: string
  patientName?: string
  modality?: string
  bodyPart?: string
  seriesDescription?: string
  seriesNumber?: number
  instanceNumber?: number
  /** Pixels of each side, 16 bits each (default 16). */
  side?: number
}

const CT_IMAGE_STORAGE = '1.2.840.10008.5.1.4.1.1.2'

const pixelsBySide = new Map<number, Buffer>()

/** A shaded disc with noise: about as compressible as a CT slice. All images of a size are equal. */
function pixels(side: number): Buffer {
  const known = pixelsBySide.get(side)
  if (known) return known
  const buffer = Buffer.alloc(side * side * 2)
  let noise = 1
  for (let index = 0; index < side * side; index += 1) {
    noise = (noise * 1_103_515_245 + 12_345) % 2_147_483_648
    const [x, y] = [(index % side) / side - 0.5, Math.floor(index / side) / side - 0.5]
    const tissue = x * x + y * y < 0.2 ? 1000 + Math.round(400 * x) : 0
    buffer.writeUInt16LE(tissue + ((noise >>> 16) % 64), index * 2)
  }
  pixelsBySide.set(side, buffer)
  return buffer
}

/** A DICOM file (PS3.10) of one made-up CT image, for tests and benchmarks. */
export function syntheticCt(image: SyntheticCt): Buffer {
  const { side = 16, seriesNumber = 1, instanceNumber = 1, modality = 'CT', bodyPart = 'HEAD' } = image
  return Buffer.concat([
    metaInformation({ sopClassUid: CT_IMAGE_STORAGE, sopInstanceUid: image.sopInstanceUid }),
    element(0x0008_0016, 'UI', CT_IMAGE_STORAGE),
    element(0x0008_0018, 'UI', image.sopInstanceUid),
    element(0x0008_0020, 'DA', '20260102'),
    element(0x0008_0060, 'CS', modality),
    element(0x0008_103e, 'LO', image.seriesDescription ?? 'SYNTHETIC'),
    element(0x0010_0010, 'PN', image.patientName ?? 'Synthetic^Patient'),
    element(0x0010_0020, 'LO', image.patientId ?? 'SYNTHETIC'),
    element(0x0018_0015, 'CS', bodyPart),
    element(0x0020_000d, 'UI', image.studyInstanceUid),
    element(0x0020_000e, 'UI', image.seriesInstanceUid),
    element(0x0020_0011, 'IS', String(seriesNumber)),
    element(0x0020_0013, 'IS', String(instanceNumber)),
    element(0x0028_0002, 'US', short(1)),
    element(0x0028_0004, 'CS', 'MONOCHROME2'),
    element(0x0028_0010, 'US', short(side)),
    element(0x0028_0011, 'US', short(side)),
    element(0x0028_0100, 'US', short(16)),
    element(0x0028_0101, 'US', short(12)),
    element(0x0028_0102, 'US', short(11)),
    element(0x0028_0103, 'US', short(0)),
    element(0x7fe0_0010, 'OW', pixels(side)),
  ])
}
