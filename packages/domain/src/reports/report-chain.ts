import { createHash, randomUUID } from 'node:crypto'
import type { SignedKeyImage } from '@readroom/contracts/reading/key-images'
import type { OpenDb, Tx } from '@readroom/db/core/client'
import type { KeyImageRow } from '@readroom/db/reading/key-images'
import { listChain, type NewVersion, type VersionRow } from '@readroom/db/reports/report-versions'
import type { ReportRow } from '@readroom/db/reports/reports'
import { listUnchainedStudies, listUploads, storeLink } from '@readroom/db/reports/uploads'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import canonicalize from 'canonicalize'

/** Studies whose old uploads are put into their chains in one run, which takes half a minute at most. */
const STUDIES_IN_A_RUN = 5_000

/** The input of a version's hash: everything that was signed. */
type Signed = Omit<NewVersion, 'hash' | 'requestId' | 'signedAt'> & { signedAt: Date }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function hashOf(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('the value has no canonical form')
  return sha256(text)
}

/** Returns the "hash before" of a study's first report. */
export const chainStart = (studyId: string) => sha256(`readroom report ${studyId}`)

/** SHA-256, hexadecimal, over a version in canonical JSON (RFC 8785): text, snapshot, signature, and the hash of the report before. */
export function hashOfVersion(version: Signed): string {
  const { studyId, number, kind, meaning, content, snapshot, signedBy, doctorId, signedAt, reason, confirmed, prevHash } = version
  return hashOf({
    v: 1,
    studyId,
    number,
    kind,
    meaning,
    content,
    snapshot,
    signedBy,
    doctorId,
    reason,
    confirmed,
    prevHash,
    signedAt: signedAt.toISOString(),
  })
}

/** An upload as its chain has it. */
type Uploaded = Omit<ReportRow, 'hash' | 'prevHash'> & { prevHash: string }

/** SHA-256, hexadecimal, over an upload in canonical JSON: its file, who uploaded it for whom, and the hash of the report before. */
function hashOfUpload(upload: Uploaded): string {
  const { studyId, version, status, doctorId, uploadedBy, uploadedAt, subjectHash, prevHash } = upload
  const { fileName, contentType, sizeBytes, sha256: content } = upload
  const file = { fileName, contentType, sizeBytes, sha256: content }
  const at = uploadedAt.toISOString()
  return hashOf({
    v: 1,
    source: 'uploaded',
    studyId,
    number: version,
    status,
    doctorId,
    uploadedBy,
    at,
    file,
    subjectHash,
    prevHash,
  })
}

type Link = { number: number; prevHash: string; hash: string; isSound: boolean }

function linkOfUpload(upload: ReportRow): Link[] {
  const { hash, prevHash, subject, subjectHash } = upload
  if (hash === null || prevHash === null) return []
  const isSubjectSound = subject === null || hashOf(subject) === subjectHash
  return [{ number: upload.version, prevHash, hash, isSound: isSubjectSound && hashOfUpload({ ...upload, prevHash }) === hash }]
}

/** Everything of a study's chain: `signed` and `uploads`, oldest first. */
type Ledger = { signed: readonly VersionRow[]; uploads: readonly ReportRow[] }

const linksOf = ({ signed, uploads }: Ledger): Link[] => [
  ...signed.map((version) => ({
    number: version.number,
    prevHash: version.prevHash,
    hash: version.hash,
    isSound: version.hash === hashOfVersion(version),
  })),
  ...uploads.flatMap(linkOfUpload),
]

/**
 * Puts the uploads of a study into its chain that are not there yet, oldest first, and returns the hash that the next report follows. Of two ends, which
 * a program of version 0.2.0 beside this one can make, the one with the higher number.
 */
export async function chainUploads(tx: Tx<'study'>, studyId: string): Promise<string> {
  const uploads = await listUploads(tx, studyId)
  const links = linksOf({ signed: await listChain(tx, studyId), uploads })
  const followed = new Set(links.map(({ prevHash }) => prevHash))
  const ends = links.filter(({ hash }) => !followed.has(hash)).toSorted((one, other) => one.number - other.number)
  let end = ends.at(-1)?.hash ?? chainStart(studyId)
  for (const upload of uploads.filter(({ hash }) => hash === null)) {
    const subject = upload.subject && { ...upload.subject, salt: randomUUID() }
    const linked = { ...upload, subject, subjectHash: subject && hashOf(subject), prevHash: end }
    end = hashOfUpload(linked)
    await storeLink(tx, upload.id, { ...linked, hash: end })
  }
  return end
}

/** Puts uploads into their studies' chains that a program of version 0.2.0 or earlier stored, of 5,000 studies at most. Returns the number of studies. */
export async function chainOldUploads(db: OpenDb): Promise<number> {
  const found = await listUnchainedStudies(db, STUDIES_IN_A_RUN)
  for (const studyId of found)
    await db.transaction(async (begun) => {
      const [tx] = await lockAnyStudy(begun, studyId)
      await chainUploads(tx, studyId)
    })
  return found.length
}

/** The picture is there, and is what was signed; its bytes are compared with its row by `readroom verify`, and when it is printed. */
function isAsSigned({ caption: _caption, ...signed }: SignedKeyImage, row: KeyImageRow | undefined): boolean {
  if (!row) return false
  const { id, sopInstanceUid, series, image, frame, contentType, width, height, sha256 } = row
  return canonicalize({ id, sopInstanceUid, series, image, frame, contentType, width, height, sha256 }) === canonicalize(signed)
}

/**
 * Reports whether everything that was signed or uploaded for a study is still there and unchanged. `audited`: the hashes in the audit log, read before
 * the reports; they reveal a chain whose end was cut off. `pictures`: the study's key images.
 */
export function isIntact(
  studyId: string,
  { signed, uploads, audited, pictures }: Ledger & { audited: readonly string[]; pictures: readonly KeyImageRow[] },
): boolean {
  const links = linksOf({ signed, uploads })
  const hashes = new Set(links.map(({ hash }) => hash))
  if (!audited.every((hash) => hashes.has(hash))) return false
  const rows = new Map(pictures.map((row) => [row.id, row]))
  const shown = signed.flatMap(({ snapshot }) => snapshot.keyImages ?? [])
  if (!shown.every((picture) => isAsSigned(picture, rows.get(picture.id)))) return false
  const known = new Set([chainStart(studyId), ...hashes])
  return links.every(({ isSound, prevHash }) => isSound && known.has(prevHash))
}
