import dimse from 'dcmjs-dimse'

const { SopClass, TransferSyntax } = dimse.constants

/** The SOP classes that scanners use at the port of the worklist. */
export const scannerServices = [
  { name: 'Verification', uid: SopClass.Verification, operations: 'C-ECHO' },
  {
    name: 'Modality Worklist Information Model - FIND',
    uid: SopClass.ModalityWorklistInformationModelFind,
    operations: 'C-FIND',
  },
  { name: 'Modality Performed Procedure Step', uid: SopClass.ModalityPerformedProcedureStep, operations: 'N-CREATE, N-SET' },
] as const

/** The transfer syntaxes of these classes, the preferred one first. */
export const scannerSyntaxes = [
  { name: 'Explicit VR Little Endian', uid: TransferSyntax.ExplicitVRLittleEndian },
  { name: 'Implicit VR Little Endian', uid: TransferSyntax.ImplicitVRLittleEndian },
] as const

/** The limits of a scanner's connection. */
const idleMs = 60_000

export const scannerLimits = {
  /** A hospital's scanners may share one address. */
  front: { slots: 50, slotsPerAddress: 25, firstBytesMs: 10_000, idleMs, givesWayMs: 5_000 },
  /** A question has some hundred bytes, and a scanner asks a few in an association. */
  maxBytes: 1_000_000,
  idleMs,
  /** The longest handshake of TLS. */
  handshakeMs: 10_000,
  /** The longest life of a connection. */
  lifeMs: 10 * 60_000,
}

/** Statuses of C-FIND (PS3.4 section K.4.1.1.4). `cut`: matching ended before all items were sent, and those that came count. */
export const findStatuses = { cut: 0xfe00, outOfResources: 0xa700, identifierDoesNotMatch: 0xa900 }
