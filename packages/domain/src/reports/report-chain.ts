import { createHash } from 'node:crypto'
import type { SignedKeyImage } from '@readroom/contracts/reading/key-images'
import type { KeyImageRow } from '@readroom/db/reading/key-images'
import type { NewVersion, VersionRow } from '@readroom/db/reports/report-versions'
import canonicalize from 'canonicalize'

/** The input of a version's hash: everything that was signed. */
type Signed = Omit<NewVersion, 'hash' | 'requestId' | 'signedAt'> & { signedAt: Date }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns the "hash before" of a study's first version. */
export const chainStart = (studyId: string) => sha256(`readroom report ${studyId}`)

/** SHA-256, hexadecimal, over a version in canonical JSON (RFC 8785): text, snapshot, signature, and the hash of the version before. */
export function hashOfVersion(version: Signed): string {
  const { studyId, number, kind, meaning, content, snapshot, signedBy, doctorId, signedAt, reason, confirmed, prevHash } = version
  const text = canonicalize({
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
  if (text === undefined) throw new Error('the version has no canonical form')
  return sha256(text)
}

/** The picture is there, and is what was signed; its bytes are compared with its row by `readroom verify`, and when it is printed. */
function isAsSigned({ caption: _caption, ...signed }: SignedKeyImage, row: KeyImageRow | undefined): boolean {
  if (!row) return false
  const { id, sopInstanceUid, series, image, frame, contentType, width, height, sha256 } = row
  return canonicalize({ id, sopInstanceUid, series, image, frame, contentType, width, height, sha256 }) === canonicalize(signed)
}

/**
 * Reports whether everything that was signed for a study is still there and unchanged. `chain`: all versions, oldest first. `audited`: the hashes in
 * the audit log, read before the versions; they reveal a chain whose newest versions were cut off. `pictures`: the study's key images.
 */
export function isIntact(
  studyId: string,
  { chain, audited, pictures }: { chain: readonly VersionRow[]; audited: readonly string[]; pictures: readonly KeyImageRow[] },
): boolean {
  const hashes = new Set(chain.map(({ hash }) => hash))
  if (!audited.every((hash) => hashes.has(hash))) return false
  const rows = new Map(pictures.map((row) => [row.id, row]))
  const signed = chain.flatMap(({ snapshot }) => snapshot.keyImages ?? [])
  if (!signed.every((picture) => isAsSigned(picture, rows.get(picture.id)))) return false
  let before = chainStart(studyId)
  return chain.every((version, index) => {
    const holds = version.number === index + 1 && version.prevHash === before && version.hash === hashOfVersion(version)
    before = version.hash
    return holds
  })
}
