import type { Buffer } from 'node:buffer'
import dimse from 'dcmjs-dimse'
import dicomParser from 'dicom-parser'

const { Dataset } = dimse

/** A data set as it stands in its Part 10 file; the library reads and writes it anew only if the receiver wants another transfer syntax. */
export class EncodedDataset extends Dataset {
  readonly #bytes: Buffer

  /** Throws for bytes that are no Part 10 file. */
  constructor(bytes: Buffer) {
    const header = dicomParser.readPart10Header(bytes)
    const transferSyntaxUid = header.string('x00020010')
    const [SOPClassUID, SOPInstanceUID] = [header.string('x00020002'), header.string('x00020003')]
    super({ SOPClassUID, SOPInstanceUID }, transferSyntaxUid)
    const groupLength = header.elements.x00020000
    if (!groupLength) throw new Error('not a DICOM Part 10 file')
    this.#bytes = bytes.subarray(groupLength.dataOffset + groupLength.length + (header.uint32('x00020000') ?? 0))
  }

  override getDenaturalizedDataset(): Buffer {
    return this.#bytes
  }

  override getElements(): Record<string, unknown> {
    return new Dataset(this.#bytes, this.getTransferSyntaxUid()).getElements()
  }
}
