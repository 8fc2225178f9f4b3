import { createHmac } from 'node:crypto'
import { WorklistVersion } from '@readroom/db/worklist/worklist-version'

/**
 * Makes and reads the ETags of list pages. A tag holds the database version of its page (docs/decisions/worklist/worklist-queries.md) and a signature
 * over the version and the page's identity (`about`). Invented tags, and tags of other lists, are therefore ignored.
 */
export function createListTags(secret: string) {
  const sign = (version: string, about: string) =>
    createHmac('sha256', secret).update(`worklist page\n${version}\n${about}`).digest('base64url')

  return {
    /** Returns the tag in its quotes. */
    write(version: WorklistVersion, about: string): string {
      const said = Buffer.from(JSON.stringify(version)).toString('base64url')
      return `"${said}.${sign(said, about)}"`
    },
    /** Returns the version in `If-None-Match` if we issued it for this list, or null. Accepts weak tags, which caches on the way make. */
    read(ifNoneMatch: string | undefined, about: string): WorklistVersion | null {
      for (const [, said = '', signature] of (ifNoneMatch ?? '').matchAll(/"([\w-]+)\.([\w-]+)"/g))
        if (signature === sign(said, about))
          return WorklistVersion.parse(JSON.parse(Buffer.from(said, 'base64url').toString('utf8')))
      return null
    },
  }
}
