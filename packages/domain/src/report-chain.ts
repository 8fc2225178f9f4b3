import { createHash } from 'node:crypto'
import type { NewVersion, VersionRow } from '@readroom/db/queries/report-versions'
import canonicalize from 'canonicalize'

/** What a hash is over: everything that was signed. */
type Signed = Omit<NewVersion, 'hash' | 'requestId' | 'signedAt'> & { signedAt: Date }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What the first version of a study names as the hash before it. */
export const chainStart = (studyId: string) => sha256(`readroom report ${studyId}`)

/** SHA-256, hexadecimal, over a version in canonical JSON (RFC 8785): text, snapshot, signature, and the hash of the version before. */
export function hashOfVersion(version: Signed): string {
  const { studyId, number, kind, meaning, content, snapshot, signedBy, doctorId, signedAt, reason, confirmed, prevHash } = version
  const text = canonicalize({
    ...{ v: 1, studyId, number, kind, meaning, content, snapshot, signedBy, doctorId, reason, confirmed, prevHash },
    signedAt: signedAt.toISOString(),
  })
  if (text === undefined) throw new Error('the version has no canonical form')
  return sha256(text)
}

/**
 * Whether everything that was signed of a study is what it was, and still there. `chain`: all versions, oldest first. `audited`: the hashes that the
 * audit log has, read before them; they tell where the newest were cut off.
 */
export function isIntact(
  studyId: string,
  { chain, audited }: { chain: readonly VersionRow[]; audited: readonly string[] },
): boolean {
  const hashes = new Set(chain.map(({ hash }) => hash))
  if (!audited.every((hash) => hashes.has(hash))) return false
  let before = chainStart(studyId)
  return chain.every((version, index) => {
    const holds = version.number === index + 1 && version.prevHash === before && version.hash === hashOfVersion(version)
    before = version.hash
    return holds
  })
}
